#include "analysis/fitness.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <unordered_set>

namespace ounce {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Worse than whatever can be measured, for decisions of which nothing is known: a script that was stopped
// while it waited.
constexpr double kUnknown = 1e9;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

double normalised(double x) { return x / (1 + x); }

bool hasBranchGoals(Decision decision) {
    return decision == Decision::Condition || decision == Decision::Count;
}

}  // namespace

void RunTrace::merge(const RunTrace& other) {
    for (std::size_t i = 0; i < covered.size(); i++) covered[i] |= other.covered[i];
    for (std::size_t i = 0; i < distances.size(); i++)
        distances[i] = std::min(distances[i], other.distances[i]);
    for (std::size_t i = 0; i < further.size(); i++) further[i] = std::min(further[i], other.further[i]);
}

// How near a run came to a node that it did not execute.
struct Fitness::Position {
    std::int32_t level = -1;  // -1: not known
    double distance = 0, flow = 0;
    NodeIndex via = kNone;  // the controller it was measured from

    [[nodiscard]] bool isWorseThan(const Position& other) const {
        if (level != other.level) return level < 0 || other.level < level;
        return other.distance != distance ? other.distance < distance : other.flow < flow;
    }
};

struct Fitness::Positions {
    std::vector<std::uint8_t> executed;
    std::vector<std::int32_t> flow;  // Algorithm 5: steps from the nearest executed node; -1: none leads here
    std::vector<Position> positions;
    std::vector<NodeIndex> queue;
};

Fitness::Fitness(std::shared_ptr<const Program> program)
    : program_(std::move(program)), flow_(*program_), dependence_(flow_), names_(flow_) {
    slots_.assign(program_->statements.size(), kNone);
    for (std::size_t i = 0; i < slots_.size(); i++) {
        const Decision decision = flow_.decision(static_cast<NodeIndex>(i));
        if (decision == Decision::None || decision == Decision::Forever) continue;
        slots_[i] = slotCount_++;
        const bool looks =
            decision == Decision::Condition && looksForColor(*program_, program_->statements[i].arguments[0]);
        colorSlots_.push_back(looks ? colorCount_++ : kNone);
    }
    edgeFirst_.push_back(0);
    for (NodeIndex node = 0; node < flow_.nodeCount(); node++) {
        for (const FlowEdge& e : flow_.edges(node)) {
            if (e.kind != FlowEdge::Kind::Over) edgeTo_.push_back(e.to);
        }
        edgeFirst_.push_back(static_cast<std::int32_t>(edgeTo_.size()));
    }
    addGoals();
}

void Fitness::addGoals() {
    const auto count = static_cast<StatementIndex>(program_->statements.size());
    for (StatementIndex i = 0; i < count; i++) {
        if (program_->statements[at(i)].isGoal) goals_.push_back({i, Outcome::Always, !flow_.reachable(i)});
    }
    statementGoals_ = goals_.size();
    for (StatementIndex i = 0; i < count; i++) {
        const Statement& s = program_->statements[at(i)];
        const bool isHat =
            blockRow(s.opcode).shape == Shape::Hat && s.opcode != Opcode::procedures_definition;
        if (isHat || hasBranchGoals(flow_.decision(i)))
            goals_.push_back({i, Outcome::True, !flow_.reachable(i)});
        if (hasBranchGoals(flow_.decision(i))) goals_.push_back({i, Outcome::False, !flow_.reachable(i)});
    }
}

std::string Fitness::describe(GoalIndex index) const {
    const Goal& goal = goals_[at(index)];
    const std::string name = names_.name(goal.statement);
    return goal.isBranch() ? fmt::format("{}: {}", name, nameOf(goal.outcome)) : name;
}

std::string Fitness::id(GoalIndex index) const {
    const Goal& goal = goals_[at(index)];
    const auto sprite = at(program_->statements[at(goal.statement)].sprite);
    const std::string name =
        fmt::format("{}-{}", program_->statementIds[at(goal.statement)], program_->sprites[sprite].name);
    return goal.isBranch() ? fmt::format("{}-{}", name, nameOf(goal.outcome)) : name;
}

std::optional<GoalIndex> Fitness::find(std::string_view text) const {
    std::optional<GoalIndex> byNumber;
    StatementIndex number = kNone;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    for (std::size_t i = 0; i < statementGoals_; i++) {
        const auto index = static_cast<GoalIndex>(i);
        if (program_->statementIds[at(goals_[i].statement)] == text || id(index) == text) return index;
        if (isNumber && goals_[i].statement == number) byNumber = index;
    }
    return byNumber;
}

