#include "vm/log.h"

#include <fmt/format.h>
#include <limits>

#include "base/date.h"
#include "base/json_writer.h"
#include "vm/inputs_json.h"
#include "vm/log_json.h"

namespace ounce {
namespace {

constexpr std::string_view kFormat = "ounce-log";
constexpr std::uint64_t kVersion = 2;
constexpr std::size_t kMostNumbers = 10000000;

std::string_view nameOf(Mode mode) { return mode == Mode::Whisker ? "whisker" : "scratch"; }

void writeMachine(JsonWriter& json, const MachineOptions& machine) {
    json.beginObject().key("mode").string(nameOf(machine.mode));
    json.key("passes").number(machine.passes).key("warpChecks").number(machine.warpChecks);
    json.key("turbo").boolean(machine.turbo).key("renderer").boolean(machine.renderer);
    json.key("whiskerTimerStep").number(machine.whiskerTimerStep);
    if (machine.numbers == Numbers::Whisker) json.key("numbers").string("whisker");
    json.key("userName").string(machine.userName);
    json.key("startDate").string(writeDate(machine.startDate)).endObject();
}

// Reads members that must be there and must be what they are to be; the first that is not is the error.
class Members {
  public:
    explicit Members(const JsonObject& json) : json_(json) {}

    template <class T>
    void read(const char* name, T& value, const char* what) {
        if (!problem_.empty()) return;
        if (!json_.get(name, value)) problem_ = fmt::format("«{}» must be {}", name, what);
    }
    void readWhole(const char* name, std::uint64_t most, std::uint64_t least, std::uint64_t& value) {
        const std::string what = fmt::format("a whole number from {} to {}", least, most);
        read(name, value, what.c_str());
        if (problem_.empty() && (value < least || value > most))
            problem_ = fmt::format("«{}» must be {}", name, what);
    }
    void readTruth(const char* name, bool& value) { read(name, value, "true or false"); }
    void readText(const char* name, std::string& value) {
        std::string_view text;
        read(name, text, "a text");
        value = text;
    }
    void refuse(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    [[nodiscard]] Result<void> result() const {
        if (problem_.empty()) return {};
        return fail(problem_);
    }

  private:
    const JsonObject& json_;
    std::string problem_;
};

Result<MachineOptions> readMachine(const JsonObject& json) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
    MachineOptions machine;
    std::string mode;
    std::uint64_t passes = 0, warpChecks = 0;
    Members members(json);
    members.readText("mode", mode);
    members.readWhole("passes", kMost, 1, passes);
    members.readWhole("warpChecks", kMost, 1, warpChecks);
    members.readTruth("turbo", machine.turbo);
    members.readTruth("renderer", machine.renderer);
    members.read("whiskerTimerStep", machine.whiskerTimerStep, "a number");
    members.readText("userName", machine.userName);
    if (json.has("numbers")) {
        std::string numbers;
        members.readText("numbers", numbers);
        if (numbers != "whisker" && numbers != "mulberry32")
            members.refuse("«numbers» must be «whisker» or «mulberry32»");
        if (numbers == "whisker") machine.numbers = Numbers::Whisker;
    }
    if (json.has("startDate")) {  // since version 2
        std::string text;
        members.readText("startDate", text);
        const auto date = readDate(text);
        if (!date) members.refuse("«startDate» must be a date such as 2026-11-17 or 2026-11-17T08:30:00");
        machine.startDate = date.value_or(kUsualStartDate);
    }
    if (mode != "scratch" && mode != "whisker") members.refuse("«mode» must be «scratch» or «whisker»");
    OUNCE_CHECK(members.result());
    machine.mode = mode == "whisker" ? Mode::Whisker : Mode::Scratch;
    machine.passes = static_cast<std::int32_t>(passes);
    machine.warpChecks = static_cast<std::int32_t>(warpChecks);
    return machine;
}

Result<Draws> readPlace(const JsonElement& entry) {
    JsonObject json;
    if (!entry.get(json)) return fail("is not an object");
    Draws draws;
    JsonArray outcomes;
    Members members(json);
    members.readText("sprite", draws.sprite);
    members.readText("block", draws.block);
    draws.areNumbers = json.has("numbers");  // version 1
    members.read(draws.areNumbers ? "numbers" : "outcomes", outcomes, "a list");
    OUNCE_CHECK(members.result());
    for (const JsonElement outcome : outcomes) {
        double value = 0;
        if (!outcome.get(value)) return fail("outcomes are numbers");
        if (draws.areNumbers && !(value >= 0 && value < 1))
            return fail("random numbers are at least 0 and less than 1");
        draws.outcomes.push_back(value);
    }
    return draws;
}

}  // namespace

Result<std::vector<Draws>> readDraws(const JsonArray& json) {
    std::vector<Draws> all;
    std::size_t count = 0;
    for (const JsonElement entry : json) {
        auto read = readPlace(entry);
        if (!read)
            return std::unexpected(std::move(read.error()).inside(fmt::format("draws {}", all.size())));
        count += read->outcomes.size();
        if (count > kMostNumbers) return fail(fmt::format("has more than {} random numbers", kMostNumbers));
        all.push_back(std::move(*read));
    }
    return all;
}

void writeDraws(JsonWriter& json, const Draws& draws) {
    json.beginObject().key("sprite").string(draws.sprite).key("block").string(draws.block);
    json.key(draws.areNumbers ? "numbers" : "outcomes").beginArray();
    for (const double outcome : draws.outcomes) json.number(outcome);
    json.endArray().endObject();
}

Result<Log> readLog(const JsonObject& json) {
    Log log;
    std::string format;
    std::uint64_t version = 0, seed = 0;
    Members members(json);
    members.readText("format", format);
    if (format != kFormat) return fail("is not a log of a run", {}, "write one with ounce run --record");
    members.read("version", version, "a whole number");
    if (version < 1 || version > kVersion)
        members.refuse(fmt::format("is of version {}; this Ounce reads up to version {}", version, kVersion));
    members.readWhole("seed", std::numeric_limits<std::uint32_t>::max(), 0, seed);
    members.readWhole("steps", Log::kMostSteps, 0, log.steps);
    JsonObject machine;
    JsonArray inputs, draws;
    members.read("machine", machine, "an object");
    members.read("inputs", inputs, "a list");
    members.read("draws", draws, "a list");
    members.readTruth("complete", log.complete);
    OUNCE_CHECK(members.result());
    log.seed = static_cast<std::uint32_t>(seed);
    OUNCE_TRY(log.machine, readMachine(machine));
    OUNCE_TRY(log.inputs, readInputs(inputs, "inputs"));
    OUNCE_TRY(log.draws, readDraws(draws));
    return log;
}

void writeLog(JsonWriter& json, const Log& log) {
    json.beginObject().key("format").string(kFormat).key("version").number(static_cast<double>(kVersion));
    json.key("seed").number(log.seed).key("steps").number(static_cast<double>(log.steps));
    writeMachine(json.key("machine"), log.machine);
    writeInputs(json.key("inputs"), log.inputs);
    json.key("draws").beginArray();
    for (const Draws& draws : log.draws) writeDraws(json, draws);
    json.endArray().key("complete").boolean(log.complete).endObject();
}

std::string writeLog(const Log& log) {
    JsonWriter json;
    writeLog(json, log);
    return json.take() + '\n';
}

Result<Log> readLog(std::string_view json, const std::string& name) {
    JsonDocument document;
    JsonObject members;
    const JsonProblem problem = document.parse(std::string(json));
    if (problem != JsonProblem::None)
        return fail(fmt::format("is not a log of a run: it {}", reasonOf(problem)), name);
    if (!document.root().get(members)) return fail("is not a log of a run", name);
    auto log = readLog(members);
    if (!log) return std::unexpected(std::move(log.error()).inside(name));
    return log;
}

}  // namespace ounce
