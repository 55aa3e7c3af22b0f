#include "analysis/control_flow.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "analysis/statement_kinds.h"
#include "vm/options.h"

namespace ounce {

class ControlFlowBuilder {
  public:
    explicit ControlFlowBuilder(ControlFlow& graph) : graph_(graph), program_(*graph.program_) {}

    void build() {
        const std::size_t statements = program_.statements.size();
        graph_.statementCount_ = static_cast<NodeIndex>(statements);
        graph_.decisions_.resize(statements);
        for (std::size_t i = 0; i < statements; i++)
            graph_.decisions_[i] = decisionOf(program_.statements[i]);
        addHappenings();
        graph_.firstEnd_ = static_cast<NodeIndex>(statements + 2 + graph_.happenings_.size());
        const std::size_t nodes = static_cast<std::size_t>(graph_.firstEnd_) + program_.procedures.size();
        graph_.edges_.resize(nodes);
        graph_.starters_.resize(nodes);
        graph_.stepsToReturn_.assign(statements, 0);
        seen_.assign(statements, 0);
        procedureOf_.assign(statements, kNone);
        after_.assign(statements, kNone);
        findBodies();
        judgeProcedures();
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            if (seen_[at(i)]) addStatement(i);
        }
        addHappeningEdges();
        addReturns();
        findReachable();
        measureReturns();
    }

  private:
    static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
    const Statement& statement(StatementIndex i) const { return program_.statements[at(i)]; }
    NodeIndex end(std::int32_t procedure) const { return graph_.firstEnd_ + procedure; }
    void edge(NodeIndex from, NodeIndex to, Outcome outcome = Outcome::Always,
              FlowEdge::Kind kind = FlowEdge::Kind::Flow) {
        auto& out = graph_.edges_[at(from)];
        const FlowEdge added{to, outcome, kind};
        if (std::find(out.begin(), out.end(), added) == out.end()) out.push_back(added);
    }

    // ---- happenings ----

    void addHappening(Happening::Kind kind, std::int32_t which, std::string name, const HatGroup& group,
                      std::int32_t onlySprite = kNone) {
        Happening happening{kind, std::move(name), {}};
        for (std::size_t sprite = 0; sprite < group.scripts.size(); sprite++) {
            if (onlySprite != kNone && at(onlySprite) != sprite) continue;
            for (const std::int32_t script : group.scripts[sprite])
                happening.hats.push_back(program_.scripts[at(script)].hat);
        }
        if (happening.hats.empty()) return;
        happeningOf_[{kind, which}] =
            graph_.statementCount_ + 2 + static_cast<NodeIndex>(graph_.happenings_.size());
        graph_.happenings_.push_back(std::move(happening));
    }

    void addHappenings() {
        using enum Happening::Kind;
        addHappening(Flag, 0, "", program_.flagHats);
        for (const auto& [key, group] : program_.keyHats) addHappening(Key, number_++, key, group);
        for (std::size_t i = 0; i < program_.sprites.size(); i++) {
            const auto sprite = static_cast<std::int32_t>(i);
            addHappening(SpriteClick, sprite, program_.sprites[i].name, program_.spriteClickHats, sprite);
        }
        addHappening(StageClick, 0, "", program_.stageClickHats);
        for (const HatGroup& group : program_.edgeHats) addConditions(group);
        for (std::size_t i = 0; i < program_.messageHats.size(); i++) {
            const auto message = static_cast<std::int32_t>(i);
            addHappening(Message, message, program_.messages[i], program_.messageHats[i]);
        }
        for (std::size_t i = 0; i < program_.sprites.size(); i++) {
            const auto sprite = static_cast<std::int32_t>(i);
            if (!program_.sprites[i].isStage)
                addHappening(Clone, sprite, program_.sprites[i].name, program_.cloneHats, sprite);
        }
        for (std::size_t i = 0; i < program_.backdropHats.size(); i++) {
            const auto backdrop = static_cast<std::int32_t>(i);
            addHappening(Backdrop, backdrop, program_.sprites.front().costumes[i].name,
                         program_.backdropHats[i]);
        }
    }

    // Each hat that watches has a condition of its own.
    void addConditions(const HatGroup& group) {
        for (const auto& scripts : group.scripts) {
            for (const std::int32_t script : scripts) {
                HatGroup one;
                one.scripts = {{script}};
                addHappening(Happening::Kind::Condition, number_++, "", one);
            }
        }
    }

