#include "testing/suite_js.h"

#include <cmath>
#include <fmt/format.h>
#include <set>

#include "base/number.h"
#include "testing/key_releases.h"
#include "testing/suite_js_checks.h"

namespace ounce {
namespace {

using Does = UserEvent::Kind;

class Writer {
  public:
    explicit Writer(const Suite& suite) : suite_(suite) {}

    JavaScriptSuite write() {
        std::string functions, entries;
        for (std::size_t i = 0; i < suite_.tests.size(); i++) {
            const TestCase test = withKeyReleases(suite_.tests[i]);
            if (!test.watch.empty())
                note(fmt::format("the test «{}» watches a property, which Whisker cannot", test.name));
            if (!test.draws.empty())
                note(fmt::format("the test «{}» says what random numbers come out; Whisker draws its own",
                                 test.name));
            functions +=
                fmt::format("\nconst test{} = async function (t) {{\n{}    t.end();\n}};\n", i, body(test));
            entries += fmt::format(
                "    {{\n        test: test{},\n        name: {},\n        description: {},\n"
                "        categories: [],\n        generationAlgorithm: {},\n        seed: '{}',\n{}{}"
                "        type: 'standard'\n    }},\n",
                i, javaScriptText(test.name), javaScriptText(test.description),
                javaScriptText(suite_.algorithm), test.seed,
                suite_.numbers == Numbers::Whisker ? "" : "        random: 'mulberry32',\n",
                test.skip ? "        skip: true,\n" : "");
        }
        JavaScriptSuite out;
        if (suite_.mode != Mode::Whisker)
            note("the suite is for the mode scratch; Whisker makes one pass over the scripts per step");
        out.text = fmt::format("// {}\n", suite_.project.empty()
                                              ? std::string("A suite written by Ounce.")
                                              : fmt::format("A suite for {}, written by Ounce.", oneLine()));
        out.text += checks_.helpers() + functions + "\nmodule.exports = [\n" + entries + "];\n";
        out.notes = checks_.notes();
        return out;
    }

  private:
    [[nodiscard]] std::string oneLine() const {
        std::string name = suite_.project;
        for (char& c : name) {
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        }
        return name;
    }

    void note(std::string sentence) { checks_.note(std::move(sentence)); }

    std::string body(const TestCase& test) {
        std::string text = initialValues(test);
        std::uint64_t now = 0;
        for (const std::uint64_t time : timesOf(test)) {
            if (time > now) text += fmt::format("    await {};\n", run(test, now, time));
            now = time;
            for (std::size_t i = 0; i < test.checks.size(); i++) {
                if (test.checks[i].check.since == time)
                    text +=
                        fmt::format("    const then{} = {};\n", i, checks_.measured(test.checks[i].check));
            }
            for (std::size_t i = 0; i < test.checks.size(); i++) {
                if (isSpan(test.checks[i]) && test.checks[i].from == time)
                    text += spanBegin(test.checks[i], i);
            }
            for (std::size_t i = 0; i < test.checks.size(); i++) {
                if (test.checks[i].at == time) text += checkLine(test.checks[i], i);
            }
            for (const TimedEvent& event : test.events) {
                if (event.at != time) continue;
                if (const std::string line = action(event.event); !line.empty())
                    text += fmt::format("    {};\n", line);
            }
        }
        return text;
    }

    // When something happens in a test, in order.
    static std::set<std::uint64_t> timesOf(const TestCase& test) {
        std::set<std::uint64_t> times{test.steps};
        for (const TimedEvent& event : test.events) times.insert(event.at);
        for (const TimedCheck& check : test.checks) {
            times.insert(check.at);
            if (check.check.since) times.insert(*check.check.since);
            if (isSpan(check)) times.insert(check.from);
        }
        return times;
    }
    static bool isSpan(const TimedCheck& check) { return check.span != Span::Now; }

    // Lets time go by, with the checks that hold meanwhile.
    static std::string run(const TestCase& test, std::uint64_t from, std::uint64_t to) {
        std::string watched;
        for (std::size_t i = 0; i < test.checks.size(); i++) {
            const TimedCheck& check = test.checks[i];
            if (isSpan(check) && check.from <= from && check.at >= to)
                watched += fmt::format("{}check{}", watched.empty() ? "" : ", ", i);
        }
        return watched.empty() ? fmt::format("t.runForSteps({})", to - from)
                               : fmt::format("watch(t, {}, [{}])", to - from, watched);
    }

