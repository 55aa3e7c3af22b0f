#include "models/drawing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>

#include "html/page.h"
#include "models/model_text.h"
#include "testing/report/report_text.h"

namespace ounce::models {
namespace {

std::string_view colourOf(EdgeFate fate) {
    switch (fate) {
        case EdgeFate::Taken: return "#2a7d3f";
        case EdgeFate::Failed: return "#c62828";
        case EdgeFate::NeverTaken: return "#9e9e9e";
        case EdgeFate::Unknown: break;
    }
    return "#555555";
}

EdgeFate fateOf(const std::vector<EdgeFate>& fates, std::size_t edge) {
    return edge < fates.size() ? fates[edge] : EdgeFate::Unknown;
}

std::string dotText(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

void addDot(std::string& text, const Model& model, const std::vector<EdgeFate>& fates,
            std::string_view prefix) {
    const auto name = [&](std::size_t node) {
        return dotText(fmt::format("{}{}", prefix, model.nodes[node].id));
    };
    text += fmt::format("  {} [shape=point];\n", dotText(fmt::format("{}·", prefix)));
    for (std::size_t i = 0; i < model.nodes.size(); i++) {
        const Node& node = model.nodes[i];
        text += fmt::format("  {} [label={}, shape={}{}];\n", name(i), dotText(node.label),
                            node.stop ? "doublecircle" : "circle", node.stopAll ? ", style=bold" : "");
    }
    text += fmt::format("  {} -> {};\n", dotText(fmt::format("{}·", prefix)), name(model.start));
    for (std::size_t i = 0; i < model.edges.size(); i++) {
        const Edge& edge = model.edges[i];
        const EdgeFate fate = fateOf(fates, i);
        text +=
            fmt::format("  {} -> {} [label={}, color={}, fontcolor={}{}];\n", name(edge.from), name(edge.to),
                        dotText(fmt::format("{} {}", edge.label, edgeText(edge))), dotText(colourOf(fate)),
                        dotText(colourOf(fate)), fate == EdgeFate::NeverTaken ? ", style=dashed" : "");
    }
}

struct Place {
    double x = 0, y = 0;
};

constexpr double kColumn = 190, kRow = 120, kMargin = 70, kRadius = 26;

// How far the nth loop of a state goes up, seen from its centre.
double loopHeight(int nth) { return kRadius + (30 + 16 * nth) * 0.75; }

// Columns by the distance from the start, rows in the order of the file.
std::vector<Place> layout(const Model& model, double& width, double& height) {
    std::vector<int> column(model.nodes.size(), -1);
    std::vector<std::size_t> next{model.start};
    column[model.start] = 0;
    for (std::size_t i = 0; i < next.size(); i++) {
        for (const Edge& edge : model.edges) {
            if (edge.from != next[i] || column[edge.to] >= 0) continue;
            column[edge.to] = column[next[i]] + 1;
            next.push_back(edge.to);
        }
    }
    std::map<std::size_t, int> loops;
    double top = kMargin;
    for (const Edge& edge : model.edges) {
        if (edge.from == edge.to) top = std::max(top, loopHeight(loops[edge.from]++) + 16);
    }
    std::map<int, int> filled;
    std::vector<Place> places;
    int columns = 0, rows = 0;
    for (std::size_t i = 0; i < model.nodes.size(); i++) {
        const int c = std::max(column[i], 0);
        const int row = filled[c]++;
        columns = std::max(columns, c + 1);
        rows = std::max(rows, row + 1);
        // Every second column a little lower, so that an edge across one does not go through its states.
        places.push_back({kMargin + c * kColumn, top + row * kRow + (c % 2) * kRow * 0.35});
    }
    width = 2 * kMargin + (columns - 1) * kColumn;
    height = top + (rows - 1) * kRow + (columns > 1 ? kRow * 0.35 : 0) + kRadius + 20;
    return places;
}

std::string arrow(Place tip, double angle, std::string_view colour) {
    const auto point = [&](double turn) {
        return fmt::format("{:.1f},{:.1f}", tip.x - 11 * std::cos(angle + turn),
                           tip.y - 11 * std::sin(angle + turn));
    };
    return fmt::format("<polygon points=\"{:.1f},{:.1f} {} {}\" fill=\"{}\"/>", tip.x, tip.y, point(0.4),
                       point(-0.4), colour);
}

std::string svgEdge(const Place& a, const Place& b, int nth, bool loop, std::string_view number,
                    EdgeFate fate) {
    const std::string_view colour = colourOf(fate);
    const std::string_view dash = fate == EdgeFate::NeverTaken ? " stroke-dasharray=\"5 4\"" : "";
    std::string text;
    Place label;
    if (loop) {
        // Loops fan out above the state, later ones larger.
        const double size = 30 + 16 * nth;
        text = fmt::format(
            "<path d=\"M {:.1f} {:.1f} C {:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" "
            "stroke=\"{}\"{}/>",
            a.x - 12, a.y - kRadius + 3, a.x - size, a.y - kRadius - size, a.x + size, a.y - kRadius - size,
            a.x + 12, a.y - kRadius + 3, colour, dash);
        text += arrow({a.x + 12, a.y - kRadius + 3}, 1.9, colour);
        label = {a.x, a.y - loopHeight(nth) + 4};
    } else {
        const double dx = b.x - a.x, dy = b.y - a.y, length = std::max(1.0, std::hypot(dx, dy));
        // Long ones go round what lies between.
        const double bend = 22 + 26 * nth + (length > kColumn * 1.3 ? length * 0.22 : 0);
        const Place middle{(a.x + b.x) / 2 + dy / length * bend, (a.y + b.y) / 2 - dx / length * bend};
        const auto border = [&](const Place& centre) {
            const double mx = middle.x - centre.x, my = middle.y - centre.y,
                         m = std::max(1.0, std::hypot(mx, my));
            return Place{centre.x + mx / m * kRadius, centre.y + my / m * kRadius};
        };
        const Place from = border(a), to = border(b);
        text = fmt::format(
            "<path d=\"M {:.1f} {:.1f} Q {:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\"{}/>",
            from.x, from.y, middle.x, middle.y, to.x, to.y, colour, dash);
        text += arrow(to, std::atan2(to.y - middle.y, to.x - middle.x), colour);
        label = {(from.x + 2 * middle.x + to.x) / 4, (from.y + 2 * middle.y + to.y) / 4 - 4};
    }
    return text +
           fmt::format(
               "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" "
               "paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"4\">{}</text>",
               label.x, label.y, colour, number);
}

std::string svgBody(const Model& model, const std::vector<EdgeFate>& fates, double& width, double& height) {
    const std::vector<Place> places = layout(model, width, height);
    std::string text;
    std::map<std::pair<std::size_t, std::size_t>, int> between;
    for (std::size_t i = 0; i < model.edges.size(); i++) {
        const Edge& edge = model.edges[i];
        const int nth = between[{edge.from, edge.to}]++;
        text += fmt::format("<g><title>{}</title>{}</g>\n", html::escape(edge.label + " " + edgeText(edge)),
                            svgEdge(places[edge.from], places[edge.to], nth, edge.from == edge.to,
                                    fmt::format("{}", i + 1), fateOf(fates, i)));
    }
    const Place& start = places[model.start];
    text += fmt::format("<path d=\"M {:.1f} {:.1f} h 24\" stroke=\"#555\" fill=\"none\"/>",
                        start.x - kRadius - 30, start.y);
    text += arrow({start.x - kRadius, start.y}, 0, "#555") + "\n";
    for (std::size_t i = 0; i < model.nodes.size(); i++) {
        const Node& node = model.nodes[i];
        text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"#fff\" stroke=\"#333\"/>",
                            places[i].x, places[i].y, kRadius);
        if (node.stop)
            text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"#333\"/>",
                                places[i].x, places[i].y, kRadius - 4, node.stopAll ? "#ddd" : "none");
        text +=
            fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#111\">{}</text>\n",
                        places[i].x, places[i].y + 4, html::escape(node.label));
    }
    return text;
}

