// Places in tests that were kept, so that no test executes a beginning twice that it shares with an earlier
// one. Bounded: what was not used for longest goes first.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "generate/played.h"
#include "search/codons.h"

namespace ounce {

class Snapshots {
  public:
    Snapshots(std::size_t groupSize, std::size_t byteLimit) : groupSize_(groupSize), byteLimit_(byteLimit) {}

    // The end of the longest beginning of these codons that was kept; none: not even the first group.
    std::shared_ptr<const Played> longestPrefix(const Codons& codons);
    // Keeps what was played by the first `groups` groups.
    void keep(const Codons& codons, std::size_t groups, std::shared_ptr<const Played> played);

    [[nodiscard]] std::size_t count() const { return entries_.size(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    struct Entry {
        std::uint64_t hash = 0;
        Codons codons;
        std::shared_ptr<const Played> played;
        std::size_t bytes = 0;  // without what it shares with others
        std::vector<const void*> pieces{};
    };
    using Entries = std::list<Entry>;  // the one used last comes first

    void count(Entry& entry);
    void forget(Entries::iterator entry);
    Entries::iterator find(std::uint64_t hash, std::span<const Codon> codons);

    std::size_t groupSize_, byteLimit_, bytes_ = 0;
    Entries entries_;
    std::unordered_map<std::uint64_t, Entries::iterator> byHash_;
    std::unordered_map<const void*, std::size_t> pieces_;  // of pen layers: how many entries have it
};

// About what a Played takes, in bytes, without the pen layer; texts and lists that it shares with others
// count fully.
std::size_t bytesOf(const Played& played);

}  // namespace ounce
