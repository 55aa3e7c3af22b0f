// A witness as tests of Ounce and of Whisker.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/json_writer.h"
#include "base/number.h"
#include "spec/parse.h"
#include "testing/play.h"
#include "testing/recording.h"
#include "testing/suite_js.h"
#include "testing/suite_json.h"
#include "verify/draw_order.h"
#include "verify/export.h"
#include "verify/property_words.h"
#include "vm/machine.h"

namespace ounce::verify {
namespace {

std::vector<Drawn> drawOrder(const Program& program, const Log& log) {
    State state = initialState(program, log.machine, log.seed);
    Machine machine(program, state, log.machine);
    DrawOrder draws(program, state, log.draws);
    machine.choices = &draws;
    std::size_t next = 0;
    for (std::uint64_t step = 0; step < log.steps; step++) {
        const std::size_t first = next;
        while (next < log.inputs.size() && log.inputs[next].step <= step) next++;
        machine.step(std::span(log.inputs).subspan(first, next - first));
    }
    return std::move(draws.order);
}

std::string quoted(const std::string& text) { return JsonWriter().string(text).take(); }

// What stands at the beginning of the test: mocks, the property.
std::string prelude(const Program& program, const spec::Monitor& monitor, const Witness& witness,
                    const std::optional<std::string>& condition) {
    std::string out;
    const auto line = [&](const std::string& text) { out += "    " + text + "\n"; };
    std::string numbers;
    std::map<std::string, std::string> places[2];
    std::map<std::pair<std::size_t, std::string>, bool> second;
    for (const Drawn& drawn : drawOrder(program, witness.log)) {
        if (drawn.function == MockedFunction::RandomBetween) {
            numbers += (numbers.empty() ? "" : ", ") + numberToText(drawn.outcome);
            continue;
        }
        const std::size_t which = drawn.function == MockedFunction::GoToRandomPosition ? 0 : 1;
        const auto sprite =
            static_cast<std::size_t>(program.statements[static_cast<std::size_t>(drawn.statement)].sprite);
        const std::string& name = program.sprites[sprite].name;
        std::string& list = places[which][name];
        bool& isSecond = second[{which, name}];
        list += isSecond ? fmt::format(", {}]", numberToText(drawn.outcome))
                         : fmt::format("{}[{}", list.empty() ? "" : ", ", numberToText(drawn.outcome));
        isSecond = !isSecond;
    }
    const auto placesText = [&](std::size_t which) {
        std::string text;
        for (const auto& [name, list] : places[which])
            text += fmt::format("{}{}: [{}]", text.empty() ? "" : ", ", quoted(name), list);
        return text;
    };
    if (!numbers.empty() || !places[0].empty() || !places[1].empty()) {
        line("// What was random in the run that was found; behind its end chance decides again.");
        line("const primitives = t.vm.runtime._primitives;");
    }
    if (!numbers.empty()) {
        line(fmt::format("const numbers = [{}];", numbers));
        line("const pickRandom = primitives['operator_random'];");
        line("primitives['operator_random'] = (args, util) =>");
        line(
            "    numbers.length > 0 && Number(args.FROM) !== Number(args.TO) ? numbers.shift() : "
            "pickRandom(args, util);");
    }
    if (!places[0].empty()) {
        line(fmt::format("const places = {{{}}};", placesText(0)));
        line("const goTo = primitives['motion_goto'];");
        line("primitives['motion_goto'] = (args, util) => {");
        line(
            "    const place = args.TO === '_random_' ? (places[util.target.getName()] || []).shift() : "
            "null;");
        line("    return place ? util.target.setXY(place[0], place[1]) : goTo(args, util);");
        line("};");
    }
    if (!places[1].empty()) {
        line(fmt::format("const ends = {{{}}};", placesText(1)));
        line(
            "const glideTo = primitives['motion_glideto'], glideToPlace = "
            "primitives['motion_glidesecstoxy'];");
        line("primitives['motion_glideto'] = (args, util) => {");
        line("    const begins = args.TO === '_random_' && !(util.stackFrame && util.stackFrame.timer);");
        line("    const end = begins ? (ends[util.target.getName()] || []).shift() : null;");
        line(
            "    return end ? glideToPlace({SECS: args.SECS, X: end[0], Y: end[1]}, util) : glideTo(args, "
            "util);");
        line("};");
    }
    if (condition) {
        line(fmt::format("t.addConstraint(() => {{\n        t.assert.ok({}, {});\n    }});", *condition,
                         quoted(monitor.name)));
    } else {
        line(fmt::format("// The property: {}", monitor.text));
    }
    return out;
}

}  // namespace

TestFiles writeTests(const Program& program, const std::vector<spec::Monitor>& monitors,
                     std::size_t propertyIndex, const Witness& witness) {
    const spec::Monitor& monitor = monitors[propertyIndex];
    RecordedTest made = recordedTest(witness.log);
    made.test.name = monitor.name;
    made.test.description = witness.message.empty() ? monitor.explanation : witness.message;
    // The test of Whisker has the outcomes and looks at the property itself.
    TestFiles files;
    const std::optional<std::string> condition = javaScriptOf(monitor, program);
    Suite suite = suiteOf(witness.log, made.test);
    suite.project = witness.programName;
    suite.tests[0].draws.clear();  // mocked, below
    JavaScriptSuite script = writeSuiteJs(suite);
    const std::string head = "async function (t) {\n";
    if (const std::size_t at = script.text.find(head); at != std::string::npos)
        script.text.insert(at + head.size(), prelude(program, monitor, witness, condition));
    if (condition) script.text.insert(script.text.find('\n') + 1, kScratchWords);
    files.javaScript = std::move(script.text);

    TestCase test = made.test;
    const std::vector<Check> checks = checksOf(monitor, program);
    for (const Check& check : checks) test.checks.push_back({test.steps, check});
    if (checks.empty() && spec::parse(witness.spec, "")) {
        suite.properties = witness.spec;
        test.watch = {monitor.name};
    } else if (checks.empty()) {
        files.notes.push_back(
            "the property cannot be said as checks: run the test of Ounce with --spec to watch it");
    }
    test.settle();
    suite.tests = {std::move(test)};
    files.json = writeSuiteJson(suite);
    if (!condition)
        files.notes.push_back("the property cannot be said in JavaScript: the test of Whisker only acts");
    files.notes.insert(files.notes.end(), made.notes.begin(), made.notes.end());
    files.notes.insert(files.notes.end(), script.notes.begin(), script.notes.end());
    return files;
}

}  // namespace ounce::verify
