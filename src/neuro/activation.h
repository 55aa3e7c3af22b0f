// What a node does with the sum of its inputs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace ounce::neuro {

enum class Activation : std::uint8_t {
    None,
    Sigmoid,
    Tanh,
    Relu,
    SteepSigmoid,  // with slope 4.9, as in the experiments of the NEAT paper
};

inline double activate(Activation function, double x) {
    switch (function) {
        case Activation::None: return x;
        case Activation::Sigmoid: return 1 / (1 + std::exp(-x));
        case Activation::Tanh: return std::tanh(x);
        case Activation::Relu: return std::max(0.0, x);
        case Activation::SteepSigmoid: return 1 / (1 + std::exp(-4.9 * x));
    }
    return x;
}

// The derivative where the function has the value `y` (Relu: at 0 it is 0).
inline double slope(Activation function, double y) {
    switch (function) {
        case Activation::None: return 1;
        case Activation::Sigmoid: return y * (1 - y);
        case Activation::Tanh: return 1 - y * y;
        case Activation::Relu: return y > 0 ? 1 : 0;
        case Activation::SteepSigmoid: return 4.9 * y * (1 - y);
    }
    return 1;
}

// "NONE", "SIGMOID", "TANH", "RELU", "STEEP": the words of files.
constexpr std::string_view activationName(Activation function) {
    constexpr std::string_view kNames[] = {"NONE", "SIGMOID", "TANH", "RELU", "STEEP"};
    return kNames[static_cast<std::size_t>(function)];
}

}  // namespace ounce::neuro
