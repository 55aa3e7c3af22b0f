// Which values an expression can have, where that is easily seen: literals, what is put together from
// literals, variables and lists that only ever get literals, parameters that are only ever handed literals.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "vm/program.h"

namespace ounce {

class ProgramValues {
  public:
    explicit ProgramValues(const Program& program);

    // All values that the expression can have, in reading order, each once; none: it could be anything.
    [[nodiscard]] std::optional<std::vector<Value>> possible(ExpressionIndex e) const;
    // The items that a list can have.
    [[nodiscard]] std::optional<std::vector<Value>> possibleItems(const Expression& list,
                                                                  ExpressionIndex e) const;
    // Whether it is the answer, or a variable or parameter that somewhere gets the answer.
    [[nodiscard]] bool isAnswer(ExpressionIndex e) const;
    // A variable or a parameter: the expressions whose values it gets. Anything else has none.
    [[nodiscard]] std::vector<ExpressionIndex> sourcesOf(ExpressionIndex e) const;
    [[nodiscard]] std::int32_t spriteOf(ExpressionIndex e) const { return places_[index(e)].sprite; }
    // In whose body it stands; kNone: of no custom block.
    [[nodiscard]] std::int32_t procedureOf(ExpressionIndex e) const { return places_[index(e)].procedure; }

  private:
    enum class Owned : std::uint8_t { Variable, List, Parameter };
    using Owner = std::pair<std::int32_t, std::int32_t>;  // sprite or procedure, slot
    struct Place {
        std::int32_t sprite = 0;
        std::int32_t procedure = kNone;  // whose body it stands in
    };
    struct Writers {
        std::vector<ExpressionIndex> values;
        bool anything = false;  // something is calculated into it
    };
    struct Search;

    static std::size_t index(ExpressionIndex e) { return static_cast<std::size_t>(e); }
    const Expression& at(ExpressionIndex e) const { return program_.expressions[index(e)]; }
    void place(ExpressionIndex e, Place where);
    void noteWriter(const Statement& s);
    void noteCall(const Statement& s);
    bool collect(ExpressionIndex e, Search& search, std::vector<Value>& out) const;
    bool collectItems(Owner list, Search& search, std::vector<Value>& out) const;
    bool collectAll(std::span<const ExpressionIndex> expressions, Search& search,
                    std::vector<Value>& out) const;
    void followAnswers();
    Owner ownerOf(ExpressionIndex e) const;

    const Program& program_;
    std::vector<Place> places_;                                      // by expression
    std::vector<ExpressionIndex> drawing_;                           // by cell, what is evaluated into it
    std::vector<std::vector<Writers>> variables_, lists_;            // [sprite][slot]
    std::vector<std::vector<std::vector<ExpressionIndex>>> handed_;  // [procedure][parameter]
    std::set<std::pair<Owned, Owner>> answers_;
};

}  // namespace ounce
