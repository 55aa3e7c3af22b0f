#include "generate/snapshots.h"

#include <algorithm>
#include <iterator>

namespace ounce {

namespace {

constexpr std::uint64_t kEmptyHash = 0xCBF29CE484222325;

std::uint64_t extendHash(std::uint64_t hash, std::span<const Codon> codons) {
    for (Codon codon : codons) {
        hash = (hash ^ static_cast<std::uint32_t>(codon)) * 0x100000001B3;
        hash ^= hash >> 29;
    }
    return hash;
}

}  // namespace

std::size_t bytesOf(const Played& played) {
    const State& state = played.moment.state;
    std::size_t bytes =
        sizeof(Played) + played.trace.covered.size() + played.trace.distances.size() * sizeof(double);
    bytes += played.events.size() * sizeof(UserEvent) + played.nearestAt.size() * sizeof(std::uint32_t) +
             static_cast<std::size_t>(state.memory.bytes);
    for (const auto& target : state.targets) {
        // The stage keeps about as much for a drawable as the machine keeps for a target.
        bytes += 2 * sizeof(TargetState) + target->variables.size() * sizeof(Value) +
                 target->lists.size() * sizeof(List);
    }
    for (const auto& thread : state.threads)
        bytes += sizeof(Thread) + thread->stack.capacity() * sizeof(Frame);
    return bytes;
}

std::shared_ptr<const Played> Snapshots::longestPrefix(const Codons& codons) {
    const std::size_t groups = codons.size() / groupSize_;
    std::vector<std::uint64_t> hashes{kEmptyHash};
    for (std::size_t i = 0; i < groups; i++) {
        hashes.push_back(extendHash(hashes.back(), std::span(codons).subspan(i * groupSize_, groupSize_)));
    }
    for (std::size_t i = groups; i > 0; i--) {
        const auto entry = find(hashes[i], std::span(codons).first(i * groupSize_));
        if (entry == entries_.end()) continue;
        entries_.splice(entries_.begin(), entries_, entry);
        return entry->played;
    }
    return nullptr;
}

void Snapshots::keep(const Codons& codons, std::size_t groups, std::shared_ptr<const Played> played) {
    const std::span<const Codon> prefix = std::span(codons).first(groups * groupSize_);
    const std::uint64_t hash = extendHash(kEmptyHash, prefix);
    if (const auto known = find(hash, prefix); known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return;
    }
    if (const auto same = byHash_.find(hash); same != byHash_.end()) {  // other codons, the same hash
        forget(same->second);
    }
    const std::size_t bytes = bytesOf(*played) + prefix.size_bytes() + sizeof(Entry);
    entries_.push_front({hash, Codons(prefix.begin(), prefix.end()), std::move(played), bytes});
    byHash_[hash] = entries_.begin();
    count(entries_.front());
    while (bytes_ > byteLimit_ && entries_.size() > 1) forget(std::prev(entries_.end()));
}

// What states share counts once: a drawing is large, and most tests go on from the same one.
void Snapshots::count(Entry& entry) {
    bytes_ += entry.bytes;
    if (const auto& stage = entry.played->moment.state.stage) entry.pieces = stage->penPieces();
    for (const void* piece : entry.pieces) {
        if (pieces_[piece]++ == 0) bytes_ += StageState::kPenPieceBytes;
    }
}

void Snapshots::forget(Entries::iterator entry) {
    bytes_ -= entry->bytes;
    for (const void* piece : entry->pieces) {
        if (--pieces_[piece] > 0) continue;
        pieces_.erase(piece);
        bytes_ -= StageState::kPenPieceBytes;
    }
    byHash_.erase(entry->hash);
    entries_.erase(entry);
}

Snapshots::Entries::iterator Snapshots::find(std::uint64_t hash, std::span<const Codon> codons) {
    const auto found = byHash_.find(hash);
    if (found == byHash_.end() || !std::ranges::equal(found->second->codons, codons)) return entries_.end();
    return found->second;
}

}  // namespace ounce