    void addHappeningEdges() {
        for (std::size_t i = 0; i < graph_.happenings_.size(); i++) {
            const Happening& happening = graph_.happenings_[i];
            const NodeIndex node = graph_.statementCount_ + 2 + static_cast<NodeIndex>(i);
            if (happening.isByUser()) edge(graph_.entry(), node);
            for (const StatementIndex hat : happening.hats) edge(node, hat, Outcome::True);
            edge(node, graph_.exit(), Outcome::False);
        }
        if (graph_.edges_[at(graph_.entry())].empty()) edge(graph_.entry(), graph_.exit());
    }

    // ---- scripts ----

    // What follows each statement, and which custom block it belongs to. Branches wait in a queue instead of
    // a recursion, because files nest as deeply as they like; a statement that a damaged file uses twice
    // belongs to the first who comes.
    struct Chain {
        StatementIndex first;
        NodeIndex then;
        std::int32_t procedure;
    };

    void findBodies() {
        std::deque<Chain> waiting;
        for (std::size_t i = 0; i < program_.procedures.size(); i++) {
            const auto procedure = static_cast<std::int32_t>(i);
            const StatementIndex definition = program_.procedures[i].definition;
            if (definition != kNone) waiting.push_back({definition, end(procedure), procedure});
        }
        for (const Script& script : program_.scripts) waiting.push_back({script.hat, graph_.exit(), kNone});
        // Definitions that no call finds: a second one of the same name.
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            if (statement(i).opcode == Opcode::procedures_definition)
                waiting.push_back({i, graph_.exit(), kNone});
        }
        while (!waiting.empty()) {
            const Chain chain = waiting.front();
            waiting.pop_front();
            for (StatementIndex i = chain.first; i != kNone && !seen_[at(i)]; i = statement(i).next) {
                seen_[at(i)] = 1;
                procedureOf_[at(i)] = chain.procedure;
                const Statement& s = statement(i);
                after_[at(i)] = s.next == kNone ? chain.then : s.next;
                const bool loops = blockRow(s.opcode).flow == Flow::Loops;
                for (const StatementIndex branch : {s.branch, s.branch2}) {
                    if (branch != kNone)
                        waiting.push_back({branch, loops ? i : after_[at(i)], chain.procedure});
                }
            }
        }
    }

    std::int32_t calledBy(StatementIndex i) const {
        const Statement& s = statement(i);
        if (s.opcode != Opcode::procedures_call) return kNone;
        return callable(program_.calls[at(s.slot)]);
    }
    std::int32_t callable(const Call& call) const {
        if (call.procedure == kNone) return kNone;
        const Procedure& p = program_.procedures[at(call.procedure)];
        return p.hasPrototype && p.definition != kNone ? call.procedure : kNone;
    }

    // Custom blocks that stand where a value belongs: their bodies run, and nobody waits for them.
    void addInputCalls(StatementIndex i) {
        if (statement(i).preparation == kNone) return;
        std::vector<ExpressionIndex> open;
        for (const auto& [e, cell] : program_.preparations[at(statement(i).preparation)].steps)
            open.push_back(e);
        while (!open.empty()) {
            const ExpressionIndex e = open.back();
            open.pop_back();
            if (e == kNone || !program_.expressions[at(e)].draws) continue;
            const Expression& x = program_.expressions[at(e)];
            open.insert(open.end(), {x.a, x.b});
            if (x.opcode != Opcode::procedures_call || x.slot == kNone) continue;
            const Call& call = program_.calls[at(x.slot)];
            open.insert(open.end(), call.arguments.begin(), call.arguments.end());
            if (const std::int32_t called = callable(call); called != kNone) addCall(i, called);
        }
    }
    void addCall(StatementIndex i, std::int32_t called) {
        const StatementIndex definition = program_.procedures[at(called)].definition;
        edge(i, definition, Outcome::Always, FlowEdge::Kind::Call);
        graph_.starters_[at(definition)].push_back(i);
    }

    // Which custom blocks can return at all, and which may take time: those with loops, waits or stops, and
    // those that call one.
    void judgeProcedures() {
        const std::size_t count = program_.procedures.size();
        returns_.assign(count, 0);
        takesTime_.assign(count, 0);
        std::vector<std::vector<StatementIndex>> bodies(count), callers(count);
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            const std::int32_t owner = procedureOf_[at(i)];
            if (owner != kNone) bodies[at(owner)].push_back(i);
            if (const std::int32_t called = calledBy(i); called != kNone) callers[at(called)].push_back(i);
        }
        // The first question must be settled before the second is asked: what does not return takes time.
        spread(returns_, callers, [&](std::int32_t p) { return canReturn(p); });
        spread(takesTime_, callers, [&](std::int32_t p) { return canTakeTime(bodies[at(p)]); });
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            const std::int32_t called = calledBy(i);
            if (called != kNone && (takesTime_[at(called)] || !returns_[at(called)]))
                graph_.decisions_[at(i)] = Decision::Call;
        }
    }

    // What holds for a custom block may come to hold for those that call it.
    template <class Holds>
    void spread(std::vector<std::uint8_t>& known, const std::vector<std::vector<StatementIndex>>& callers,
                Holds holds) {
        std::deque<std::int32_t> waiting;
        for (std::size_t p = 0; p < known.size(); p++) waiting.push_back(static_cast<std::int32_t>(p));
        while (!waiting.empty()) {
            const std::int32_t p = waiting.front();
            waiting.pop_front();
            if (known[at(p)] || !holds(p)) continue;
            known[at(p)] = 1;
            for (const StatementIndex caller : callers[at(p)]) {
                if (procedureOf_[at(caller)] != kNone) waiting.push_back(procedureOf_[at(caller)]);
            }
        }
    }

    bool canReturn(std::int32_t procedure) {
        const StatementIndex definition = program_.procedures[at(procedure)].definition;
        if (definition == kNone) return true;
        visited_.resize(graph_.edges_.size(), 0);
        visit_++;  // cheaper than a clean slate for each custom block
        std::vector<NodeIndex> path{definition};
        visited_[at(definition)] = visit_;
        while (!path.empty()) {
            const NodeIndex node = path.back();
            path.pop_back();
            if (node == end(procedure)) return true;
            if (!graph_.isStatement(node)) continue;
            for (const FlowEdge& e : flowOf(node)) {
                if (std::exchange(visited_[at(e.to)], visit_) != visit_) path.push_back(e.to);
            }
        }
        return false;
    }

    bool canTakeTime(const std::vector<StatementIndex>& body) const {
        return std::any_of(body.begin(), body.end(), [&](StatementIndex i) {
            const Statement& s = statement(i);
            if (const std::int32_t called = calledBy(i); called != kNone)
                return takesTime_[at(called)] != 0 || !returns_[at(called)];
            const Decision d = graph_.decisions_[at(i)];
            if (d == Decision::Condition)
                return s.opcode != Opcode::control_if && s.opcode != Opcode::control_if_else;
            return d != Decision::None || (s.opcode == Opcode::control_stop && s.slot == StopAll);
        });
    }

    // Where control goes from a statement within its script; a call is stepped over.
    std::vector<FlowEdge> flowOf(StatementIndex i) const {
        const Statement& s = statement(i);
        const NodeIndex after = after_[at(i)], exit = graph_.exit();
        const auto to = [](NodeIndex node, Outcome outcome = Outcome::Always) {
            return FlowEdge{node, outcome, FlowEdge::Kind::Flow};
        };
        const auto orAfter = [&](StatementIndex branch) { return branch == kNone ? after : branch; };
        const auto orSelf = [&](StatementIndex branch) { return branch == kNone ? i : branch; };
        switch (s.opcode) {
            case Opcode::control_if: return {to(orAfter(s.branch), Outcome::True), to(after, Outcome::False)};
            case Opcode::control_if_else:
                return {to(orAfter(s.branch), Outcome::True), to(orAfter(s.branch2), Outcome::False)};
            case Opcode::control_all_at_once: return {to(orAfter(s.branch))};
            case Opcode::control_forever:
                return {to(orSelf(s.branch), Outcome::True), to(exit, Outcome::False)};
            case Opcode::control_repeat:
            case Opcode::control_for_each:
            case Opcode::control_while:
                return {to(orSelf(s.branch), Outcome::True), to(after, Outcome::False),
                        to(exit, Outcome::False)};
            case Opcode::control_repeat_until:
                return {to(orSelf(s.branch), Outcome::False), to(after, Outcome::True),
                        to(exit, Outcome::False)};
            case Opcode::control_wait_until:
                return {to(i, Outcome::False), to(after, Outcome::True), to(exit, Outcome::False)};
            case Opcode::control_stop:
                if (s.slot == StopAll) return {to(exit)};
                if (s.slot == StopThisScript)
                    return {to(procedureOf_[at(i)] == kNone ? exit : end(procedureOf_[at(i)]))};
                return {to(after)};
            default: break;
        }
        if (const std::int32_t called = calledBy(i); called != kNone) {
            const bool time = takesTime_[at(called)] != 0;
            std::vector<FlowEdge> out;
            if (returns_[at(called)])
                out.push_back({after, time ? Outcome::True : Outcome::Always, FlowEdge::Kind::Over});
            if (time || !returns_[at(called)])
                out.push_back(
                    {exit, returns_[at(called)] ? Outcome::False : Outcome::Always, FlowEdge::Kind::Over});
            return out;
        }
        if (graph_.decisions_[at(i)] != Decision::None && graph_.decisions_[at(i)] != Decision::Hat)
            return {to(after, Outcome::True), to(exit, Outcome::False)};
        return {to(after)};
    }

    void addStatement(StatementIndex i) {
        for (const FlowEdge& e : flowOf(i)) edge(i, e.to, e.outcome, e.kind);
        if (const std::int32_t called = calledBy(i); called != kNone) addCall(i, called);
        addInputCalls(i);
        if (starts(statement(i).opcode)) addStarts(i);
    }

    void addStarts(StatementIndex i) {
        const StartedHappening started = startedBy(program_, statement(i));
        if (started.nothing) return;
        auto add = [&](NodeIndex node) {
            graph_.edges_[at(i)].push_back({node, Outcome::Always, FlowEdge::Kind::Start});
            graph_.starters_[at(node)].push_back(i);
        };
        if (started.which != kNone) {
            const auto found = happeningOf_.find({started.kind, started.which});
            if (found != happeningOf_.end()) add(found->second);
        } else if (started.kind == Happening::Kind::Message) {
            // A computed name is looked up among the messages that the stage knows.
            for (const auto& [name, message] : program_.messageByName) {
                const auto found = happeningOf_.find({started.kind, message});
                if (found != happeningOf_.end()) add(found->second);
            }
        } else {
            for (auto found = happeningOf_.lower_bound({started.kind, kNone});
                 found != happeningOf_.end() && found->first.first == started.kind; ++found)
                add(found->second);
        }
    }

    void addReturns() {
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            const std::int32_t called = calledBy(i);
            if (called != kNone && seen_[at(i)])
                edge(end(called), after_[at(i)], Outcome::Always, FlowEdge::Kind::Return);
        }
        // What has no way out, such as an end that nobody waits for, leads to Exit.
        for (std::size_t i = 0; i < graph_.edges_.size(); i++) {
            const auto node = static_cast<NodeIndex>(i);
            if (graph_.edges_[i].empty() && node != graph_.exit()) edge(node, graph_.exit());
        }
    }

    // ---- what follows from the edges ----

    // Returns belong to their calls: what follows a call is reached over the call, not from the end of a
    // custom block that someone else called.
    void findReachable() {
        Adjacency next(graph_.edges_.size());
        for (std::size_t i = 0; i < graph_.edges_.size(); i++) {
            for (const FlowEdge& e : graph_.edges_[i]) {
                if (e.kind != FlowEdge::Kind::Return) next[i].push_back(e.to);
            }
        }
        graph_.reachable_ = reachableFrom(next, graph_.entry());
    }

    void measureReturns() {
        Adjacency back(graph_.edges_.size());
        for (NodeIndex i = 0; i < graph_.statementCount_; i++) {
            if (procedureOf_[at(i)] == kNone) continue;
            for (const FlowEdge& e : graph_.edges_[at(i)]) {
                if (e.kind == FlowEdge::Kind::Flow || e.kind == FlowEdge::Kind::Over)
                    back[at(e.to)].push_back(i);
            }
        }
        std::deque<NodeIndex> waiting;
        for (NodeIndex i = graph_.firstEnd_; i < graph_.nodeCount(); i++) waiting.push_back(i);
        while (!waiting.empty()) {
            const NodeIndex node = waiting.front();
            waiting.pop_front();
            const std::int32_t steps = graph_.isStatement(node) ? graph_.stepsToReturn_[at(node)] : 0;
            for (const NodeIndex before : back[at(node)]) {
                std::int32_t& known = graph_.stepsToReturn_[at(before)];
                if (known != 0) continue;
                known = steps + 1;
                waiting.push_back(before);
            }
        }
    }

    ControlFlow& graph_;
    const Program& program_;
    std::map<std::pair<Happening::Kind, std::int32_t>, NodeIndex> happeningOf_;
    std::int32_t number_ = 0, visit_ = 0;
    std::vector<std::int32_t> visited_;
    std::vector<std::uint8_t> seen_, returns_, takesTime_;
    std::vector<std::int32_t> procedureOf_;
    std::vector<NodeIndex> after_;
};

ControlFlow::ControlFlow(const Program& program) : program_(&program) { ControlFlowBuilder(*this).build(); }

const Happening* ControlFlow::happening(NodeIndex node) const {
    const NodeIndex first = statementCount_ + 2;
    return node >= first && node < firstEnd_ ? &happenings_[static_cast<std::size_t>(node - first)] : nullptr;
}

std::int32_t ControlFlow::procedureEnd(NodeIndex node) const {
    return node >= firstEnd_ ? node - firstEnd_ : kNone;
}

}  // namespace ounce
