#include "base/late_library.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace ounce {
namespace {

[[noreturn]] void giveUp(const char* file) {
    const char* why = dlerror();
    std::fprintf(stderr, "ounce: the library %s cannot be loaded: %s\n", file,
                 why ? why : "nobody knows why");
    std::fflush(nullptr);
    std::_Exit(2);
}

}  // namespace

LateLibrary::LateLibrary(const char* file) : file_(file), handle_(dlopen(file, RTLD_LAZY | RTLD_LOCAL)) {
    if (!handle_) giveUp(file_);
}

void* LateLibrary::find(const char* name) const {
    void* found = dlsym(handle_, name);
    if (!found) giveUp(file_);
    return found;
}

}  // namespace ounce
