// Checks as assertions in JavaScript, with Whisker's words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testing/check.h"

namespace ounce {

std::string javaScriptText(std::string_view utf8);
// As a number if the value is one for a test, else as text.
std::string javaScriptLiteral(const Value& value);

// Writes assertions, and remembers which functions they call.
class JavaScriptChecks {
  public:
    // The statement without its semicolon; each assertion in it says in words what is expected. Empty:
    // Whisker has no words for it, and a note says so.
    std::string assertion(const Check& check);
    // The same for a check that compares two values: how the other one is called.
    std::string assertion(const Check& check, const std::string& other);
    // The value that a check measures.
    std::string measured(const Check& check);
    std::string spriteCall(const Subject& subject);
    // The functions that were called.
    [[nodiscard]] std::string helpers() const;

    void note(std::string sentence);
    // The helpers for checks that hold for a while.
    void useSpans() { usesSpans_ = true; }
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  private:
    [[nodiscard]] std::string asserted(std::string_view verb, const std::string& arguments) const;
    [[nodiscard]] std::string negatable(const Check& check, const std::string& condition) const;
    [[nodiscard]] std::string truth(const Check& check, const std::string& actual) const;
    [[nodiscard]] std::string compared(const Check& check, const std::string& actual) const;
    [[nodiscard]] std::string costume(const Check& check, const std::string& who) const;
    [[nodiscard]] std::string direction(const Check& check, const std::string& actual) const;
    [[nodiscard]] std::string position(const Check& check, const std::string& who) const;
    std::string contents(const Check& check, const std::string& who);
    std::string speech(const Check& check, const std::string& who);
    std::string touching(const Check& check, const std::string& who);

    std::string message_;  // of the check that is being written
    bool usesSprite_ = false, usesVariable_ = false, usesList_ = false, usesItems_ = false,
         usesDifference_ = false, usesSpans_ = false;
    std::vector<std::string> notes_;
};

}  // namespace ounce
