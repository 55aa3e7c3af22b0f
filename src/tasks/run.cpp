#include "tasks/run.h"

#include <cmath>
#include <fmt/format.h>

#include "analysis/distance_collector.h"
#include "base/cast.h"
#include "tasks/goals.h"

namespace ounce::tasks {
namespace {

constexpr std::uint64_t kAskEvery = 3;  // steps, whether somebody wants an end

class SaysObserver final : public Observer {
  public:
    SaysObserver(const Program& program, const State& state) : program_(program), state_(state) {}

    void said(std::int32_t target, bool think, const Value& text) override {
        const String shown = toText(text);
        if (shown.empty() || target == kNone) return;
        const auto sprite =
            static_cast<std::size_t>(state_.targets[static_cast<std::size_t>(target)]->sprite);
        if (says.size() < kMaxSays)
            says.push_back({state_.now / 1000, program_.sprites[sprite].name, shown.utf8(), think});
    }

    std::vector<Said> says;

  private:
    static constexpr std::size_t kMaxSays = 100000;
    const Program& program_;
    const State& state_;
};

// Where program and log differ; empty: nowhere.
std::string misfitOf(const ReplayedChoices::Fit& fit, bool complete) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    if (complete) add(fit.beyond, "random numbers were drawn that it does not have");
    add(fit.unused, "of its random numbers were not drawn");
    add(fit.unknown, "of its blocks are not in the program");
    add(fit.outside, "of its outcomes are not possible any more");
    return text;
}

Json valueToJson(const Value& value) {
    switch (value.type()) {
        case Type::Number:
            return std::isfinite(value.asNumber()) ? Json(value.asNumber()) : Json(toText(value).utf8());
        case Type::Boolean: return value.asBoolean();
        case Type::Text: return value.asText().utf8();
        case Type::Undefined: break;
    }
    return nullptr;
}

Json variablesOf(const Program& program, const State& state) {
    Json all = Json::object();
    for (std::size_t i = 0; i < program.sprites.size(); i++) {
        const SpriteProgram& sprite = program.sprites[i];
        const TargetState& t = *state.targets[i];
        for (std::size_t v = 0; v < t.variables.size(); v++)
            all[sprite.name][sprite.variables[v].name] = valueToJson(t.variables[v]);
        for (std::size_t l = 0; l < t.lists.size(); l++) {
            Json items = Json::array();
            for (const Value& item : t.lists[l]) items.push_back(valueToJson(item));
            all[sprite.name][sprite.lists[l].name] = std::move(items);
        }
    }
    return all;
}

}  // namespace

bool RunAnswer::good() const {
    for (const spec::PropertyResult& property : properties) {
        if (property.outcome == spec::Outcome::Violated || property.outcome == spec::Outcome::Error)
            return false;
    }
    return true;
}

Result<RunAnswer> run(const RunRequest& request, const Job& job) {
    const Program& program = *request.program;
    Log plan = request.plan;
    Runner runner(request.program, plan.machine, plan.seed, plan.inputs);
    std::optional<ReplayedChoices> replayed;
    std::optional<RecordingChoices> recorded;
    if (request.replays) runner.machine().choices = &replayed.emplace(program, plan.draws);
    if (request.records) runner.machine().choices = &recorded.emplace(program);
    if (request.begin) OUNCE_CHECK(request.begin(runner));
    SaysObserver observer(program, runner.state());
    std::vector<std::uint8_t> executed(program.statements.size());
    runner.machine().watch(observer);
    runner.machine().coverage = executed.data();

    RunAnswer answer{.program = request.program};
    std::optional<DistanceCollector> collector;
    if (!request.distancesTo.empty()) {
        Nearness& nearness = answer.nearness.emplace();
        nearness.fitness = std::make_shared<const Fitness>(request.program);
        OUNCE_TRY(nearness.goal, findGoal(*nearness.fitness, request.distancesTo));
        runner.machine().decisions = &collector.emplace(*nearness.fitness);
    }
    const std::vector<spec::Monitor> properties =
        request.spec ? spec::bind(*request.spec, program) : std::vector<spec::Monitor>();
    std::optional<spec::Watch> watch;
    if (!properties.empty()) watch.emplace(properties, runner.machine());

    for (std::uint64_t i = 0; i < plan.steps; i++) {
        if (i % kAskEvery == 0 && job.isOver()) {
            answer.interrupted = job.isStopped();
            break;
        }
        runner.step();
        if (watch) watch->afterStep();
        if (request.afterStep) OUNCE_CHECK(request.afterStep(runner));
        job.report(i + 1, plan.steps, "steps");
        if (request.untilIdle && runner.finished()) break;
    }
    if (request.finish) OUNCE_CHECK(request.finish(runner));
    if (recorded) {
        plan.steps = runner.state().step;
        plan.draws = recorded->draws();
        plan.complete = recorded->complete();
        answer.record = std::move(plan);
    }
    if (replayed) answer.misfit = misfitOf(replayed->fit(), request.plan.complete);
    if (collector) {
        answer.nearness->trace = collector->trace(runner.machine());
        answer.nearness->trace.covered = executed;
    }
    if (watch) answer.properties = watch->results();
    answer.says = std::move(observer.says);
    answer.coverage = summarize(program, executed).total;
    answer.state = std::move(runner.state());
    return answer;
}

std::vector<std::string> limitNames(const Limits& limits) {
    std::vector<std::string> names;
    if (limits.textLength) names.push_back("a text reached its greatest length and was cut off");
    if (limits.stackDepth) names.push_back("a script that called itself without end was stopped");
    if (limits.warp) names.push_back("a loop without screen refresh used up the time of a step");
    if (limits.clones) names.push_back("more than 300 clones were asked for");
    if (limits.listLength) names.push_back("a list reached its 200000 items");
    if (limits.work)
        names.push_back("a step had more to do than fits into one; the rest was left to the next");
    if (limits.memory) names.push_back("texts and lists grew beyond the limit; the program was stopped");
    return names;
}

Json toJson(const RunAnswer& answer) {
    Json json{{"steps", answer.state.step},
              {"coverage",
               {{"covered", answer.coverage.covered},
                {"total", answer.coverage.total},
                {"ratio", answer.coverage.total == 0 ? Json() : Json(answer.coverage.ratio())}}},
              {"says", Json::array()}};
    for (const Said& said : answer.says) {
        json["says"].push_back({{"seconds", said.seconds},
                                {"sprite", said.sprite},
                                {"type", said.think ? "think" : "say"},
                                {"text", said.text}});
    }
    json["variables"] = variablesOf(*answer.program, answer.state);
    json["limits"] = limitNames(answer.state.limits);
    json["warnings"] = answer.program->warnings;
    if (!answer.properties.empty()) json["properties"] = spec::toJson(answer.properties);
    if (answer.misfit) json["replay"] = {{"fits", answer.misfit->empty()}, {"problem", *answer.misfit}};
    if (answer.nearness)
        json["distances"] =
            explainAsJson(*answer.nearness->fitness, answer.nearness->goal, answer.nearness->trace);
    return json;
}

}  // namespace ounce::tasks
