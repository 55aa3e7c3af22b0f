// Names in projects are strangers' texts. What would move the cursor, set the window's title or fill the
// clipboard is shown, not obeyed.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// Takes text in pieces. Control characters become `\u{1b}`, as the text form writes them; broken UTF-8
// becomes U+FFFD. Ends of lines and tabs stay; with `color` also Ounce's own colours.
class VisibleText {
  public:
    explicit VisibleText(bool color) : color_(color) {}

    // What may be written now; a character or colour that is not complete waits for the next piece.
    std::string add(std::string_view text);
    // What is left when nothing more comes.
    std::string finish();

  private:
    std::string take(bool last);

    bool color_;
    std::string waiting_;
};

}  // namespace ounce
