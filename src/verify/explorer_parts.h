// What an explorer keeps: states that wait, how they were reached, ways through a step that are still open.
#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "verify/explorer.h"

namespace ounce::verify {

struct Explorer::Node {
    std::unique_ptr<State> state{};  // none: it is packed
    std::string packed{};
    spec::WatchState watch{};
    Shadow shadow{};
    std::vector<Term> constraints{};  // ascending
    Model model{};                    // by ordinal; so many symbols there are
    std::uint64_t flags = 0, depth = 0;
    std::int32_t trail = -1;
};

// How a state was reached; all that is kept of it once it was visited.
struct Explorer::Trail {
    std::int32_t parent = -1;
    std::int32_t action = -1;
    std::vector<Pick> picks{};        // with ordinals of this step
    std::vector<Term> constraints{};  // that came with this step, likewise
    std::int32_t symbolsBefore = 0;
    std::vector<SymbolNode> made{};    // in this step
    std::vector<std::int32_t> kept{};  // which of this step's ordinals are the ordinals 0, 1, … afterwards
};

// One way through a step.
struct Explorer::Attempt {
    Model model{};
    std::vector<double> outcomes{};
    std::size_t from = 0;       // decisions before this one are settled
    std::vector<Term> extra{};  // what has been tried before at the first decision
    std::size_t values = 0;     // how many values of it
};

// The states that are still to be visited: the one that was found first comes first, or the one that is
// nearest to a violation.
class Explorer::Frontier {
  public:
    void push(Node node, double distance) {
        byDistance_.emplace(std::pair(distance, count_++), std::move(node));
    }
    void push(Node node) { inOrder_.push_back(std::move(node)); }
    Node pop() {
        if (inOrder_.empty()) return std::move(byDistance_.extract(byDistance_.begin()).mapped());
        Node first = std::move(inOrder_.front());
        inOrder_.pop_front();
        return first;
    }
    [[nodiscard]] std::size_t size() const { return inOrder_.size() + byDistance_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }

  private:
    std::deque<Node> inOrder_{};
    std::map<std::pair<double, std::uint64_t>, Node> byDistance_{};
    std::uint64_t count_ = 0;
};

}  // namespace ounce::verify
