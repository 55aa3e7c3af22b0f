#include <algorithm>
#include <map>

#include "models/infer/following.h"

namespace ounce::models::inference {

bool chooseDelay(const std::vector<Occurrence>& all, FollowRule& rule) {
    std::map<std::uint32_t, std::size_t> times;
    std::size_t seen = 0;
    for (const Occurrence& one : all) {
        if (one.delay > kLongestDelay) continue;
        times[one.delay]++, seen++;
    }
    if (seen * 4 < all.size() || seen < kFewestTimes) return false;
    std::uint32_t usual = 0;
    std::size_t most = 0;
    for (const auto& [delay, count] : times) {
        std::size_t near = 0;
        for (std::uint32_t d = delay < 1 ? 0 : delay - 1; d <= delay + 1; d++)
            near += times.contains(d) ? times.at(d) : 0;
        if (near > most) most = near, usual = delay;
    }
    if (most * 5 >= seen * 3) {
        rule.low = usual < 2 ? 0 : usual - 2;
        rule.high = usual + 2;
        while (!times.contains(rule.high)) rule.high--;
        if (usual <= 1 && rule.high <= 2 && (times.contains(2) ? times.at(2) : 0) * 20 < seen)
            rule.high = std::min<std::uint32_t>(rule.high, 1);
        if (times.begin()->first < rule.low) rule.low = 0;
        while (rule.low > 0 && !times.contains(rule.low)) rule.low++;
        return true;
    }
    const std::uint32_t last = times.rbegin()->first;
    std::size_t late = 0;
    for (const auto& [delay, count] : times) late += delay + 2 >= last ? count : 0;
    if (late * 20 < seen) return false;
    rule.low = 0, rule.high = last;
    return true;
}

}  // namespace ounce::models::inference
