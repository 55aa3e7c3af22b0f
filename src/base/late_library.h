// A shared library that is loaded when it is first needed. Loading JavaScriptCore or librsvg with the forty
// libraries that each needs takes a third of the time in which a short test starts and ends, and many tests
// need neither.
#pragma once

namespace ounce {

class LateLibrary {
  public:
    // Ends the program with a sentence if there is no such library, as it would have ended before its first
    // line if the library were linked in the usual way.
    explicit LateLibrary(const char* file);

    template <class Function>
    [[nodiscard]] Function* function(const char* name) const {
        return reinterpret_cast<Function*>(find(name));
    }

  private:
    [[nodiscard]] void* find(const char* name) const;

    const char* file_;
    void* handle_;
};

}  // namespace ounce

// In namespace ounce: a function of the C interface under its own name, found in `library()` (or in what that
// needs) when it is first called. It hides the one in the header that would have to be linked.
#define OUNCE_LATE_FUNCTION(library, name)                                               \
    inline constexpr auto name = [](auto... arguments) {                                 \
        static const auto loaded = library().template function<decltype(::name)>(#name); \
        return loaded(arguments...);                                                     \
    }
