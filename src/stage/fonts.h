// The fonts of Scratch's paint editor, which costumes with text are set in. Ounce does not bring them;
// whoever has them in a folder gets texts as wide as in Scratch.
#pragma once

#include <filesystem>

namespace ounce {

// $OUNCE_FONTS, or the folder `ounce/fonts` in the user's data; empty if there is none.
std::filesystem::path fontsFolder();

// Makes the fonts in that folder known to this process, once; before the first text is set.
void useScratchFonts();

}  // namespace ounce
