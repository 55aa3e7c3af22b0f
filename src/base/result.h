// Errors are values. What can fail returns Result<T>; an Error is one sentence that a teacher understands,
// with the place it is about and, where there is one, a piece of advice.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace ounce {

struct Error {
    std::string what;    // "the project has no stage"
    std::string where;   // "game.sb3: project.json: targets", or empty
    std::string advice;  // "open and save it in Scratch 3", or empty

    // The whole sentence: "game.sb3: project.json: the project has no stage (open and save it in Scratch 3)".
    [[nodiscard]] std::string message() const {
        std::string text = where.empty() ? what : where + ": " + what;
        if (!advice.empty()) text += " (" + advice + ")";
        return text;
    }

    // The same error, seen from further outside: puts `outer` before the place.
    [[nodiscard]] Error inside(const std::string& outer) && {
        where = where.empty() ? outer : outer + ": " + where;
        return std::move(*this);
    }
};

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(std::string what, std::string where = {}, std::string advice = {}) {
    return std::unexpected(Error{std::move(what), std::move(where), std::move(advice)});
}

// Passes an error on, of what returns nothing else: OUNCE_CHECK(writeFile(path, bytes));
#define OUNCE_CHECK(expression)                                                                        \
    do {                                                                                               \
        if (auto result_ = (expression); !result_) return std::unexpected(std::move(result_).error()); \
    } while (false)

// Passes an error on: OUNCE_TRY(auto bytes, readFile(path));
#define OUNCE_TRY(declaration, expression) OUNCE_TRY_(declaration, expression, OUNCE_JOIN(result_, __LINE__))
#define OUNCE_TRY_(declaration, expression, name)               \
    auto name = (expression);                                   \
    if (!name) return std::unexpected(std::move(name).error()); \
    declaration = std::move(*name)
#define OUNCE_JOIN(a, b) OUNCE_JOIN_(a, b)
#define OUNCE_JOIN_(a, b) a##b

}  // namespace ounce
