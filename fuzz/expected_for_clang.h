// Included before everything else by the fuzz preset. Debian 12's clang 14 lacks a part of C++20 that
// libstdc++'s <expected> is made of, so <expected> stays empty there. This is as much of std::expected as
// Ounce uses.
#pragma once

#if __cplusplus >= 202002L  // not in CMake's test of the compiler, which comes before the standard is set

#include <memory>
#include <string>
#include <utility>
#include <variant>

#if defined(__clang__) && __cpp_concepts < 202002L
namespace std {

template <class E>
class unexpected {
  public:
    explicit unexpected(E error) : error_(move(error)) {}
    E& error() & { return error_; }
    const E& error() const& { return error_; }
    E&& error() && { return move(error_); }

  private:
    E error_;
};

template <class T, class E>
class expected {
    using Value = conditional_t<is_void_v<T>, monostate, T>;

  public:
    using value_type = T;
    using error_type = E;

    expected() requires(is_void_v<T> || is_default_constructible_v<Value>) : state_(in_place_index<0>) {}
    template <class U = Value>
    requires(!is_void_v<T> && is_constructible_v<Value, U> && !is_same_v<remove_cvref_t<U>, expected>)
        expected(U&& value)
        : state_(in_place_index<0>, forward<U>(value)) {}
    template <class G>
    expected(unexpected<G> error) : state_(in_place_index<1>, move(error).error()) {}

    [[nodiscard]] bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }
    auto& operator*() & { return *get_if<0>(&state_); }
    const auto& operator*() const& { return *get_if<0>(&state_); }
    auto&& operator*() && { return move(*get_if<0>(&state_)); }
    auto* operator->() { return get_if<0>(&state_); }
    const auto* operator->() const { return get_if<0>(&state_); }
    auto& value() & { return get<0>(state_); }
    const auto& value() const& { return get<0>(state_); }
    E& error() & { return *get_if<1>(&state_); }
    const E& error() const& { return *get_if<1>(&state_); }
    E&& error() && { return move(*get_if<1>(&state_)); }

  private:
    variant<Value, E> state_;
};

}  // namespace std
#endif

#endif
