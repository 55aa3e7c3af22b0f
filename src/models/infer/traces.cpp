#include "models/infer/traces.h"

#include <algorithm>
#include <cmath>

#include "base/cast.h"
#include "base/parallel.h"
#include "base/steps.h"
#include "models/play.h"

namespace ounce::models::inference {
namespace {

// So long nothing happens when a game is over.
constexpr std::uint32_t kQuiet = 90;

// All atoms as conditions of one model: bound once, then asked like a model would ask.
Model asModel(const std::vector<Atom>& atoms) {
    Model model{.id = "atoms"};
    model.nodes.push_back({.id = "all", .label = "all"});
    for (const Atom& atom : atoms) edge(model, 0, 0, atom.words, {atom.check});
    return model;
}

class Listener final : public Observer {
  public:
    Listener(const World& world, const std::vector<Atom>& atoms, const BoundModels& bound, Machine& machine,
             Trace& trace)
        : world_(world),
          atoms_(atoms),
          bound_(bound),
          machine_(machine),
          trace_(trace),
          senses_(bound, machine, 0, nullptr) {
        trace_.hits.resize(atoms.size());
        trace_.together.resize(atoms.size());
        trace_.values.resize(world.things.size());
        machine.watch(*this);
        if (!bound.properties.empty()) watch_.emplace(bound.properties, machine, true);
    }

    void beginStep() {
        senses_.beginStep();
        step_++;
        inStep_ = true;
        begun_.clear();
    }
    void endStep() {
        inStep_ = false;
        if (watch_) senses_.properties(valuesAfterStep(*watch_));
        listen({});
        for (std::size_t i = 0; i < world_.things.size(); i++) {
            const Thing& thing = world_.things[i];
            const TargetState& t = *machine_.state.targets[static_cast<std::size_t>(thing.owner)];
            trace_.values[i].push_back(numbered(valueOf(machine_.program, thing, t)));
        }
    }

    void moved(std::int32_t place, double oldX, double oldY) override {
        if (place != kNone)
            listen(
                {.aspect = Movement, .place = place, .sprite = at(place).sprite, .oldX = oldX, .oldY = oldY});
    }
    void lookChanged(std::int32_t place) override {
        if (place != kNone) listen({.aspect = Appearance, .place = place, .sprite = at(place).sprite});
    }
    void said(std::int32_t place, bool, const Value&) override {
        if (place != kNone) listen({.aspect = Speech, .place = place, .sprite = at(place).sprite});
    }
    void variableChanged(std::int32_t place, std::int32_t slot, const Value& before,
                         const Value& now) override {
        if (at(place).isClone) return;
        listen({.aspect = Variables,
                .place = place,
                .sprite = at(place).sprite,
                .slot = slot,
                .before = before,
                .after = now});
    }

    void cloned(std::int32_t clone) override { senses_.note(clone); }
    void deleting(std::int32_t clone) override { senses_.note(clone); }

    void stoppedAll() override {
        if (trace_.stopped == 0 && step_ > 10) trace_.stopped = step_;
    }

  private:
    [[nodiscard]] const TargetState& at(std::int32_t place) const {
        return *machine_.state.targets[static_cast<std::size_t>(place)];
    }
    // Texts become numbers that are far away from those that programs use, and the same in every run.
    static double numbered(const Value& value) {
        const double number = toRawNumber(value);
        if (!std::isnan(number)) return number;
        std::uint32_t hash = 2166136261u;
        for (const char c : toText(value).utf8()) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
        return 1e12 + hash;
    }
    [[nodiscard]] bool holds(std::size_t atom) {
        return senses_.holds(bound_.bound[0].edges[atom].conditions[0], {});
    }
    // At a moment in the middle of a step only what hears of it is asked.
    void listen(const Happening& happening) {
        if (happening.aspect != 0 && !inStep_) return;
        senses_.look(happening);
        for (std::size_t i = 0; i < atoms_.size(); i++) {
            if (happening.aspect != 0 && !hears(bound_.bound[0].edges[i].hearings, happening)) continue;
            auto& hits = trace_.hits[i];
            if ((!hits.empty() && hits.back() == step_) || !holds(i)) continue;
            const bool begins = atoms_[i].isEvent() || hits.empty() || hits.back() + 1 != step_;
            hits.push_back(step_);
            if (!atoms_[i].rare || !begins) continue;
            trace_.together[i].emplace_back(atoms_.size());
            begun_.push_back(i);
        }
        if (!begun_.empty()) noteTogether();
        if (happening.aspect != 0) senses_.settle(happening);
    }
    // What holds while something rare that began in this step holds.
    void noteTogether() {
        std::vector<bool> now(atoms_.size());
        for (std::size_t i = 0; i < atoms_.size(); i++) now[i] = holds(i);
        for (const std::size_t atom : begun_) {
            if (!now[atom]) continue;
            std::vector<bool>& all = trace_.together[atom].back();
            for (std::size_t k = 0; k < now.size(); k++) all[k] = all[k] || now[k];
        }
    }

