#include "project/project.h"

#include <algorithm>

namespace ounce {
namespace {

template <class Items>
auto* findNamed(Items& items, std::string_view name) {
    auto at = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
    return at == items.end() ? nullptr : &*at;
}

}  // namespace

const Input* Block::input(std::string_view name) const { return findNamed(inputs, name); }
const Field* Block::field(std::string_view name) const { return findNamed(fields, name); }

void BlockMap::reserve(std::size_t count) {
    blocks_.reserve(count);
    index_.reserve(count);
}

Block& BlockMap::add(Block block) {
    auto [at, isNew] = index_.try_emplace(block.id, blocks_.size());
    if (isNew) return blocks_.emplace_back(std::move(block));
    return blocks_[at->second] = std::move(block);
}

const Block* BlockMap::find(std::string_view id) const {
    auto at = index_.find(std::string(id));
    return at == index_.end() ? nullptr : &blocks_[at->second];
}

Block* BlockMap::find(std::string_view id) { return const_cast<Block*>(std::as_const(*this).find(id)); }

bool Project::sameAssets(const Project& other) const {
    return std::equal(
        assets.begin(), assets.end(), other.assets.begin(), other.assets.end(),
        [](const auto& a, const auto& b) { return a.first == b.first && *a.second == *b.second; });
}

}  // namespace ounce
