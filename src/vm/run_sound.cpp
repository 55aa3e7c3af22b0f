// Sounds and music: silent, with exact timing.
#include <cmath>

#include "base/number.h"
#include "vm/math.h"
#include "vm/options.h"
#include "vm/run.h"

namespace ounce {
namespace {

// Going through the audio engine costs the rest of the step.
void suspendForAudio(Interpreter& m) {
    m.resolve(m.thread->id);
    m.suspend();
}

void setSoundEffect(Interpreter& m, const Instruction& s, bool change) {
    if (s.slot == kNone) return;
    double& effect = s.slot == PitchEffect ? m.target->pitch : m.target->pan;
    const double limit = s.slot == PitchEffect ? 360 : 100;
    effect = clamp(m.number(s.arguments[0]) + (change ? effect : 0), -limit, limit);
    m.changed = true;
    suspendForAudio(m);
}

// Music blocks poll a timer of their own. Notes of no length do not even yield.
void playForBeats(Interpreter& m, ExpressionIndex beats, bool yieldsWhenEmpty) {
    Poll& poll = m.thread->poll;
    if (!m.frame().started) {
        const double count = clamp(m.number(beats), 0, 100);
        if (count == 0 && !yieldsWhenEmpty) return;
        poll.start = m.wallClock();
        poll.duration = 60 / m.state.tempo * count * 1000;
        m.frame().started = true;
        m.changed = true;
        m.yield();
    } else if (m.wallClock() - poll.start < poll.duration) {
        m.yield();
    }
}

}  // namespace

template <>
void run<Opcode::sound_play>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const std::int32_t sound = m.findSound(*m.target, m.peek(s.arguments[0], temporary));
    if (sound != kNone) m.playSound(*m.target, sound, false);
}

template <>
void run<Opcode::sound_playuntildone>(Interpreter& m, const Instruction& s) {
    Value temporary;
    const std::int32_t sound = m.findSound(*m.target, m.peek(s.arguments[0], temporary));
    if (sound == kNone) return;
    if (m.options.mode == Mode::Scratch) {
        m.playSound(*m.target, sound, true);
        m.suspendFor(1000 * m.spriteOf(*m.target).sounds[static_cast<std::size_t>(sound)].seconds);
        return;
    }
    Poll& poll = m.thread->poll;
    if (!m.frame().started) {
        poll.start = m.stackClock();
        const double seconds = m.spriteOf(*m.target).sounds[static_cast<std::size_t>(sound)].seconds;
        poll.duration = m.stackDuration(std::max(0.0, 1000 * seconds));
        m.frame().started = true;
        m.playSound(*m.target, sound, false);
        m.yield();
    } else if (m.stackClock() - poll.start < poll.duration) {
        m.yield();
    }
}

template <>
void run<Opcode::sound_stopallsounds>(Interpreter& m, const Instruction&) {
    m.changed = true;
    for (std::int32_t index : m.state.pane) m.stopSoundsOf(m.at(index));
}

template <>
void run<Opcode::sound_changeeffectby>(Interpreter& m, const Instruction& s) {
    setSoundEffect(m, s, true);
}

template <>
void run<Opcode::sound_seteffectto>(Interpreter& m, const Instruction& s) {
    setSoundEffect(m, s, false);
}

template <>
void run<Opcode::sound_cleareffects>(Interpreter& m, const Instruction&) {
    m.changed = true;
    m.target->pitch = m.target->pan = 0;
}

template <>
void run<Opcode::sound_changevolumeby>(Interpreter& m, const Instruction& s) {
    m.target->volume = clamp(m.number(s.arguments[0]) + m.target->volume, 0, 100);
    m.changed = true;
    suspendForAudio(m);
}

template <>
void run<Opcode::sound_setvolumeto>(Interpreter& m, const Instruction& s) {
    m.target->volume = clamp(m.number(s.arguments[0]), 0, 100);
    m.changed = true;
    suspendForAudio(m);
}

template <>
Value report<Opcode::sound_volume>(Reading& m, const Operation&) {
    return m.target->volume;
}

// ---- music ----

template <>
void run<Opcode::music_playDrumForBeats>(Interpreter& m, const Instruction& s) {
    playForBeats(m, s.arguments[1], true);
}

template <>
void run<Opcode::music_midiPlayDrumForBeats>(Interpreter& m, const Instruction& s) {
    playForBeats(m, s.arguments[1], true);
}

template <>
void run<Opcode::music_restForBeats>(Interpreter& m, const Instruction& s) {
    playForBeats(m, s.arguments[0], true);
}

template <>
void run<Opcode::music_playNoteForBeats>(Interpreter& m, const Instruction& s) {
    playForBeats(m, s.arguments[1], false);
}

template <>
void run<Opcode::music_setInstrument>(Interpreter& m, const Instruction& s) {
    m.target->instrument =
        static_cast<std::int32_t>(wrapClamp(roundHalfUp(m.number(s.arguments[0])) - 1, 0, 20));
    m.changed = true;
}

// The General MIDI number; which of the 21 instruments stands for it makes no difference to a silent machine.
template <>
void run<Opcode::music_midiSetInstrument>(Interpreter& m, const Instruction& s) {
    m.target->instrument =
        static_cast<std::int32_t>(clamp(roundHalfUp(m.number(s.arguments[0])) - 1, 0, 127));
    m.changed = true;
}

template <>
void run<Opcode::music_setTempo>(Interpreter& m, const Instruction& s) {
    m.state.tempo = clamp(m.number(s.arguments[0]), 20, 500);
    m.changed = true;
}

template <>
void run<Opcode::music_changeTempo>(Interpreter& m, const Instruction& s) {
    m.state.tempo = clamp(m.number(s.arguments[0]) + m.state.tempo, 20, 500);
    m.changed = true;
}

template <>
Value report<Opcode::music_getTempo>(Reading& m, const Operation&) {
    return m.state.tempo;
}

}  // namespace ounce
