#include "testing/check_reader.h"

#include "testing/check_words.h"
#include "testing/suite_json.h"

namespace ounce {
namespace {

using Element = JsonElement;

constexpr std::uint64_t kMaxClones = 300;

Result<void> readExpected(JsonFields& fields, std::string_view key, ExpectedShape shape, Check& check) {
    const Element element = *fields.take(key);
    const std::optional<Value> value = jsonValue(element);
    const auto wrong = [&](std::string_view wanted) {
        return fields.problem(fmt::format("«{}» must be {}", key, wanted));
    };
    switch (shape) {
        case ExpectedShape::Number:
            if (!value || !value->isNumber()) return wrong("a number");
            break;
        case ExpectedShape::NumberOrText:
            if (!value || value->type() == Type::Boolean) return wrong("a number, counted from 1, or a name");
            break;
        case ExpectedShape::Any:
            if (!value) return wrong("a number, a text, true or false");
            break;
        case ExpectedShape::Truth:
            if (!value || value->type() != Type::Boolean) return wrong("true or false");
            break;
        case ExpectedShape::Point: return fields.point(key, check.x, check.y);
        case ExpectedShape::Items: {
            JsonArray items;
            if (!element.get(items)) return wrong("a list [\"one\", 2]");
            for (const Element item : items) {
                const std::optional<Value> one = jsonValue(item);
                if (!one) return wrong("a list of numbers, texts, true or false");
                check.items.push_back(*one);
            }
            return {};
        }
        case ExpectedShape::Speech:
            if (!value || value->isNumber()) return wrong("a text, true (anything) or false (nothing)");
            if (value->isText()) break;
            if (!value->asBoolean()) {
                if (check.comparison != Check::Comparison::Equal) return wrong("a text or true");
                // No bubble at all, or none of this kind.
                if (check.bubble == Check::Bubble::Any) {
                    check.bubble = Check::Bubble::None;
                } else {
                    check.comparison = Check::Comparison::NotEqual;
                }
            }
            return {};
    }
    check.expected = *value;
    return {};
}

bool hasOrder(const Check& check, ExpectedShape shape) {
    return shape == ExpectedShape::Number ||
           ((shape == ExpectedShape::Any || shape == ExpectedShape::NumberOrText) &&
            check.expected.isNumber());
}

Result<void> readComparison(JsonFields& fields, ExpectedShape shape, Check& check) {
    int found = 0;
    for (std::size_t i = 0; i < std::size(kComparisonWords); i++) {
        if (!fields.has(kComparisonWords[i])) continue;
        if (++found > 1) return fields.problem("expects two things at once", "make it two checks");
        check.comparison = static_cast<Check::Comparison>(i);
        OUNCE_CHECK(readExpected(fields, kComparisonWords[i], shape, check));
        if (i >= 2 && !hasOrder(check, shape))
            return fields.problem(fmt::format("«{}» needs a number", kComparisonWords[i]));
    }
    if (found == 0)
        return fields.problem("says not what is expected", "with one of is, is not, at least, at most");
    return {};
}

const CheckWord* findWord(std::string_view text) {
    for (const CheckWord& word : kCheckWords) {
        if (word.word == text) return &word;
    }
    return nullptr;
}

std::string allWords() {
    std::string text;
    for (const CheckWord& word : kCheckWords) text += (text.empty() ? "" : ", ") + std::string(word.word);
    return text;
}

// A time that lies before the one of the check.
Result<std::optional<std::uint64_t>> readEarlier(JsonFields& fields, std::string_view key, std::uint64_t at) {
    if (!fields.has(key)) return std::optional<std::uint64_t>();
    std::uint64_t step = 0;
    OUNCE_CHECK(fields.whole(key, step, at));
    return std::optional(step);
}

Result<void> readSpan(JsonFields& fields, TimedCheck& timed) {
    OUNCE_TRY(timed.check.since, readEarlier(fields, "change since", timed.at));
    for (const Span span : {Span::Once, Span::Always}) {
        const std::string_view key = kSpanWords[static_cast<std::size_t>(span)];
        OUNCE_TRY(const std::optional<std::uint64_t> from, readEarlier(fields, key, timed.at));
        if (!from) continue;
        if (timed.span != Span::Now)
            return fields.problem("is to hold once and always", "make it two checks");
        timed.span = span;
        timed.from = *from;
    }
    return {};
}

// Whether a check of this kind is about one value that can be more or less.
bool canChange(Check::Kind kind) {
    switch (kind) {
        case Check::Kind::ListContents:
        case Check::Kind::Position:
        case Check::Kind::Say:
        case Check::Kind::TouchingSprite:
        case Check::Kind::TouchingEdge:
        case Check::Kind::Visible: return false;
        default: return true;
    }
}

// Whether it is a number that another one can be subtracted from; costumes are told by name, too.
bool canBeMore(Check::Kind kind) {
    return canChange(kind) && kind != Check::Kind::Costume && kind != Check::Kind::Backdrop;
}

// Whose value is measured, and its name.
Result<void> readWhat(JsonFields& fields, const CheckWord& word, Subject& subject, std::string& name) {
    if (word.kind != Check::Kind::Backdrop) {
        OUNCE_CHECK(fields.text("sprite", subject.sprite));
        OUNCE_CHECK(readClone(fields, "clone", subject.clone));
    }
    if (word.needsSprite && subject.isStage())
        return fields.problem(fmt::format("«{}» needs a «sprite»", word.word));
    if (subject.isStage() && subject.clone) return fields.problem("«clone» needs a «sprite»");
    if (word.needsName) {
        OUNCE_CHECK(fields.text("name", name));
        if (name.empty()) return fields.problem(fmt::format("«{}» needs a «name»", word.word));
    }
    if (word.kind == Check::Kind::Effect && findEffect(name) == EffectCount)
        return fields.problem(fmt::format("there is no effect «{}»", name),
                              "there are color, fisheye, whirl, pixelate, mosaic, brightness and ghost");
    return {};
}

Result<const CheckWord*> readWord(JsonFields& fields) {
    std::string kind;
    OUNCE_CHECK(fields.text("check", kind));
    if (const CheckWord* word = findWord(kind)) return word;
    return fields.problem(
        kind.empty() ? "says not what to «check»" : fmt::format("«{}» is nothing that can be checked", kind),
        "known are " + allWords());
}

// The thing that the value is compared with.
Result<void> readMinus(JsonFields& fields, const CheckWord& word, Check& check) {
    const auto minus = fields.take("minus");
    if (!minus) return {};
    if (check.since) return fields.problem("has «minus» and «change since»", "make it two checks");
    OUNCE_TRY(JsonFields other, JsonFields::open(*minus, fields.path() + "/minus"));
    OUNCE_TRY(const CheckWord* otherWord, readWord(other));
    for (const CheckWord* each : {&word, otherWord}) {
        if (!canBeMore(each->kind))
            return fields.problem(fmt::format("«minus» says nothing about «{}»", each->word));
    }
    Check::Thing thing{.kind = otherWord->kind};
    OUNCE_CHECK(readWhat(other, *otherWord, thing.subject, thing.name));
    OUNCE_CHECK(other.finish());
    check.minus = std::move(thing);
    return {};
}

}  // namespace

// People count clones from 1.
Result<void> readClone(JsonFields& fields, std::string_view key, std::optional<std::int32_t>& clone) {
    if (!fields.has(key)) return {};
    std::uint64_t number = 0;
    OUNCE_CHECK(fields.whole(key, number, kMaxClones));
    if (number == 0) return fields.problem(fmt::format("«{}» counts from 1, the oldest clone", key));
    clone = static_cast<std::int32_t>(number) - 1;
    return {};
}

Result<void> readTime(JsonFields& fields, std::uint64_t& at) {
    if (!fields.has("at")) return fields.problem("says not «at» which time, in steps");
    return fields.whole("at", at, kMaxTestSteps);
}

Result<TimedCheck> readCheck(const Element& entry, std::string path) {
    OUNCE_TRY(JsonFields fields, JsonFields::open(entry, std::move(path)));
    TimedCheck timed;
    Check& check = timed.check;
    OUNCE_CHECK(readTime(fields, timed.at));
    OUNCE_TRY(const CheckWord* word, readWord(fields));
    check.kind = word->kind;
    check.bubble = word->bubble;
    check.tolerance = usualTolerance(word->kind);
    OUNCE_CHECK(readWhat(fields, *word, check.subject, check.name));
    if (check.kind == Check::Kind::TouchingSprite) {
        OUNCE_CHECK(fields.text("other", check.other.sprite));
        OUNCE_CHECK(readClone(fields, "other clone", check.other.clone));
        if (check.other.isStage()) return fields.problem("«touching» needs an «other» sprite");
    }
    OUNCE_CHECK(readSpan(fields, timed));
    if (check.since && !canChange(check.kind))
        return fields.problem(fmt::format("«change since» says nothing about «{}»", word->word));
    OUNCE_CHECK(readMinus(fields, *word, check));
    if (word->shape != ExpectedShape::Truth && word->shape != ExpectedShape::Speech)
        OUNCE_CHECK(fields.number("within", check.tolerance));
    if (!(check.tolerance >= 0)) return fields.problem("«within» must not be negative");
    OUNCE_CHECK(readComparison(fields, word->shape, check));
    OUNCE_CHECK(fields.finish());
    return timed;
}

}  // namespace ounce
