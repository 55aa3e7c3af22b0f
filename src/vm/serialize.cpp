#include "vm/serialize.h"

#include <cmath>
#include <map>

#include "base/bytes.h"
#include "base/file.h"
#include "project/load.h"
#include "vm/reading.h"
#include "vm/state_check.h"

namespace ounce {

constexpr RotationStyle lastOf(RotationStyle) { return RotationStyle::DontRotate; }
constexpr Status lastOf(Status) { return Status::Done; }
constexpr Timer::Kind lastOf(Timer::Kind) { return Timer::Kind::Speech; }

// ---- values: a byte that says which kind, then the value ----

enum class ValueTag : std::uint8_t { Undefined, False, True, Number, WholeNumber, Text, WideText };
constexpr ValueTag lastOf(ValueTag) { return ValueTag::WideText; }

namespace {

// Whole numbers that a double holds exactly are short; all others, -0 too, are written as they are.
bool isShort(double number) {
    return std::abs(number) < 9007199254740992.0 && number == std::trunc(number) &&
           !(number == 0 && std::signbit(number));
}

void writeText(ByteWriter& bytes, const String& text) {
    bytes.count(text.length());
    if (!text.isWide()) return bytes.raw(text.latin1());
    for (std::uint32_t i = 0; i < text.length(); i++) {
        const char16_t unit = text[i];
        const char pair[] = {static_cast<char>(unit & 255), static_cast<char>(unit >> 8)};
        bytes.raw({pair, 2});
    }
}

String readText(ByteReader& bytes, bool wide) {
    const std::size_t length = bytes.countOf(wide ? 2 : 1);
    if (length > String::kMaxLength) {
        bytes.fail();
        return {};
    }
    const std::string_view raw = bytes.raw(wide ? length * 2 : length);
    if (!wide) return String::fromLatin1(raw);
    std::u16string units;
    for (std::size_t i = 0; i < raw.size(); i += 2)
        units += static_cast<char16_t>(static_cast<unsigned char>(raw[i]) |
                                       static_cast<unsigned char>(raw[i + 1]) << 8);
    return String(units);
}

}  // namespace

void fields(ByteWriter& bytes, const String& text) {
    bytes(text.isWide());
    writeText(bytes, text);
}

void fields(ByteReader& bytes, String& text) {
    bool wide = false;
    bytes(wide);
    text = readText(bytes, wide);
}

void fields(ByteWriter& bytes, const Value& value) {
    switch (value.type()) {
        case Type::Undefined: return bytes(ValueTag::Undefined);
        case Type::Boolean: return bytes(value.asBoolean() ? ValueTag::True : ValueTag::False);
        case Type::Number:
            if (isShort(value.asNumber()))
                return bytes(ValueTag::WholeNumber, static_cast<std::int64_t>(value.asNumber()));
            return bytes(ValueTag::Number, value.asNumber());
        case Type::Text:
            bytes(value.asText().isWide() ? ValueTag::WideText : ValueTag::Text);
            return writeText(bytes, value.asText());
    }
}

void fields(ByteReader& bytes, Value& value) {
    ValueTag tag = ValueTag::Undefined;
    bytes(tag);
    switch (tag) {
        case ValueTag::Undefined: value = Value(); break;
        case ValueTag::False: value = false; break;
        case ValueTag::True: value = true; break;
        case ValueTag::Number: {
            double number = 0;
            bytes(number);
            value = number;
            break;
        }
        case ValueTag::WholeNumber: {
            std::int64_t number = 0;
            bytes(number);
            value = static_cast<double>(number);
            break;
        }
        case ValueTag::Text: value = readText(bytes, false); break;
        case ValueTag::WideText: value = readText(bytes, true); break;
    }
}

// ---- what a state consists of, once for both directions ----

template <class Codec, class T>
void fields(Codec& codec, Box<T>& box) {
    codec(*box);
}
template <class Codec, class T>
void fields(Codec& codec, const Box<T>& box) {
    codec(*box);
}

template <class Codec, Of<Frame> T>
void fields(Codec& codec, T& f) {
    codec(f.statement, f.parameters, f.call, f.isLoop, f.warp, f.started, f.counter);
}

template <class Codec, Of<Poll> T>
void fields(Codec& codec, T& p) {
    codec(p.start, p.duration, p.startX, p.startY, p.endX, p.endY);
}

template <class Codec, Of<Thread> T>
void fields(Codec& codec, T& t) {
    codec(t.id, t.target, t.targetId, t.script, t.status, t.killed, t.listed, t.inUse, t.position, t.poll,
          t.stack, t.parameters, t.awaited);
}

template <class Codec, Of<Bubble> T>
void fields(Codec& codec, T& b) {
    codec(b.text, b.think, b.usage, b.drawable);
}

template <class Codec, Of<PenState> T>
void fields(Codec& codec, T& p) {
    codec(p.down, p.color, p.saturation, p.brightness, p.transparency, p.shade, p.attributes.diameter,
          p.attributes.rgba);
}

// All but the lists, which targets may share.
template <class Codec, Of<TargetState> T>
void fields(Codec& codec, T& t) {
    codec(t.id, t.sprite, t.isClone, t.visible, t.draggable, t.dragging, t.rotationStyle, t.costume,
          t.drawable, t.x, t.y, t.direction, t.size, t.volume, t.pitch, t.pan, t.effects, t.bubble, t.pen,
          t.instrument, t.variables, t.edgeValues, t.waitingSounds);
}

template <class Codec, Of<Player> T>
void fields(Codec& codec, T& p) {
    codec(p.playing, p.owner, p.startingUntil, p.timer, p.waiting);
}

template <class Codec, Of<Timer> T>
void fields(Codec& codec, T& t) {
    codec(t.due, t.id, t.kind, t.think, t.thread, t.target, t.usage, t.player);
}

template <class Codec, Of<Question> T>
void fields(Codec& codec, T& q) {
    codec(q.text, q.thread, q.target, q.wasVisible);
}

template <class Codec, Of<MouseState> T>
void fields(Codec& codec, T& m) {
    codec(m.clientX, m.clientY, m.x, m.y, m.down);
}

template <class Codec, Of<Limits> T>
void fields(Codec& codec, T& l) {
    codec(l.textLength, l.stackDepth, l.warp, l.clones, l.listLength, l.memory, l.work);
}

// All but random numbers, lists and stage.
template <class Codec, Of<State> T>
void fields(Codec& codec, T& s) {
    codec(s.step, s.now, s.timerStart, s.nextId, s.targets, s.pane, s.execution, s.cloneCount, s.threads,
          s.threadList, s.freeThreads, s.freeTargets, s.timers, s.players, s.questions, s.shownQuestion,
          s.answer, s.keysDown, s.codeKeys, s.mouse, s.loudness, s.tempo, s.counter, s.lastBubbleTimer,
          s.runningThreads, s.monitorVisible, s.limits, s.memory.bytes, s.redraw, s.passes, s.done);
}

namespace {

constexpr std::string_view kMagic = "ounce-state\n";
constexpr std::uint32_t kVersion = 3;
// Values take at most Reading::kMemoryLimit; the rest is for everything else.
constexpr std::uint64_t kBudget = Reading::kMemoryLimit + (std::uint64_t{128} << 20);

// A list is written where it first appears and gets the next number; its other owners name the number. 0: the
// list follows.
void writeLists(ByteWriter& bytes, const State& state) {
    std::map<const Value*, std::uint64_t> known;
    for (const Box<TargetState>& t : state.targets) {
        bytes.count(t->lists.size());
        for (const List& list : t->lists) {
            const auto [at, isNew] =
                known.try_emplace(list.size() > 0 ? list.begin() : nullptr, known.size() + 1);
            bytes.count(isNew ? 0 : at->second);
            if (!isNew) continue;
            bytes.count(list.size());
            for (const Value& item : list) bytes(item);
        }
    }
}

void readLists(ByteReader& bytes, State& state) {
    std::vector<List> known;
    for (Box<TargetState>& t : state.targets) {
        t->lists.resize(bytes.countOf(sizeof(List)));
        for (List& list : t->lists) {
            const std::uint64_t number = bytes.count();
            if (number > known.size()) return bytes.fail();
            if (number > 0) {
                list = known[static_cast<std::size_t>(number) - 1];
                continue;
            }
            std::vector<Value> items;
            bytes(items);
            if (items.size() > List::kMaxItems) return bytes.fail();
            if (!items.empty()) list = List(std::move(items));
            known.push_back(list);
        }
    }
}

}  // namespace

std::string fingerprint(const Program& program) {
    std::string all = writeProjectJson(program.project);
    for (const auto& [name, bytes] : program.project.assets) {
        all += '\n';
        all += name;
        all += md5(*bytes);
    }
    return md5(all);
}

StateFormat::StateFormat(std::shared_ptr<const Program> program)
    : program_(std::move(program)), fingerprint_(fingerprint(*program_)) {}

std::string StateFormat::write(const State& state) const {
    ByteWriter bytes;
    bytes.raw(kMagic);
    bytes(kVersion);
    bytes.raw(fingerprint_);
    const auto& whiskers = state.random.whiskers();
    bytes(state, state.random.plain().state(), whiskers.has_value());
    if (whiskers) {
        const auto all = whiskers->state();
        bytes.raw({reinterpret_cast<const char*>(all.data()), all.size()});
    }
    writeLists(bytes, state);
    bytes(state.stage.has_value());
    if (state.stage) state.stage->write(bytes);
    return bytes.take();
}

Result<State> StateFormat::read(std::string_view data) const {
    ByteReader bytes(data, kBudget);
    if (bytes.raw(kMagic.size()) != kMagic) return fail("this is not a state of Ounce's machine");
    std::uint32_t version = 0, random = 0;
    bytes(version);
    if (version != kVersion)
        return fail("the state was written by another version of Ounce", {},
                    "run the program again to get there");
    if (bytes.raw(fingerprint_.size()) != fingerprint_)
        return fail("the state belongs to another program", {},
                    "use the project it was written for, unchanged");
    State state;
    bool hasStage = false;
    bool hasWhiskers = false;
    bytes(state, random, hasWhiskers);
    std::optional<Arc4Random> whiskers;
    if (hasWhiskers) {
        std::array<std::uint8_t, Arc4Random::kStateBytes> all{};
        const std::string_view raw = bytes.raw(all.size());
        std::copy(raw.begin(), raw.end(), all.begin());
        whiskers = Arc4Random::withState(all);
    }
    readLists(bytes, state);
    bytes(hasStage);
    if (hasStage && !bytes.failed()) {
        state.stage.emplace(program_->stage->initialState());
        state.stage->read(bytes);
    }
    state.random.restore(Random(random), whiskers);
    if (bytes.failed() || !bytes.atEnd() || !fits(*program_, state))
        return fail("the state is damaged", {}, "write it again");
    return state;
}

}  // namespace ounce