RunTrace Fitness::emptyTrace() const {
    RunTrace trace;
    trace.covered.assign(program_->statements.size(), 0);
    trace.distances.assign(2 * at(slotCount_), kInfinity);
    trace.colors.resize(at(colorCount_));
    return trace;
}

bool Fitness::isCovered(GoalIndex index, const RunTrace& trace) const {
    const Goal& goal = goals_[at(index)];
    if (!goal.isBranch() || !hasBranchGoals(flow_.decision(goal.statement)))
        return trace.covered[at(goal.statement)] != 0;
    const std::size_t slot = 2 * at(slots_[at(goal.statement)]);
    return trace.distances[goal.outcome == Outcome::True ? slot : slot + 1] == 0;
}

// ---- measuring ----

void Fitness::markExecuted(const RunTrace& trace, Positions& out) const {
    out.executed.assign(at(flow_.nodeCount()), 0);
    std::copy(trace.covered.begin(), trace.covered.end(), out.executed.begin());
    out.executed[at(flow_.entry())] = 1;
    for (NodeIndex node = flow_.exit() + 1; node < flow_.nodeCount(); node++) {
        const Happening* happening = flow_.happening(node);
        if (!happening) break;
        // What a user may do is asked from the start; other happenings are reached when they happen.
        out.executed[at(node)] = happening->isByUser() ||
                                 std::any_of(happening->hats.begin(), happening->hats.end(),
                                             [&](StatementIndex hat) { return trace.covered[at(hat)] != 0; });
    }
}

// Algorithm 5 for all nodes at once: breadth first, forwards from everything that was executed. The end of a
// custom block is no location of its own and costs nothing.
void Fitness::measureFlow(Positions& out) const {
    out.flow.assign(at(flow_.nodeCount()), -1);
    out.queue.clear();
    for (NodeIndex node = 0; node < flow_.nodeCount(); node++) {
        if (!out.executed[at(node)]) continue;
        out.flow[at(node)] = 0;
        out.queue.push_back(node);
    }
    std::vector<NodeIndex> ends;
    auto reach = [&](NodeIndex from, std::int32_t steps) {
        for (std::int32_t e = edgeFirst_[at(from)]; e < edgeFirst_[at(from) + 1]; e++) {
            const NodeIndex to = edgeTo_[at(e)];
            if (out.flow[at(to)] >= 0) continue;
            out.flow[at(to)] = steps;
            (flow_.procedureEnd(to) == kNone ? out.queue : ends).push_back(to);
        }
    };
    for (std::size_t i = 0; i < out.queue.size(); i++) {
        const NodeIndex node = out.queue[i];
        const std::int32_t steps = out.flow[at(node)] + 1;
        reach(node, steps);
        while (!ends.empty()) {
            const NodeIndex end = ends.back();
            ends.pop_back();
            reach(end, steps);
        }
    }
}

double Fitness::distance(const RunTrace& trace, const Positions& positions, NodeIndex node,
                         Outcome outcome) const {
    if (outcome == Outcome::Always || outcome == Outcome::Either) return 0;
    const bool wanted = outcome == Outcome::True;
    StatementIndex statement = node;
    if (const Happening* happening = flow_.happening(node)) {
        const bool happened =
            std::any_of(happening->hats.begin(), happening->hats.end(),
                        [&](StatementIndex hat) { return positions.executed[at(hat)] != 0; });
        if (happened || !wanted) return happened == wanted ? 0 : 1;
        if (happening->kind != Happening::Kind::Condition) return 1;
        statement = happening->hats.front();
    }
    if (!flow_.isStatement(statement)) return 0;
    if (flow_.decision(statement) == Decision::Forever) return wanted ? 0 : 1;
    const std::int32_t slot = slots_[at(statement)];
    if (slot == kNone) return 0;
    return std::min(trace.distances[2 * at(slot) + (wanted ? 0 : 1)], kUnknown);
}

// The least approach level of each node and, among the controllers at that level, the least branch distance.
// A node below an executed controller is measured there; others are one level above what their controllers
// are.
void Fitness::propagate(const RunTrace& trace, Positions& out) const {
    out.positions.assign(at(flow_.nodeCount()), {});
    out.queue.clear();
    for (NodeIndex node = 0; node < flow_.nodeCount(); node++) {
        if (out.executed[at(node)]) continue;
        Position& position = out.positions[at(node)];
        const std::int32_t steps = out.flow[at(node)];
        const double flow = steps < 0 ? kUnknown : steps;
        for (const Dependence& d : dependence_.controllers(node)) {
            if (!out.executed[at(d.node)]) continue;
            const Position found{0, distance(trace, out, d.node, d.outcome), flow, d.node};
            if (position.isWorseThan(found)) position = found;
        }
        if (position.level == 0) out.queue.push_back(node);
    }
    for (std::size_t i = 0; i < out.queue.size(); i++) {
        const NodeIndex node = out.queue[i];
        Position next = out.positions[at(node)];
        next.level += dependence_.isTransparent(node) ? 0 : 1;
        next.via = node;
        for (const Dependence& d : dependence_.dependents(node)) {
            Position& position = out.positions[at(d.node)];
            if (out.executed[at(d.node)] || !position.isWorseThan(next)) continue;
            position = next;
            out.queue.push_back(d.node);
        }
    }
}