    const World& world_;
    const std::vector<Atom>& atoms_;
    const BoundModels& bound_;
    Machine& machine_;
    Trace& trace_;
    Senses senses_;
    std::optional<spec::Watch> watch_{};
    std::vector<std::size_t> begun_{};  // rare atoms that began in this step
    std::uint32_t step_ = 0;
    bool inStep_ = false;
};

// Cuts off the time in which nothing happens any more.
void cutEnd(Trace& trace, const std::vector<Atom>& atoms) {
    std::uint32_t last = 0;
    for (const std::vector<double>& values : trace.values) {
        for (std::size_t step = values.size(); step > 1; step--) {
            if (values[step - 1] == values[step - 2]) continue;
            last = std::max(last, static_cast<std::uint32_t>(step));
            break;
        }
    }
    for (std::size_t i = 0; i < atoms.size(); i++) {
        if (atoms[i].isInput() || trace.hits[i].empty()) continue;
        const std::uint32_t end = trace.hits[i].back();
        // What is always so is no sign of life; that it began or ended is.
        if (atoms[i].isEvent() || end < trace.steps)
            last = std::max(last, end + (atoms[i].isEvent() ? 0 : 1));
        const std::vector<std::uint32_t> begins = trace.begins(atoms[i], i);
        if (!begins.empty()) last = std::max(last, begins.back());
    }
    // Whoever stops everything ends the game, even if a click can still do something.
    if (trace.stopped != 0)
        last = std::min(trace.steps, trace.stopped + 1);
    else if (last + kQuiet > trace.steps)
        return;
    trace.ended = true;
    trace.steps = last;
    for (std::size_t i = 0; i < trace.hits.size(); i++) {
        while (!trace.hits[i].empty() && trace.hits[i].back() > last) trace.hits[i].pop_back();
        if (atoms[i].rare) trace.together[i].resize(trace.begins(atoms[i], i).size());
    }
    for (std::vector<double>& values : trace.values) values.resize(last);
}

// Who has reached a goal and goes on trembles about it: what rises falls in the next step, and rises again.
// That it changes is a rule, how is none.
void findTrembling(Traces& traces) {
    for (Atom& atom : traces.atoms) {
        if (!atom.isEvent() || atom.check.negated || atom.thing < 0) continue;
        std::size_t moves = 0, back = 0;
        for (const Trace& run : traces.runs) {
            const std::vector<double>& values = run.values[static_cast<std::size_t>(atom.thing)];
            for (std::size_t step = 10; step + 1 < values.size(); step++) {
                const double first = values[step] - values[step - 1], then = values[step + 1] - values[step];
                moves += first != 0 ? 1 : 0;
                back += first * then < 0 ? 1 : 0;
            }
        }
        atom.trembles = back * 3 > moves && back >= 20;
    }
}

}  // namespace

bool Trace::holds(std::size_t atom, std::uint32_t step) const {
    return std::binary_search(hits[atom].begin(), hits[atom].end(), step);
}

std::uint32_t Trace::next(std::size_t atom, std::uint32_t step) const {
    const auto found = std::lower_bound(hits[atom].begin(), hits[atom].end(), step);
    return found == hits[atom].end() ? 0 : *found;
}

std::vector<std::uint32_t> Trace::begins(const Atom& what, std::size_t atom) const {
    if (what.isEvent()) return hits[atom];
    std::vector<std::uint32_t> begins;
    std::uint32_t last = 0;
    for (const std::uint32_t step : hits[atom]) {
        if (last == 0 || step > last + 1) begins.push_back(step);
        last = step;
    }
    return begins;
}

std::vector<std::uint32_t> Trace::ends(std::size_t atom) const {
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i < hits[atom].size(); i++) {
        const std::uint32_t after = hits[atom][i] + 1;
        if (i + 1 < hits[atom].size() ? hits[atom][i + 1] > after : after <= steps) ends.push_back(after);
    }
    return ends;
}

std::size_t Traces::count(std::size_t atom) const {
    std::size_t count = 0;
    for (const Trace& run : runs) count += run.hits[atom].size();
    return count;
}

double Traces::share(std::size_t atom) const {
    double all = 0;
    for (const Trace& run : runs) all += run.steps;
    return all == 0 ? 0 : static_cast<double>(count(atom)) / all;
}

void watchRuns(const World& world, const Model& player, const Runs& runs, const std::vector<Start>& which,
               Traces& traces) {
    const MachineOptions options = Suite().machineOptions();
    const auto user = bind({player}, world.program, {});
    const auto bound = bind({asModel(traces.atoms)}, world.program, {});
    const ModelStart start = modelStart(world.program, options);
    std::vector<Trace> more(which.size());
    inParallel(more.size(), runs.job.threads, [&](std::size_t i, std::size_t) {
        if (runs.job.isOver()) return;
        Trace& trace = more[i];
        const std::uint32_t own = which[i].seed;
        State state = which[i].elsewhere ? runs.elsewhere(start, own).state : start.state;
        state.random = Generator(own);
        Machine machine(world.program, state, options);
        Listener listener(world, traces.atoms, *bound, machine, trace);
        ModelPlay play(*user, machine, {.seed = own});
        for (; trace.steps < runs.seconds * kStepsPerSecond && !runs.job.isOver(); trace.steps++) {
            play.beforeStep();
            listener.beginStep();
            machine.step();
            play.afterStep();
            listener.endStep();
        }
        cutEnd(trace, traces.atoms);
    });
    std::erase_if(more, [](const Trace& trace) { return trace.hits.empty(); });  // never begun
    std::move(more.begin(), more.end(), std::back_inserter(traces.runs));
    findTrembling(traces);
}

}  // namespace ounce::models::inference
