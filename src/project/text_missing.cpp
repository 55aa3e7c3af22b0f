// Holds the place of the text form until its folder is there.
#if !__has_include("project/text/words.h")
#include "project/load.h"

namespace ounce {

Result<Project> readText(std::string_view, const std::string& name, const std::string&) {
    return fail("the text form cannot be read yet", name);
}

Result<std::string> writeText(const Project&, const std::string&) {
    return fail("the text form cannot be written yet");
}

}  // namespace ounce
#endif
