// One line of a sprite's head while it is read.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "project/text/head_reader.h"
#include "project/text/phrase.h"
#include "project/text/picture.h"
#include "project/text/words.h"

namespace ounce::text {

// One line, read from left to right.
class HeadLine {
  public:
    HeadLine(HeadReader& head, Target& target, std::string_view line, int number)
        : head_(head), target_(target), line_(line), number_(number) {}

    Result<void> read() {
        for (skip(); !atEnd(); skip()) {
            if (auto one = property(); !one) return one;
        }
        return {};
    }

  private:
    using Done = Result<void>;

    [[nodiscard]] std::unexpected<Error> error(std::size_t at, std::string what,
                                               std::string advice = {}) const {
        return std::unexpected(errorAt(number_, columnOf(line_, at), std::move(what), std::move(advice)));
    }
    void skip() {
        while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) at_++;
    }
    bool atEnd() {
        skip();
        return at_ >= line_.size() || line_.substr(at_, 2) == "//";
    }
    std::string_view word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < line_.size() && line_[at_] != ' ' && line_[at_] != '\t' && line_[at_] != ',') at_++;
        return line_.substr(begin, at_ - begin);
    }
    bool take(std::string_view expected) {
        const std::size_t before = at_;
        if (word() == expected) return true;
        at_ = before;
        return false;
    }
    Result<double> number(std::string_view of) {
        skip();
        const std::size_t begin = at_;
        Scalar value;
        const std::string_view text = word();
        if (bareScalar(text, value) && std::holds_alternative<double>(value)) return std::get<double>(value);
        return error(begin, "a number is expected here for the " + std::string(of));
    }
    Result<std::string> quoted() {
        const std::size_t begin = at_++;
        while (at_ < line_.size() && line_[at_] != '"') at_ += line_[at_] == '\\' ? 2 : 1;
        if (at_ >= line_.size()) return error(begin, "this quotation mark is not closed");
        return unescape(line_.substr(begin + 1, at_++ - begin - 1));
    }
    // In quotation marks, or one word.
    Result<std::string> name(std::string_view of) {
        skip();
        if (atEnd()) return error(at_, "the name of the " + std::string(of) + " is missing");
        if (line_[at_] == '"') return quoted();
        return std::string(word());
    }
    // In quotation marks, or everything up to the equals sign.
    Result<std::string> nameBeforeValue(std::string_view of) {
        skip();
        if (at_ < line_.size() && line_[at_] == '"') return quoted();
        const std::size_t end = std::min({line_.find('=', at_), line_.find(" //", at_), line_.size()});
        const std::string_view text = trimSpaces(line_.substr(at_, end - at_));
        if (text.empty()) return error(at_, "the name of the " + std::string(of) + " is missing");
        at_ = end;
        return std::string(text);
    }
    Result<Scalar> value() {
        skip();
        const std::size_t begin = at_;
        if (at_ < line_.size() && line_[at_] == '"') {
            OUNCE_TRY(std::string text, quoted());
            return Scalar(std::move(text));
        }
        Scalar result;
        const std::string_view text = word();
        if (bareScalar(text, result)) return result;
        return error(begin, "a value is expected here: a number, or a text in quotation marks");
    }

    Done property();
    Done variable(bool cloud);
    Done list();
    Done monitor();
    Done costume();
    Done sound();
    Done costumeOptions(Costume& costume);
    Done soundOptions(Sound& sound);
    Result<Picture> picture(std::string_view kind);
    Result<std::string> colour();
    Result<Bytes> file(const std::string& path);
    // Costumes and sounds that lie in an archive, and those that lie in a file beside this one.
    template <class Asset>
    Done takeAsset(Asset& asset);
    template <class Asset>
    Result<Bytes> takeFile(Asset& asset);
    Done setNumber(double& member, std::string_view of) {
        OUNCE_TRY(member, number(of));
        return {};
    }
    void store(const std::string& fileName, std::string bytes) {
        head_.project_.assets[fileName] = std::make_shared<const std::string>(std::move(bytes));
    }

    HeadReader& head_;
    Target& target_;
    std::string_view line_;
    int number_;
    std::size_t at_ = 0;
};

}  // namespace ounce::text
