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

BlockMap::Content& BlockMap::writable() {
    if (content_.use_count() > 1) content_ = std::make_shared<Content>(*content_);
    return *content_;
}

void BlockMap::reserve(std::size_t count) {
    Content& content = writable();
    content.blocks.reserve(count);
    content.index.reserve(count);
}

Block& BlockMap::add(Block block) {
    auto& [blocks, index] = writable();
    auto [at, isNew] = index.try_emplace(block.id, blocks.size());
    if (isNew) return blocks.emplace_back(std::move(block));
    return blocks[at->second] = std::move(block);
}

void BlockMap::remove(std::span<const std::string> ids) {
    if (ids.empty()) return;
    Content& content = writable();
    for (const std::string& id : ids) content.index.erase(id);
    std::erase_if(content.blocks, [&](const Block& block) { return !content.index.contains(block.id); });
    for (std::size_t i = 0; i < content.blocks.size(); i++) content.index[content.blocks[i].id] = i;
}

const Block* BlockMap::find(std::string_view id) const {
    auto at = content_->index.find(std::string(id));
    return at == content_->index.end() ? nullptr : &content_->blocks[at->second];
}

Block* BlockMap::find(std::string_view id) {
    Content& content = writable();
    auto at = content.index.find(std::string(id));
    return at == content.index.end() ? nullptr : &content.blocks[at->second];
}

bool Project::sameAssets(const Project& other) const {
    return std::equal(
        assets.begin(), assets.end(), other.assets.begin(), other.assets.end(),
        [](const auto& a, const auto& b) { return a.first == b.first && *a.second == *b.second; });
}

}  // namespace ounce
