// The small words of the command line: algorithms and budgets.
#include <charconv>
#include <fmt/format.h>

#include "generate/config.h"

namespace ounce {

std::string_view algorithmName(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::Random: return "random";
        case Algorithm::Mosa: return "mosa";
        case Algorithm::Mio: return "mio";
        case Algorithm::OnePlusOne: return "onePlusOne";
        case Algorithm::Relay: return "relay";
    }
    return "";
}

Result<Algorithm> parseAlgorithm(std::string_view name) {
    for (Algorithm algorithm :
         {Algorithm::Random, Algorithm::Mosa, Algorithm::Mio, Algorithm::OnePlusOne, Algorithm::Relay}) {
        if (algorithmName(algorithm) == name) return algorithm;
    }
    return fail(fmt::format("there is no algorithm '{}'", name), {},
                "random, mosa, mio, onePlusOne or relay");
}

Result<Budget> parseBudget(std::string_view text) {
    Budget budget;
    std::string_view rest = text;
    while (true) {
        const std::string_view part = rest.substr(0, rest.find(','));
        double n = 0;
        const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), n);
        const std::string_view unit(end, static_cast<std::size_t>(part.data() + part.size() - end));
        const bool possible = problem == std::errc() && n > 0 && n <= 1e15;
        if (possible && unit == "s") {
            budget.seconds = n;
        } else if (possible && unit == "min") {
            budget.seconds = 60 * n;
        } else if (possible && n >= 1 && unit == "x") {
            budget.executions = static_cast<std::int64_t>(n);
        } else if (possible && n >= 1 && unit == "steps") {
            budget.steps = static_cast<std::int64_t>(n);
        } else {
            return fail(fmt::format("'{}' is not a budget", part), {},
                        "write for example 30s, 2min, 2000x for 2000 executions, or 500000steps");
        }
        if (part.size() == rest.size()) return budget;
        rest.remove_prefix(part.size() + 1);
    }
}

}  // namespace ounce
