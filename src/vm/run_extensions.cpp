// Text to speech, translate, video sensing and Makey Makey: deterministic stand-ins, described in
// docs/decisions/stand-ins.md.
#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "vm/run.h"

namespace ounce {
namespace {

// A voice speaks about fifteen characters a second; the service takes at most 128 characters.
constexpr double kMillisecondsPerCharacter = 1000.0 / 15;
constexpr std::uint32_t kMaxSpokenCharacters = 128;

bool endsWithCode(const std::vector<std::string>& pressed, const std::string& code) {
    std::istringstream words(code);
    std::vector<std::string> wanted;
    for (std::string word; words >> word;) wanted.push_back(word);
    return wanted.size() > 1 && pressed.size() >= wanted.size() &&
           std::equal(wanted.rbegin(), wanted.rend(), pressed.rbegin());
}

}  // namespace

template <>
void run<Opcode::text2speech_speakAndWait>(Interpreter& m, const Instruction& s) {
    const std::uint32_t length = std::min(m.text(s.arguments[0]).length(), kMaxSpokenCharacters);
    m.changed = true;
    if (m.options.mode == Mode::Whisker) {
        if (!m.frame().started) {
            m.thread->poll = {
                m.stackClock(), m.stackDuration(length * kMillisecondsPerCharacter), 0, 0, 0, 0};
            m.frame().started = true;
            m.yield();
        } else if (m.stackClock() - m.thread->poll.start < m.thread->poll.duration) {
            m.yield();
        }
        return;
    }
    Timer timer;
    timer.kind = Timer::Kind::Speech;
    timer.thread = m.thread->id;
    m.startTimer(timer, length * kMillisecondsPerCharacter);
    m.suspendFor(length * kMillisecondsPerCharacter);
}

// Silent voices sound all the same.
template <>
void run<Opcode::text2speech_setVoice>(Interpreter&, const Instruction&) {}
template <>
void run<Opcode::text2speech_setLanguage>(Interpreter&, const Instruction&) {}

template <>
Value report<Opcode::translate_getTranslate>(Reading& m, const Operation& x) {
    return m.text(x.a);
}

template <>
Value report<Opcode::translate_getViewerLanguage>(Reading&, const Operation&) {
    return String::fromLatin1("English");
}

template <>
Value report<Opcode::videoSensing_whenMotionGreaterThan>(Reading& m, const Operation& x) {
    return 0 > m.number(x.a);
}
template <>
void run<Opcode::videoSensing_videoToggle>(Interpreter&, const Instruction&) {}
template <>
void run<Opcode::videoSensing_setVideoTransparency>(Interpreter&, const Instruction&) {}
template <>
Value report<Opcode::videoSensing_videoOn>(Reading&, const Operation&) {
    return 0.0;
}

// Fires about every second step while the key is held.
template <>
Value report<Opcode::makeymakey_whenMakeyKeyPressed>(Reading& m, const Operation& x) {
    std::string key = m.text(x.a).utf8();
    if (key == "SPACE") key = "space";
    for (const char* arrow : {"LEFT", "UP", "RIGHT", "DOWN"}) {
        if (key == arrow) key = lowerCase(key) + " arrow";
    }
    if (key.size() == 1) key = upperCase(key);
    const bool held =
        std::find(m.state.keysDown.begin(), m.state.keysDown.end(), key) != m.state.keysDown.end();
    return held && m.state.step % 2 == 0;
}

template <>
Value report<Opcode::makeymakey_whenCodePressed>(Reading& m, const Operation& x) {
    return endsWithCode(m.state.codeKeys, upperCase(m.text(x.a).utf8()));
}

}  // namespace ounce
