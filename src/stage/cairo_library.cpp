#include "stage/cairo_library.h"

namespace ounce {

const LateLibrary& cairoLibrary() {
    static const LateLibrary library("libcairo.so.2");
    return library;
}

}  // namespace ounce
