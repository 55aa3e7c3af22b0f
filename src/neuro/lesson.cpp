#include "neuro/lesson.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/file.h"
#include "base/json_reader.h"
#include "testing/recording.h"
#include "testing/suite_json.h"
#include "testing/test_player.h"

namespace ounce::neuro {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

double partOf(std::int64_t steps, std::int32_t bound) {
    return std::clamp(static_cast<double>(steps) / std::max(bound, 1), 0.0, 1.0);
}

// Which output does that, and with which numbers; kNone: none.
Example asExample(const Vocabulary& vocabulary, const UserEvent& event, const PlayDurations& durations) {
    Example example;
    auto find = [&](auto fits) {
        const auto& outputs = vocabulary.outputs();
        const auto found = std::find_if(outputs.begin(), outputs.end(),
                                        [&](const Output& output) { return fits(*output.what, output); });
        if (found != outputs.end()) example.output = static_cast<std::int32_t>(found - outputs.begin());
    };
    auto isOf = [](EventKind kind) {
        return [kind](const EventTemplate& what, const Output&) { return what.kind == kind; };
    };
    switch (event.kind) {
        case UserEvent::Kind::Wait:
            find(isOf(EventKind::Wait));
            example.parameters = {partOf(event.steps, durations.wait)};
            break;
        case UserEvent::Kind::KeyPress:
            find([&](const EventTemplate& what, const Output&) {
                return what.kind == EventKind::KeyPress && what.text == event.name;
            });
            example.parameters = {partOf(event.steps, durations.press)};
            break;
        case UserEvent::Kind::MouseMove:
            find(isOf(EventKind::MouseMove));
            example.parameters = {std::clamp(event.x / 240, -1.0, 1.0), std::clamp(event.y / 180, -1.0, 1.0)};
            break;
        case UserEvent::Kind::MouseDown:
            find(isOf(EventKind::MouseDown));
            example.parameters = {partOf(event.steps, durations.click)};
            break;
        case UserEvent::Kind::ClickSprite: {
            find([&](const EventTemplate& what, const Output& output) {
                const auto sprite = static_cast<std::size_t>(what.sprite);
                const bool clone = event.clone.has_value();
                return what.kind == (clone ? EventKind::ClickClone : EventKind::ClickSprite) &&
                       vocabulary.program().sprites[sprite].name == event.name &&
                       (!clone || output.clone == *event.clone);
            });
            break;
        }
        case UserEvent::Kind::ClickStage: find(isOf(EventKind::ClickStage)); break;
        case UserEvent::Kind::TypeText:
            find([&](const EventTemplate& what, const Output&) {
                return what.kind == EventKind::TypeText && what.text == event.text;
            });
            break;
        case UserEvent::Kind::Sound: find(isOf(EventKind::Sound)); break;
        default: break;
    }
    return example;
}

std::string lowered(std::string_view text) {
    std::string low(text);
    for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return low;
}

}  // namespace

Lesson lessonOf(const JudgeContext& context, const TestCase& test, const PlayDurations& durations) {
    Lesson lesson;
    Moment moment = startOf(*context.program, context.machine, context.start, test);
    TestCase events = test;
    events.checks.clear();
    TestPlayer player(*context.program, context.machine, moment, events);
    std::vector<std::uint8_t> covered = context.startTrace.covered;
    player.machine().coverage = covered.data();
    FeatureExtractor features(context.vocabulary);
    auto note = [&](const UserEvent& event) {
        Example example = asExample(context.vocabulary, event, durations);
        if (example.output == kNone) return;
        const auto seen = features.extract(moment.state);
        example.seen.assign(seen.begin(), seen.end());
        lesson.examples.push_back(std::move(example));
    };
    for (std::size_t i = 0; i < events.events.size(); i++) {
        const TimedEvent& now = events.events[i];
        player.playTo(now.at);
        if (now.event.kind == UserEvent::Kind::Wait) continue;
        note(now.event);
        // Networks act in every step unless they wait.
        const std::uint64_t next = i + 1 < events.events.size() ? events.events[i + 1].at : events.steps;
        if (next <= now.at + 1) continue;
        player.playTo(now.at + 1);
        note({.kind = UserEvent::Kind::Wait, .steps = static_cast<std::int32_t>(next - now.at - 1)});
    }
    player.playToEnd();
    lesson.covered.resize(context.goals.size());
    for (std::size_t g = 0; g < context.goals.size(); g++)
        lesson.covered[g] = context.covers(covered, g) ? 1 : 0;
    return lesson;
}