void Fitness::measure(const RunTrace& trace, Positions& out) const {
    markExecuted(trace, out);
    measureFlow(out);
    propagate(trace, out);
}

FitnessParts Fitness::partsOf(const Goal& goal, const RunTrace& trace, const Positions& positions) const {
    FitnessParts parts;
    Position position;
    if (!goal.isBranch() || !hasBranchGoals(flow_.decision(goal.statement))) {
        if (positions.executed[at(goal.statement)]) return parts;
        position = positions.positions[at(goal.statement)];
    } else if (positions.executed[at(goal.statement)]) {
        position = {0, distance(trace, positions, goal.statement, goal.outcome), 0, kNone};
        if (position.distance == 0) return parts;
    } else {
        position = positions.positions[at(goal.statement)];
        position.level++;
    }
    if (goal.dead || position.level < 0) {
        parts.value = kInfinity;
        return parts;
    }
    parts.approachLevel = position.level;
    parts.branchDistance = position.distance;
    parts.controlFlowDistance = position.flow;
    parts.value = 2.0 * position.level + normalised(position.distance) +
                  (position.distance > 0 ? 1 : normalised(position.flow));
    return parts;
}

FitnessParts Fitness::parts(GoalIndex goal, const RunTrace& trace) const {
    Positions positions;
    measure(trace, positions);
    return partsOf(goals_[at(goal)], trace, positions);
}

double Fitness::fitness(GoalIndex goal, const RunTrace& trace) const { return parts(goal, trace).value; }

void Fitness::fitnessOfAll(const RunTrace& trace, std::span<double> values) const {
    Positions positions;
    measure(trace, positions);
    for (std::size_t i = 0; i < goals_.size() && i < values.size(); i++)
        values[i] = partsOf(goals_[i], trace, positions).value;
}

std::vector<FitnessParts> Fitness::partsOfAll(const RunTrace& trace) const {
    Positions positions;
    measure(trace, positions);
    std::vector<FitnessParts> all;
    all.reserve(goals_.size());
    for (const Goal& goal : goals_) all.push_back(partsOf(goal, trace, positions));
    return all;
}

std::vector<PathStep> Fitness::path(GoalIndex index, const RunTrace& trace) const {
    Positions positions;
    measure(trace, positions);
    return pathTo(goals_[at(index)], trace, positions);
}

std::vector<std::size_t> Fitness::depths(const RunTrace& trace) const {
    Positions positions;
    measure(trace, positions);
    std::vector<std::size_t> all;
    all.reserve(goals_.size());
    for (const Goal& goal : goals_) all.push_back(pathTo(goal, trace, positions).size());
    return all;
}

std::vector<PathStep> Fitness::pathTo(const Goal& goal, const RunTrace& trace,
                                      const Positions& positions) const {
    std::vector<PathStep> steps;
    std::unordered_set<NodeIndex> seen;  // paths are short, programs may be large
    NodeIndex node = goal.statement;
    if (goal.isBranch() && hasBranchGoals(flow_.decision(node))) {
        steps.push_back({node, goal.outcome, positions.executed[at(node)] != 0,
                         distance(trace, positions, node, goal.outcome)});
    }
    while (node != flow_.entry() && seen.insert(node).second) {
        // The way that was measured; of executed nodes, the way they were reached.
        const Dependence* best = nullptr;
        double bestDistance = kInfinity;
        const NodeIndex via = positions.positions[at(node)].via;
        for (const Dependence& d : dependence_.controllers(node)) {
            if (seen.contains(d.node)) continue;
            const bool executed = positions.executed[at(d.node)] != 0;
            const double away = executed ? distance(trace, positions, d.node, d.outcome) : kUnknown;
            if (best && d.node != via && (best->node == via || away >= bestDistance)) continue;
            best = &d;
            bestDistance = away;
        }
        if (!best) break;
        node = best->node;
        if (dependence_.isTransparent(node) || node == flow_.entry()) continue;
        const bool executed = positions.executed[at(node)] != 0;
        steps.push_back({node, best->outcome, executed,
                         executed ? distance(trace, positions, node, best->outcome) : kInfinity});
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

}  // namespace ounce
