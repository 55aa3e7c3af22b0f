#include "search/local_search.h"

#include <algorithm>
#include <string_view>

namespace ounce {

namespace {

std::uint64_t hashOf(const Codons& codons) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (Codon codon : codons) hash = (hash ^ static_cast<std::uint32_t>(codon)) * 0x100000001B3;
    return hash;
}

}  // namespace

bool coversMore(const std::vector<double>& a, const std::vector<double>& b) {
    return std::count(a.begin(), a.end(), 0.0) > std::count(b.begin(), b.end(), 0.0);
}

std::vector<std::size_t> LocalSearch::improve(std::vector<Individual>& members) {
    std::vector<std::uint8_t> replaced(members.size(), 0);
    extend(members, replaced);
    reduce(members, replaced);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < members.size(); i++) {
        if (replaced[i]) places.push_back(i);
    }
    return places;
}

void LocalSearch::extend(std::vector<Individual>& members, std::vector<std::uint8_t>& replaced) {
    if (options_.extension <= 0) return;
    const Encoding encoding = run_.problem().encoding();
    Stream random = run_.stream();
    std::vector<LocalSearchRequest> requests;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < members.size(); i++) {
        const Codons& codons = members[i].test->codons;
        if (!random.chance(options_.extension)) continue;
        if (encoding.groups(codons) >= encoding.maxLength || !extended_.insert(hashOf(codons)).second)
            continue;
        places.push_back(i);
        requests.push_back({&members[i], run_.stream()});
    }
    if (requests.empty() || run_.over() || run_.archive().complete()) return;
    requests.resize(run_.meter().allowance(requests.size()), {nullptr, random});
    auto neighbours = run_.problem().extend(requests, run_.archive().covered());
    for (std::size_t i = 0; i < neighbours.size(); i++) {
        if (!neighbours[i]) continue;
        Individual neighbour = run_.admit(std::move(*neighbours[i]));
        extended_.insert(hashOf(neighbour.test->codons));
        if (!coversMore(neighbour.fitness, members[places[i]].fitness)) continue;
        members[places[i]] = std::move(neighbour);
        replaced[places[i]] = 1;
    }
}

void LocalSearch::reduce(std::vector<Individual>& members, std::vector<std::uint8_t>& replaced) {
    if (options_.reduction <= 0) return;
    const Encoding encoding = run_.problem().encoding();
    Stream random = run_.stream();
    std::vector<LocalSearchRequest> requests;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < members.size(); i++) {
        if (!random.chance(options_.reduction)) continue;
        if (members[i].test->usefulGroups >= encoding.groups(members[i].test->codons)) continue;
        places.push_back(i);
        requests.push_back({&members[i], run_.stream()});
    }
    if (requests.empty()) return;
    auto neighbours = run_.problem().reduce(requests, run_.archive().covered());
    for (std::size_t i = 0; i < neighbours.size(); i++) {
        if (!neighbours[i]) continue;
        members[places[i]] = run_.admit(std::move(*neighbours[i]));
        replaced[places[i]] = 1;
    }
}

}  // namespace ounce
