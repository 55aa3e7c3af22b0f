#include "stage/fonts.h"

#include <cstdlib>
#include <fontconfig/fontconfig.h>
#include <mutex>
#include <system_error>

#include "base/late_library.h"
#include "base/user_folder.h"

namespace ounce {

namespace {

const LateLibrary& fontconfig() {
    static const LateLibrary library("libfontconfig.so.1");
    return library;
}

OUNCE_LATE_FUNCTION(fontconfig, FcConfigAppFontAddDir);

}  // namespace

std::filesystem::path fontsFolder() {
    if (const char* own = std::getenv("OUNCE_FONTS")) return own;
    const std::filesystem::path data = userFolder("XDG_DATA_HOME", ".local/share");
    return data.empty() ? data : data / "fonts";
}

void useScratchFonts() {
    static std::once_flag once;
    std::call_once(once, [] {
        const std::filesystem::path folder = fontsFolder();
        std::error_code ignored;
        if (folder.empty() || !std::filesystem::is_directory(folder, ignored)) return;
        FcConfigAppFontAddDir(nullptr, reinterpret_cast<const FcChar8*>(folder.c_str()));
    });
}

}  // namespace ounce
