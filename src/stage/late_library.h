// A shared library that is loaded when it is first needed. Loading librsvg with the forty libraries that it
// needs takes a third of the time in which a short test starts and ends, and many tests draw no SVG picture.
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

// A member of a struct that has a LateLibrary `library` before it: a pointer to the function of that name.
#define OUNCE_LATE_FUNCTION(name) decltype(::name)* name = library.function<decltype(::name)>(#name)