constexpr std::string_view kFont = "font-family=\"sans-serif\" font-size=\"12\"";

}  // namespace

std::string edgeText(const Edge& edge) {
    // The text form of a model with just this edge, without its first line and names.
    Model model{.id = "m", .nodes = {{.id = "a"}, {.id = "b"}}, .edges = {edge}};
    model.edges[0].from = 0, model.edges[0].to = 1;
    model.edges[0].id = model.edges[0].label = "e";
    model.edges[0].explanation.clear();
    if (!edge.inputs.empty()) model.usage = Usage::User;
    std::string text = writeModelText({model});
    const std::size_t begin = text.find("as e");
    text = begin == std::string::npos ? std::string() : text.substr(begin + 4);
    std::string line;
    for (const char c : text) {
        if (c == '\n' || c == ' ') {
            if (!line.empty() && line.back() != ' ') line += ' ';
        } else {
            line += c;
        }
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

std::string modelToDot(const Model& model, const std::vector<EdgeFate>& fates) {
    std::string text = fmt::format("digraph {} {{\n  rankdir=LR;\n", dotText(model.id));
    addDot(text, model, fates, "");
    return text + "}\n";
}

std::string modelsToDot(const std::vector<Model>& models) {
    if (models.size() == 1) return modelToDot(models.front());
    std::string text = "digraph models {\n  rankdir=LR;\n";
    for (std::size_t i = 0; i < models.size(); i++) {
        text += fmt::format("subgraph cluster{} {{\n  label={};\n", i, dotText(models[i].id));
        addDot(text, models[i], {}, fmt::format("{}/", models[i].id));
        text += "}\n";
    }
    return text + "}\n";
}

std::string modelToSvg(const Model& model, const std::vector<EdgeFate>& fates) {
    double width = 0, height = 0;
    const std::string body = svgBody(model, fates, width, height);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "role=\"img\" aria-label=\"{2}\" {3}>\n{4}</svg>\n",
        width, height, html::escape("model " + model.id), kFont, body);
}

std::string modelsToSvg(const std::vector<Model>& models) {
    std::string text;
    double top = 0, widest = 0;
    for (const Model& model : models) {
        double width = 0, height = 0;
        const std::string body = svgBody(model, {}, width, height);
        text += fmt::format(
            "<g transform=\"translate(0 {:.0f})\">\n<text x=\"10\" y=\"20\" font-weight=\"bold\">{} "
            "({})</text>\n{}",
            top, html::escape(model.id), usageName(model.usage), body);
        for (std::size_t i = 0; i < model.edges.size(); i++) {
            const std::string line =
                fmt::format("{}  {} {}", i + 1, model.edges[i].label, edgeText(model.edges[i]));
            height += 16;
            text += fmt::format("<text x=\"20\" y=\"{:.0f}\">{}</text>\n", height, html::escape(line));
            width = std::max(width, 40 + 7 * static_cast<double>(widthOf(line)));
        }
        text += "</g>\n";
        top += height + 40;
        widest = std::max(widest, width);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" {2}>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{3}</svg>\n",
        widest, top, kFont, text);
}

}  // namespace ounce::models
