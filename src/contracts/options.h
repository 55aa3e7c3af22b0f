// How much is tried, and with which seed; the same for every language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ounce::contracts {

struct FuzzOptions {
    std::optional<std::uint64_t> programs{};  // at most so many; and for as long as the job has time
    std::uint32_t seed = 1;
    bool callbacks = true;
    int largest = 24;           // calls in a generated program
    double programSeconds = 1;  // that one program may compute
};

// The seed of a program, from the seed of the run and the program's number.
constexpr std::uint32_t programSeed(std::uint32_t seed, std::uint64_t number) {
    std::uint64_t mixed = (std::uint64_t{seed} << 32 | seed) ^ (number + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return static_cast<std::uint32_t>(mixed ^ (mixed >> 31));
}

// How many calls it may have: small programs are likelier than large ones.
constexpr int programSize(std::uint32_t seed, int largest) {
    const std::uint32_t mixed = (seed ^ 0x5BD1E995u) * 0x9E3779B1u;
    const double u = static_cast<double>(mixed >> 8) / 16777216.0;
    return 1 + static_cast<int>(u * u * largest);
}

}  // namespace ounce::contracts
