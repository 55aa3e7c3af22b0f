// A Scratch list: shared until it is written to.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/value.h"

namespace ounce {

class List {
  public:
    static constexpr std::size_t kMaxItems = 200000;

    List() = default;
    explicit List(std::vector<Value> items)
        : items_(std::make_shared<std::vector<Value>>(std::move(items))) {}

    [[nodiscard]] std::size_t size() const { return items_ ? items_->size() : 0; }
    [[nodiscard]] const Value& operator[](std::size_t i) const { return (*items_)[i]; }
    [[nodiscard]] const Value* begin() const { return items_ ? items_->data() : nullptr; }
    [[nodiscard]] const Value* end() const { return begin() + size(); }

    // The items for writing: a copy of one's own if someone else holds the same list.
    std::vector<Value>& write() {
        if (!items_) items_ = std::make_shared<std::vector<Value>>();
        if (items_.use_count() > 1) items_ = std::make_shared<std::vector<Value>>(*items_);
        return *items_;
    }
    void clear() { items_.reset(); }

    bool operator==(const List& other) const {
        if (items_ == other.items_) return true;
        if (size() != other.size()) return false;
        for (std::size_t i = 0; i < size(); i++) {
            if (!(*this)[i].same(other[i])) return false;
        }
        return true;
    }

  private:
    std::shared_ptr<std::vector<Value>> items_;
};

}  // namespace ounce
