#include "script/exceptions.h"

#include <fmt/format.h>

namespace ounce {
namespace {

int wholeNumber(const JsValue& value) {
    const double number = value.toNumber();
    return number > 0 && number < 1e9 ? static_cast<int>(number) : 0;
}

}  // namespace

JsException describeException(const JsValue& thrown) {
    JsException exception;
    exception.thrown = thrown;
    const JsValue message = thrown.get("message");
    exception.message = message.isText() ? message.toText() : thrown.toText();
    if (message.isText()) exception.name = thrown.get("name").toText();
    if (const JsValue file = thrown.get("sourceURL"); file.isText()) exception.file = file.toText();
    exception.line = wholeNumber(thrown.get("line"));
    exception.column = wholeNumber(thrown.get("column"));
    return exception;
}

Error JsException::toError() const {
    Error error;
    error.what = name.empty() ? message : name + ": " + message;
    error.where = file;
    if (line > 0) error.where += fmt::format(":{}", line);
    if (line > 0 && column > 0) error.where += fmt::format(":{}", column);
    return error;
}

}  // namespace ounce
