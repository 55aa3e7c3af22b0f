// Where the fonts of costumes are looked for.
#include "stage/fonts.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace ounce {
namespace {

// Sets a variable of the environment for a while; nothing: takes it out.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        value ? setenv(name, value, 1) : unsetenv(name);
    }
    ~Variable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST(Fonts, AreWhereTheUserSays) {
    const Variable own("OUNCE_FONTS", "/my/fonts"), data("XDG_DATA_HOME", "/data"), home("HOME", "/home/ann");
    EXPECT_EQ(fontsFolder(), "/my/fonts");
}

TEST(Fonts, AreInTheUsersDataElse) {
    const Variable own("OUNCE_FONTS", nullptr), home("HOME", "/home/ann");
    {
        const Variable data("XDG_DATA_HOME", "/data");
        EXPECT_EQ(fontsFolder(), "/data/ounce/fonts");
    }
    const Variable data("XDG_DATA_HOME", nullptr);
    EXPECT_EQ(fontsFolder(), "/home/ann/.local/share/ounce/fonts");
    const Variable nobody("HOME", nullptr);
    EXPECT_TRUE(fontsFolder().empty());
}

}  // namespace
}  // namespace ounce
