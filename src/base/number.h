// Numbers as Scratch sees them. Scratch runs on JavaScript, and its users see JavaScript's conversions: what
// a text is worth as a number, and which digits a number is shown with.
#pragma once

#include <string>
#include <string_view>

namespace ounce {

// JavaScript's String(number): the shortest digits that read back as the same number; "1e+21", "NaN",
// "Infinity".
std::string numberToText(double value);
// The same into a buffer of at least 32 characters; returns the length.
int numberToText(double value, char* buffer);

// JavaScript's Number(text) for UTF-8 text; NaN when the text is no number. White space around it is ignored,
// empty text is 0, "0x1F", "0b11", "0o7" and "Infinity" are numbers.
double textToNumber(std::string_view utf8);

// JavaScript's Math.round: halves go up, so -2.5 becomes -2 and -0.4 becomes -0.
double roundHalfUp(double value);

// JavaScript's number.toFixed(digits), correctly rounded from the exact binary value.
std::string toFixed(double value, int digits);

// JavaScript's ToInt32.
int toInt32(double value);

}  // namespace ounce