    std::string assertion(const TimedCheck& timed, std::size_t index) {
        return timed.check.since ? checks_.assertion(timed.check, fmt::format("then{}", index))
                                 : checks_.assertion(timed.check);
    }

    std::string spanBegin(const TimedCheck& timed, std::size_t index) {
        checks_.useSpans();
        const std::string line = assertion(timed, index);
        const std::string check = line.empty() ? "" : fmt::format("{};", line);
        if (timed.span == Span::Always)
            return fmt::format("    const check{0} = () => {{ {1} }};\n    check{0}();\n", index, check);
        return fmt::format(
            "    let once{0} = false;\n    const check{0} = () => {{ once{0} = once{0} || holds(() => {{ {1} "
            "}}); }};\n"
            "    check{0}();\n",
            index, check);
    }

    std::string checkLine(const TimedCheck& timed, std::size_t index) {
        if (timed.span == Span::Always) return {};  // looked at all the time
        if (timed.span == Span::Once)
            return fmt::format("    t.assert.ok(once{}, {});\n", index, javaScriptText(timed.text()));
        const std::string line = assertion(timed, index);
        return line.empty() ? line : fmt::format("    {};\n", line);
    }

    // What variables begin with. The flag was clicked already, but no script has run.
    static std::string initialValues(const TestCase& test) {
        std::string text;
        for (const InitialValue& initial : test.initial) {
            const std::string owner = initial.sprite.empty() ? "getTargetForStage()"
                                                             : fmt::format("getSpriteTargetByName({})",
                                                                           javaScriptText(initial.sprite));
            text += fmt::format("    t.vm.runtime.{}.lookupVariableByNameAndType({}, '').value = {};\n",
                                owner, javaScriptText(initial.variable), javaScriptLiteral(initial.value));
        }
        return text;
    }

    std::string action(const UserEvent& event) {
        const std::string name = javaScriptText(event.name);
        const auto steps = [&] { return event.steps > 0 ? fmt::format(", {}", event.steps) : std::string(); };
        const auto member = [&] {
            return event.steps > 0 ? fmt::format(", steps: {}", event.steps) : std::string();
        };
        const std::string x = numberToText(event.x), y = numberToText(event.y);
        switch (event.kind) {
            case Does::Wait: return {};
            case Does::KeyPress: return fmt::format("t.keyPress({}{})", name, steps());
            case Does::KeyRelease: return fmt::format("t.keyRelease({})", name);
            case Does::MouseMove:
                // mouseMove cuts decimals off, where the mouse of Scratch rounds.
                if (event.x == std::trunc(event.x) && event.y == std::trunc(event.y))
                    return fmt::format("t.mouseMove({}, {})", x, y);
                return fmt::format("t.inputImmediate({{device: 'mouse', x: {}, y: {}}})", x, y);
            case Does::MouseDown:
                return event.steps > 0 ? fmt::format("t.mouseDownForSteps({})", event.steps)
                                       : "t.mouseDown(true)";
            case Does::MouseUp: return "t.mouseDown(false)";
            case Does::ClickSprite:
                if (!event.clone) return fmt::format("t.clickSprite({})", name);
                // Whisker's own word for it presses the mouse, and something may lie in front of the clone.
                return fmt::format(
                    "t.vm.runtime.startHats('event_whenthisspriteclicked', null, {}.getScratchTarget())",
                    checks_.spriteCall({event.name, event.clone}));
            case Does::ClickAt:
                return fmt::format("t.inputImmediate({{device: 'mouse', x: {}, y: {}, isDown: true{}}})", x,
                                   y, member());
            case Does::ClickStage: return "t.clickStage()";
            case Does::DragSprite:
                if (!event.clone) return fmt::format("t.dragSprite({}, {}, {})", name, x, y);
                return fmt::format("{}.getScratchTarget().setXY({}, {}, true)",
                                   checks_.spriteCall({event.name, event.clone}), x, y);
            case Does::TypeText: return fmt::format("t.typeText({})", javaScriptText(event.text));
            case Does::Sound:
                if (event.steps > 0)
                    return fmt::format("t.sendSound({}, {})", numberToText(event.volume), event.steps);
                return fmt::format("t.inputImmediate({{device: 'microphone', volume: {}}})",
                                   numberToText(event.volume));
            case Does::GreenFlag: return "t.greenFlag()";
            case Does::StopAll: return "t.vm.stopAll()";
        }
        return {};
    }

    const Suite& suite_;
    JavaScriptChecks checks_;
};

}  // namespace

JavaScriptSuite writeSuiteJs(const Suite& suite) { return Writer(suite).write(); }

}  // namespace ounce
