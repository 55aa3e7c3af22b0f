// Types as JSDoc writes them: number, int, string[], {a: int, b?: string}, 'on'|'off', ?Node, Array<T>,
// function(int): string, (a: int) => string, Promise<T>, and the names of classes, @callback and @typedef.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "contracts/core/types.h"

namespace ounce::contracts {

class TypeReader {
  public:
    TypeReader(World& world, const std::map<std::string, TypeId>& names) : world_(world), names_(names) {}

    // `optional`: the type ended with =, as in {int=}.
    struct Read {
        TypeId type = World::kAny;
        bool optional = false;
        bool rest = false;
    };
    // An error's `where` is the offset in the text.
    Result<Read> read(std::string_view text);

  private:
    struct Stop {
        std::size_t offset;
        std::string what;
    };
    TypeId alternatives();
    TypeId suffixed();
    TypeId primary();
    TypeId record();
    TypeId arrow();
    TypeId functionType();
    TypeId named(const std::string& name, std::size_t begin);
    void skipBlanks();
    bool accept(std::string_view symbol);
    void expect(std::string_view symbol);
    std::string word();
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void fails(std::size_t offset, std::string what);

    World& world_;
    const std::map<std::string, TypeId>& names_;
    std::string_view text_{};
    std::size_t at_ = 0;
    int depth_ = 0;
    bool failed_ = false;
    Stop stop_{};
};

}  // namespace ounce::contracts
