// How a program and a property use what a player types: which answers make a difference, and whether trying
// them is trying all.
//
// An answer that is only compared is one of few kinds: equal to one of the values that it is compared with,
// between two of them, or different from all. Whole numbers are a symbol (run_terms.h), and so are numbers
// between two whole ones; texts that are no numbers stand between the others in the order of texts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "spec/monitor.h"
#include "vm/look.h"
#include "vm/program.h"

namespace ounce::verify {

// Values that an answer is compared with only while the program runs.
struct Comparand {
    ExpressionIndex value = kNone;  // kNone: the items of a list
    std::int32_t list = kNone;      // slot
    bool onStage = false;           // the list
    bool isOrdered = false;         // `<` or `>`; else `=`
};

class Answers {
  public:
    Answers(const Program& program, const spec::Monitor& monitor, std::int64_t greatest);

    bool areRead = false;
    bool areOrdered = false;           // numbers between whole ones make a difference
    std::vector<std::string> texts{};  // to be typed, beside numbers
    // What was not tried, in words.
    std::vector<std::string> gaps{};
    // By statement whose condition compares an answer: with what.
    std::map<std::int32_t, std::vector<Comparand>> comparands{};
    // Comparisons of the property in which one side is an answer: node, and which side is the other.
    std::vector<std::pair<std::int32_t, std::int32_t>> compared{};

    // Whether typing this value would be something new.
    [[nodiscard]] bool isCovered(const Value& value, bool isOrdered) const;
    void add(const std::string& text);

  private:
    std::int64_t greatest_;
};

}  // namespace ounce::verify