Result<std::vector<Lesson>> readGroundTruth(const JudgeContext& context, std::string_view json,
                                            const std::string& name) {
    const Vocabulary& vocabulary = context.vocabulary;
    JsonDocument document;
    const JsonProblem problem = document.parse(std::string(json));
    if (problem != JsonProblem::None) return fail(std::string(reasonOf(problem)), name);
    JsonObject root;
    if (!document.root().get(root)) return fail("is no recording of Whisker", name);
    std::vector<Lesson> lessons;
    for (const JsonMember play : root) {
        JsonObject rounds;
        if (!play.value.get(rounds)) return fail("is no recording of Whisker: a play is no object", name);
        Lesson& lesson = lessons.emplace_back();
        lesson.covered.assign(context.goals.size(), 0);
        for (const JsonMember round : rounds) {
            if (round.key == "coverage") {
                for (const JsonElement id : round.value.array()) {
                    const std::optional<GoalIndex> goal = context.fitness.find(std::string(id.text()));
                    for (std::size_t g = 0; goal && g < context.goals.size(); g++) {
                        if (context.goals[g] == *goal) lesson.covered[g] = 1;
                    }
                }
                continue;
            }
            JsonObject parts, groups, parameters;
            std::string_view action;
            if (!round.value.get(parts) || !parts.get("features", groups) || !parts.get("action", action))
                return fail("is no recording of Whisker: features or action are missing", name);
            Example example;
            for (std::size_t i = 0; i < vocabulary.outputs().size() && example.output == kNone; i++) {
                if (lowered(vocabulary.outputs()[i].event) == lowered(action))
                    example.output = static_cast<std::int32_t>(i);
            }
            if (example.output == kNone) continue;
            if (parts.get("parameter", parameters)) {
                for (const std::string& parameter :
                     vocabulary.outputs()[static_cast<std::size_t>(example.output)].parameters) {
                    double value = 0;
                    parameters.get(parameter, value);
                    example.parameters.push_back(std::clamp(value, -1.0, 1.0));
                }
            }
            for (const JsonMember group : groups) {
                for (const JsonMember feature : group.value.object()) {
                    double value = 0;
                    const std::int32_t input =
                        vocabulary.findInput(std::string(group.key), std::string(feature.key));
                    if (input != kNone && feature.value.get(value))
                        example.seen.push_back({input, std::clamp(value, -1.0, 1.0)});
                }
            }
            lesson.examples.push_back(std::move(example));
        }
    }
    return lessons;
}

Result<std::vector<Lesson>> loadLessons(const JudgeContext& context, const std::string& path,
                                        const PlayDurations& durations) {
    OUNCE_TRY(const std::string text, readFile(path, kMostBytes));
    JsonDocument document;
    const JsonProblem problem = document.parse(text);
    if (problem != JsonProblem::None)
        return fail(std::string(reasonOf(problem)), path, "is it a suite, a log, or a recording of Whisker?");
    JsonObject root;
    if (!document.root().get(root)) return fail("is nothing to learn from", path);
    std::vector<TestCase> tests;
    if (root.has("tests")) {
        OUNCE_TRY(Suite suite, readSuiteJson(text, path));
        tests = std::move(suite.tests);
    } else if (root.has("draws") || root.has("inputs")) {
        OUNCE_TRY(const Log log, readLog(text, path));
        tests.push_back(recordedTest(log).test);
    } else {
        return readGroundTruth(context, text, path);
    }
    std::vector<Lesson> lessons;
    for (const TestCase& test : tests) lessons.push_back(lessonOf(context, test, durations));
    return lessons;
}

}  // namespace ounce::neuro
