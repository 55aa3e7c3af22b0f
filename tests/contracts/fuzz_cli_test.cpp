// `ounce fuzz` as people call it.
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../run_ounce.h"
#include "../temp_folder.h"
#include "base/file.h"

namespace ounce {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kExamples = OUNCE_SOURCE_DIR "/examples/contracts/";

class Fuzz : public TempFolder {
  protected:
    // An example with room for fifty instead of ten thousand, which takes a test less time to fill.
    std::string small(const std::string& name) {
        std::string source = *readFile(kExamples + name, 1 << 20);
        const std::string bound = "10000";
        source.replace(source.find(bound), bound.size(), "50");
        return write(name, source);
    }
    static json fuzz(const std::string& arguments, int code) {
        const Outcome outcome = runOunce("fuzz " + arguments + " --json");
        EXPECT_EQ(outcome.code, code) << outcome.out;
        return json::parse(outcome.out, nullptr, false);
    }
    // The first failure whose contract contains a text; null: there is none.
    static json failure(const json& result, const std::string& part) {
        for (const json& found : result["failures"]) {
            if (found["contract"].get<std::string>().find(part) != std::string::npos) return found;
        }
        return nullptr;
    }
};

TEST_F(Fuzz, FindsBothBugsOfTheBoundedStackAndShrinksThem) {
    const json result = fuzz(small("stack.js") + " --budget 400x -o " + path("out"), 1);
    EXPECT_EQ(result["programs"], 400);
    const json capacity = failure(result, "pushMany: throws RangeError");
    ASSERT_FALSE(capacity.is_null());
    EXPECT_LE(capacity["calls"], 3);
    EXPECT_LE(capacity["foundAt"], 100);
    const json observer = failure(result, "push: ensures !this.isEmpty()");
    ASSERT_FALSE(observer.is_null());
    EXPECT_EQ(observer["blame"], "program");
    EXPECT_LE(observer["calls"], 4);
    EXPECT_THAT(observer["program"].get<std::string>(), HasSubstr("pop()"));
    EXPECT_TRUE(std::filesystem::exists(observer["file"].get<std::string>()));
    const std::string page = *readFile(path("out/report.html"), 1 << 20);
    EXPECT_EQ(page.find("<h1>"), page.rfind("<h1>")) << "one title";
}

TEST_F(Fuzz, WithoutCallbacksTheObserverCannotBeBlamed) {
    const json result = fuzz(small("stack.js") + " --budget 60x --no-callbacks", 1);
    EXPECT_FALSE(failure(result, "throws RangeError").is_null());
    EXPECT_TRUE(failure(result, "ensures").is_null());
}

TEST_F(Fuzz, ARepairedContractShiftsTheBlame) {
    const json result = fuzz(small("stack-repaired.js") + " --budget 500x", 0);
    EXPECT_TRUE(result["failures"].empty());
    EXPECT_GT(result["discarded"], 0) << "observers that break their promise are discarded";
}

TEST_F(Fuzz, TheResultDoesNotDependOnTheNumberOfWorkers) {
    const std::string arguments = "fuzz " + small("stack.js") + " --budget 300x --json --seed 5 -j ";
    EXPECT_EQ(runOunce(arguments + "1").out, runOunce(arguments + "3").out);
    const std::string scratch = "fuzz " + kExamples + "bank.scratch --budget 3000x --json --seed 5 -j ";
    EXPECT_EQ(runOunce(scratch + "1").out, runOunce(scratch + "3").out);
}

TEST_F(Fuzz, HostileCodeCostsItsOwnVerdict) {
    const std::string module = write("hostile.js", R"(
class Hostile {
    /** @imperative @final */
    hang() { for (;;); }
    /** @imperative @final */
    shout() { throw {get name() { throw 1; }, get message() { throw 2; }, toString() { throw 3; }}; }
    /** @returns {int} @final */
    lie() { return 'a text'; }
    /** @imperative @final */
    fine() {}
}
module.exports = {Hostile};
)");
    const json result = fuzz(module + " --budget 30x --size 2 -j 2", 1);
    EXPECT_EQ(result["programs"], 30);
    EXPECT_FALSE(failure(result, "comes to an end").is_null());
    EXPECT_FALSE(failure(result, "shout: throws").is_null());
    EXPECT_FALSE(failure(result, "lie: returns int").is_null());
    EXPECT_TRUE(failure(result, "fine").is_null());
}

TEST_F(Fuzz, MistakesInContractsAreNamedWithTheirPlace) {
    const Outcome type = runOunce(
        "fuzz " + write("type.js", "/**\n * @param {Strin} a\n */\nfunction f(a) {}\nmodule.exports = {f};"));
    EXPECT_EQ(type.code, 2);
    EXPECT_THAT(type.out, HasSubstr("type.js:2:12: there is no type «Strin»"));
    const Outcome condition = runOunce(
        "fuzz " +
        write("condition.js",
              "/**\n * @param {int} a\n * @requires a >\n */\nfunction f(a) {}\nmodule.exports = {f};"));
    EXPECT_EQ(condition.code, 2);
    EXPECT_THAT(condition.out, HasSubstr("condition.js:3:14"));
    EXPECT_EQ(runOunce("fuzz " + write("nothing.js", "module.exports = 1;")).code, 2);
    EXPECT_EQ(runOunce("fuzz " + write("broken.js", "/** @returns {int} */ function f( {")).code, 2);
    EXPECT_EQ(runOunce("fuzz nowhere.js").code, 2);
    const Outcome scratch = runOunce(
        "fuzz " + write("wrong.scratch", "sprite A\n\n// @requires scor > 0\ndefine jump\nmove (1) steps\n"));
    EXPECT_EQ(scratch.code, 2);
    EXPECT_THAT(scratch.out, HasSubstr("wrong.scratch:3:14"));
    const std::string program = write("message.scratch", "sprite A\n\nwhen flag clicked\nbroadcast (go v)\n");
    const Outcome props = runOunce("fuzz " + program + " --contracts " +
                                   write("wrong.props", "# of messages\n# @message og @requires 1 > 0\n"));
    EXPECT_EQ(props.code, 2);
    EXPECT_THAT(props.out, HasSubstr("wrong.props:2:1"));
    EXPECT_THAT(props.out, HasSubstr("there is no message «og»"));
}

TEST_F(Fuzz, ContractsMayStandInAFileOfTheirOwn) {
    const std::string module =
        write("set.js",
              "module.exports = class IntSet {\n  constructor() { this.items = []; }\n  add(n) { "
              "this.items.push(n); }\n  count() { return this.items.length; }\n};");
    const std::string contracts = write("set.contracts.js", R"(
class IntSet {
    /** @param {int} n @ensures this.count() <= old(this.count()) + 1 @ensures new Set(this.items).size === this.items.length @final */
    add(n) {}
    /** @returns {natural} @final */
    count() {}
}
)");
    const json result = fuzz(module + " --contracts " + contracts + " --budget 300x -o " + path("out"), 1);
    const json twice = failure(result, "add: ensures new Set");
    ASSERT_FALSE(twice.is_null());
    // What is required is the class itself.
    EXPECT_THAT(*readFile(twice["file"].get<std::string>(), 1 << 20),
                HasSubstr("const IntSet = required.IntSet || required.default || required;"));
    EXPECT_TRUE(failure(result, "count() <=").is_null());
}

TEST_F(Fuzz, PromisesAreAwaitedAndModulesMayExportLikeES) {
    const std::string module = write("later.mjs", R"(
export class Later {
    constructor() { this.n = 0; }
    /** @returns {Promise<int>} @imperative @final */
    async increase() { await new Promise(done => setTimeout(done, 5)); return ++this.n > 2 ? 'many' : this.n; }
}
)");
    const json result = fuzz(module + " --budget 300x", 1);
    const json found = failure(result, "increase: returns Promise<int>");
    ASSERT_FALSE(found.is_null());
    EXPECT_THAT(found["program"].get<std::string>(), HasSubstr("await later.increase()"));
}

TEST_F(Fuzz, ErrorsThatAreDocumentedMayBeThrown) {
    const std::string module = write("errors.js", R"(
class OwnError extends Error {}
class Box {
    /** @param {boolean} a @throws {Error} @imperative @final */
    own(a) { if (a) throw new OwnError('mine'); }
    /** @param {boolean} a @throws {Error} @imperative @final */
    engine(a) { if (a) null.x; }
    /** @param {boolean} a @throws {TypeError} @imperative @final */
    named(a) { if (a) null.x; }
}
module.exports = {Box};
)");
    const json result = fuzz(module + " --budget 200x", 1);
    EXPECT_EQ(result["failures"].size(), 1u);
    EXPECT_FALSE(failure(result, "Box.engine: throws TypeError").is_null());
}

TEST_F(Fuzz, PackagesFindWhatTheyAskForWhileTheyLoad) {
    const std::string module = write("package.js", R"(
const isTest = process.env.NODE_ENV === 'test' && global === globalThis;
const bytes = new TextEncoder().encode('é'), text = new TextDecoder().decode(bytes);
/** @returns {boolean} @ensures result === true */
function isFine() { return isTest && bytes.length === 2 && text === 'é'; }
module.exports = {isFine};
)");
    EXPECT_TRUE(fuzz(module + " --budget 5x", 0)["failures"].empty());
}

TEST_F(Fuzz, SubclassesFindMethodsThatShouldBeFinal) {
    const std::string module = write("door.js", R"(
class Door {
    constructor() { this.open = false; }
    /** @returns {boolean} */
    isOpen() { return this.open; }
    /** @requires this.isOpen() @ensures !this.open @imperative @final */
    close() { this.open = false; }
    /** @imperative @final */
    slam() { this.open = true; this.close(); }
}
module.exports = {Door};
)");
    const json result = fuzz(module + " --budget 500x", 1);
    const json found = failure(result, "close: requires this.isOpen()");
    ASSERT_FALSE(found.is_null());
    EXPECT_THAT(found["program"].get<std::string>(), HasSubstr("class extends Door"));
    EXPECT_TRUE(fuzz(module + " --budget 500x --no-callbacks", 0)["failures"].empty());
}

TEST_F(Fuzz, ExtensionsNeedNoComments) {
    const std::string module = write("extension.js", R"(
(function (Scratch) {
    class Words {
        getInfo() {
            return {id: 'words', blocks: [
                {opcode: 'nth', blockType: Scratch.BlockType.REPORTER, text: 'letter [N] of [TEXT]',
                    arguments: {N: {type: Scratch.ArgumentType.NUMBER}, TEXT: {type: Scratch.ArgumentType.STRING}}},
                {opcode: 'isOn', blockType: Scratch.BlockType.BOOLEAN, text: '[MODE] on?',
                    arguments: {MODE: {type: Scratch.ArgumentType.STRING, menu: 'modes'}}},
            ], menus: {modes: {acceptReporters: true, items: ['light', 'dark']}}};
        }
        nth({N, TEXT}) { return TEXT[N].toUpperCase(); }
        isOn({MODE}) { return MODE === 'light' || (MODE === 'dark' ? 'no' : false); }
    }
    Scratch.extensions.register(new Words());
})(Scratch);
)");
    const json result = fuzz(module + " --budget 300x", 1);
    EXPECT_FALSE(failure(result, "Words.nth: throws TypeError").is_null());
    EXPECT_FALSE(failure(result, "Words.isOn: ensures").is_null());
    EXPECT_EQ(result["failures"].size(), 2u);
}

TEST_F(Fuzz, CustomBlocksOfScratchProgramsHaveContracts) {
    const json result = fuzz(kExamples + "bank.scratch --budget 5000x -o " + path("out"), 1);
    const json fee = failure(result, "withdraw: ensures");
    ASSERT_FALSE(fee.is_null());
    EXPECT_EQ(fee["calls"], 2);
    EXPECT_FALSE(failure(result, "keeps share a number").is_null());
    EXPECT_TRUE(failure(result, "pay in").is_null());
    // What is written can be run: a click on the new sprite does it.
    const std::string project = fee["file"];
    const std::string inputs = project.substr(0, project.size() - 4) + ".inputs.json";
    const Outcome replay = runOunce("run " + project + " --inputs " + inputs + " --seconds 1 --json");
    ASSERT_EQ(replay.code, 0) << replay.out;
    EXPECT_THAT(json::parse(replay.out)["variables"].dump(), HasSubstr("-1"));
}

TEST_F(Fuzz, ScratchProgramsHaveImplicitContracts) {
    const std::string program = write("implicit.scratch", R"(sprite A
  list items = 1, 2

define fall (n)
fall ((n) + (1))

define take (n)
say (item (n) of [items v])

define spin :: warp
repeat until <(1) = (2)>
end
)");
    const json result = fuzz(program + " --budget 100x --size 3", 1);
    EXPECT_FALSE(failure(result, "stays inside the list items").is_null());
    EXPECT_FALSE(failure(result, "comes to an end").is_null());
    EXPECT_FALSE(failure(result, "does not call itself without end").is_null());
    const json off = fuzz(program + " --budget 50x --size 3 --without lists,hanging,recursion", 0);
    EXPECT_TRUE(off["failures"].empty());
    EXPECT_EQ(runOunce("fuzz " + program + " --without nonsense").code, 2);
}

TEST_F(Fuzz, NobodyIsBlamedForBlocksThatOunceLacks) {
    const auto program = [&](const std::string& divisor) {
        return write("share.scratch",
                     "stage\n  variable part = 0\n\nsprite A\n\ndefine share\nset [part v] to ((6) / " +
                         divisor + ")\n") +
               " --budget 50x";
    };
    EXPECT_EQ(fuzz(program("(0)"), 1)["failures"].size(), 1u);
    EXPECT_TRUE(fuzz(program("(@someextension_framerate)"), 0)["failures"].empty());
}

TEST_F(Fuzz, ReceiversOfMessagesAreCallbacks) {
    const json result = fuzz(kExamples + "stack.scratch --budget 4000x -o " + path("out"), 1);
    const json room = failure(result, "stays inside the list cells");
    ASSERT_FALSE(room.is_null());
    const json listener = failure(result, "push: ensures height > 0");
    ASSERT_FALSE(listener.is_null());
    EXPECT_LE(listener["calls"], 3);
    EXPECT_THAT(listener["program"].get<std::string>(), HasSubstr("when I receive pushed\n    Stack: pop"));
    // The listener that was generated does the same in the project that was written.
    const std::string project = listener["file"];
    const std::string inputs = project.substr(0, project.size() - 4) + ".inputs.json";
    const Outcome replay = runOunce("run " + project + " --inputs " + inputs + " --seconds 1 --json");
    ASSERT_EQ(replay.code, 0) << replay.out;
    EXPECT_EQ(json::parse(replay.out)["variables"]["Stage"]["height"], 0) << replay.out;
    EXPECT_TRUE(failure(fuzz(kExamples + "stack.scratch --budget 2000x --no-callbacks", 1), "push: ensures")
                    .is_null());
}

TEST_F(Fuzz, MessagesHaveContractsToo) {
    const json repaired = fuzz(kExamples + "stack-repaired.scratch --budget 4000x", 0);
    EXPECT_TRUE(repaired["failures"].empty());
    EXPECT_GT(repaired["discarded"], 0) << "listeners that break their promise are discarded";
    // The same contract in a file of its own: only the room is wrong.
    const std::string props = write(
        "stack.props", "# @message pushed @requires height > 0 @ensures height > 0 and room >= old(room)\n");
    const json result = fuzz(kExamples + "stack.scratch --budget 2000x --contracts " + props, 1);
    EXPECT_FALSE(failure(result, "stays inside the list cells").is_null());
    EXPECT_TRUE(failure(result, "push: ensures").is_null());
    // Who sends a message answers for what it requires, who receives it for what it ensures.
    const std::string program = write("sends.scratch", R"(stage
  variable level = 0

sprite A

define up (n)
change [level v] by (n)
broadcast (risen v)

// @requires level < 3 @ensures level > 5
when I receive [risen v]
change [level v] by (0)
)");
    const json both = fuzz(program + " --budget 500x", 1);
    EXPECT_FALSE(failure(both, "broadcast risen: requires level < 3").is_null());
    EXPECT_FALSE(failure(both, "when I receive risen: ensures level > 5").is_null());
}

TEST_F(Fuzz, ContractsStandOutsideTheProgramAndKeepSomeOfItPrivate) {
    const std::string program = write("wallet.scratch", R"(stage
  variable money = 0

when flag clicked
set [money v] to (-1)

when I receive [rob v]
set [money v] to (-2)

sprite Wallet

define pay (the price)
change [money v] by ((0) - (the price))

define cheat
set [money v] to (-3)

define turn (times)
repeat (times)
  turn right (1) degrees
  change [money v] by (1)
end
)");
    const std::string all =
        "# @define Wallet: pay @requires \"the price\" >= 0 and \"the price\" <= money\n"
        "# @define Wallet: turn @requires times = round(times) and times <= 500 "
        "@ensures money >= 0 @ensures money = old(money) + max(times, 0)\n";
    const json everything = fuzz(program + " --budget 500x --contracts " + write("all.props", all), 1);
    EXPECT_FALSE(failure(everything, "turn: ensures money >= 0").is_null());
    // Nobody takes money away but who pays; and what turns for long is not called a second time meanwhile.
    const std::string rest = "# @define Wallet: cheat @private\n# @flag @private\n# @message rob @private\n";
    EXPECT_TRUE(fuzz(program + " --budget 500x --contracts " + write("rest.props", all + rest), 0)["failures"]
                    .empty());
}

TEST_F(Fuzz, OpenCustomBlocksAreReplaced) {
    const std::string program = write("open.scratch", R"(stage
  variable sum = 0

sprite A

// @requires n > 0 @open
define count (n)
change [sum v] by (n)

// @requires n > 0 @ensures sum = old(sum) + n
define add (n)
count (n)
)");
    const json result = fuzz(program + " --budget 2000x -o " + path("out"), 1);
    const json found = failure(result, "add: ensures");
    ASSERT_FALSE(found.is_null()) << "what replaces «count» may do nothing";
    EXPECT_THAT(found["program"].get<std::string>(), HasSubstr("instead of A: count"));
    const std::string project = found["file"];
    const std::string inputs = project.substr(0, project.size() - 4) + ".inputs.json";
    const Outcome replay = runOunce("run " + project + " --inputs " + inputs + " --seconds 1 --json");
    ASSERT_EQ(replay.code, 0) << replay.out;
    EXPECT_EQ(json::parse(replay.out)["variables"]["Stage"]["sum"], 0) << replay.out;
    std::string closed = *readFile(program, 1 << 20);
    closed.replace(closed.find(" @open"), 6, "");
    EXPECT_TRUE(fuzz(write("closed.scratch", closed) + " --budget 2000x", 0)["failures"].empty());
}

TEST_F(Fuzz, TheProgramAnswersForTheBlocksItUsesItself) {
    const std::string program = write("self.scratch", R"(stage
  variable level = 0

sprite A

// @requires step > 0
define climb (step)
change [level v] by (step)

// @requires n >= 0
define jump (n)
climb (n)
)");
    const json result = fuzz(program + " --budget 500x", 1);
    EXPECT_FALSE(failure(result, "climb: requires step > 0").is_null());
}

}  // namespace
}  // namespace ounce
