#include "neuro/report_page.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "base/steps.h"
#include "base/words.h"
#include "html/page.h"
#include "html/plot.h"

namespace ounce::neuro {
namespace {

using html::escape;

constexpr std::string_view kStyle = R"(
svg.plot { display: block; width: 100%; max-width: 45rem; height: auto; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; }
.plot text { fill: var(--soft); font-size: 13px; } .plot .grid { stroke: var(--line); }
.plot .axis { stroke: var(--soft); fill: none; } .plot .curve { stroke: var(--accent); stroke-width: 2.5; fill: none; }
.plot .area { fill: var(--accent); opacity: .12; }
svg.network { display: block; width: 100%; max-width: 60rem; height: auto; }
.network text { fill: currentColor; font-size: 11px; } .network circle { fill: var(--card); stroke: var(--soft); }
.network .plus { stroke: #2a7fff; } .network .minus { stroke: #d9541e; } .network .back { stroke-dasharray: 4 3; }
)";

std::string labelOf(const NetworkFile::Node& node) {
    switch (node.kind) {
        case 'I': return fmt::format("{} {}", node.group, node.feature);
        case 'B': return "bias";
        case 'C': return node.event;
        case 'R': return fmt::format("{} ({})", node.event, node.parameter);
        default: return node.group;
    }
}

}  // namespace

std::string networkPicture(const NetworkFile& network) {
    constexpr double kWidth = 960, kRow = 16, kLeft = 210, kRight = 690, kTop = 12;
    // Columns by depth, each node a row.
    std::map<double, int> rows;
    std::map<NodeId, std::pair<double, double>> places;
    double height = 0;
    for (const NetworkFile::Node& node : network.nodes) {
        const bool first = node.kind == 'I' || node.kind == 'B';
        const double depth = first ? 0 : node.kind == 'H' ? node.depth.value_or(0.5) : 1;
        const double y = kTop + kRow * rows[depth]++;
        places[node.id] = {kLeft + depth * (kRight - kLeft), y};
        height = std::max(height, y + kTop);
    }
    std::string svg = fmt::format(
        R"(<svg class="network" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="a network of {} nodes">)",
        kWidth, height, network.nodes.size());
    for (const NetworkFile::Connection& c : network.connections) {
        const auto from = places.find(c.from), to = places.find(c.to);
        if (!c.enabled || from == places.end() || to == places.end()) continue;
        const double strength = std::min(std::abs(c.weight) / 4, 1.0);
        svg += fmt::format(
            R"(<line class="{}{}" x1="{:.0f}" y1="{:.0f}" x2="{:.0f}" y2="{:.0f}" stroke-width="{:.2f}" opacity="{:.2f}"/>)",
            c.weight < 0 ? "minus" : "plus", c.recurrent ? " back" : "", from->second.first,
            from->second.second, to->second.first, to->second.second, 0.3 + 3 * strength,
            0.15 + 0.85 * strength);
    }
    for (const NetworkFile::Node& node : network.nodes) {
        const auto [x, y] = places[node.id];
        svg += fmt::format(R"(<circle cx="{:.0f}" cy="{:.0f}" r="4"/>)", x, y);
        const bool before = node.kind == 'I' || node.kind == 'B';
        svg += fmt::format(R"(<text x="{:.0f}" y="{:.0f}"{}>{}</text>)", before ? x - 8 : x + 8, y + 4,
                           before ? R"( text-anchor="end")" : "", escape(labelOf(node)));
    }
    return svg + "</svg>";
}

std::string networkReport(const NetworkGeneration& generation) {
    const auto goals = static_cast<double>(std::max<std::size_t>(generation.goals, 1));
    auto percent = [&](std::size_t part) { return 100 * static_cast<double>(part) / goals; };
    std::string body = html::tiles(
        {{fmt::format("{:.1f} %", percent(generation.reliable())),
          fmt::format("{} of {} blocks reached reliably", generation.reliable(), generation.goals),
          generation.reliable() == generation.goals ? "good" : ""},
         {fmt::format("{:.1f} %", percent(generation.reached())), "reached in any play"},
         html::countTile(generation.dynamic.networks.size(), "network", "networks"),
         html::countTile(generation.found.plays, "play", "plays"),
         html::countTile(generation.found.generations, "generation", "generations")});
    html::StepPlot plot, species;
    double most = 1;
    for (const ReliableAt& at : generation.found.timeline) {
        plot.points.push_back({at.seconds, percent(at.reliable)});
        species.points.push_back({at.seconds, static_cast<double>(at.species)});
        most = std::max(most, static_cast<double>(at.species));
    }
    species.yEnd = most;
    plot.xEnd =
        generation.config.budget.seconds ? generation.found.seconds : secondsOf(generation.found.steps);
    plot.xLabel = generation.config.budget.seconds ? "seconds" : "seconds of Scratch time";
    plot.yLabel = "reached reliably";
    plot.yUnit = " %";
    plot.description = "how many blocks were reached reliably when";
    species.xEnd = plot.xEnd;
    species.xLabel = plot.xLabel;
    species.yLabel = "species";
    species.description = "how many species there were when";
    if (!plot.points.empty())
        body += "<h2>Over time</h2>" + html::stepPlot(plot) + "<h2>Species</h2>" + html::stepPlot(species);
    if (!generation.film.empty())
        body += fmt::format("<h2>How {} plays</h2>{}", escape(generation.dynamic.networks[0].name),
                            html::picture(generation.film, "the first seconds of its play, moving"));
    body += "<h2>Networks</h2>";
    for (std::size_t i = 0; i < generation.dynamic.networks.size(); i++) {
        const NetworkFile& network = generation.dynamic.networks[i];
        const auto& reliable = generation.found.networks[i].reliable;
        body += fmt::format("<details{}><summary>{}: {}; {} reliably</summary>{}</details>",
                            i == 0 ? " open" : "", escape(network.name),
                            escape(generation.fixed.tests[i].description),
                            counted(std::count(reliable.begin(), reliable.end(), std::uint8_t{1}), "block"),
                            networkPicture(network));
    }
    if (!generation.notReliable.empty()) {
        body += "<h2>Not reached reliably</h2><ul>";
        for (const std::string& goal : generation.notReliable)
            body += fmt::format("<li>{}</li>", escape(goal));
        body += "</ul>";
    }
    return html::page(fmt::format("Networks for {}", generation.project), body, kStyle);
}

}  // namespace ounce::neuro
