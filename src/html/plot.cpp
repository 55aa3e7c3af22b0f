#include "html/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/number.h"
#include "html/page.h"

namespace ounce::html {
namespace {

// The picture and, inside it, the field between the axes.
constexpr double kWidth = 720, kHeight = 270;
constexpr double kLeft = 70, kRight = 700, kTop = 14, kBottom = 220;

class Scale {
  public:
    explicit Scale(const StepPlot& plot)
        : xEnd_(std::isfinite(plot.xEnd) && plot.xEnd > 0 ? plot.xEnd : 1),
          yEnd_(std::isfinite(plot.yEnd) && plot.yEnd > 0 ? plot.yEnd : 1) {}
    [[nodiscard]] double x(double value) const {
        return kLeft + (kRight - kLeft) * std::clamp(value / xEnd_, 0.0, 1.0);
    }
    [[nodiscard]] double y(double value) const {
        return kBottom - (kBottom - kTop) * std::clamp(value / yEnd_, 0.0, 1.0);
    }
    [[nodiscard]] double xEnd() const { return xEnd_; }
    [[nodiscard]] double yEnd() const { return yEnd_; }

  private:
    double xEnd_, yEnd_;
};

std::string axes(const StepPlot& plot, const Scale& scale) {
    std::string out;
    for (const double value : ticks(scale.yEnd(), 5)) {
        out += fmt::format(
            "<line class=\"grid\" x1=\"{0}\" y1=\"{2:.1f}\" x2=\"{1}\" y2=\"{2:.1f}\"/>"
            "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}{6}</text>\n",
            kLeft, kRight, scale.y(value), kLeft - 8, scale.y(value) + 4, numberToText(value),
            escape(plot.yUnit));
    }
    for (const double value : ticks(scale.xEnd(), 8)) {
        out += fmt::format(
            "<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>"
            "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
            scale.x(value), kBottom, kBottom + 5, kBottom + 20, numberToText(value));
    }
    out += fmt::format("<path class=\"axis\" d=\"M{0} {1}V{2}H{3}\"/>\n", kLeft, kTop, kBottom, kRight);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (kLeft + kRight) / 2,
                       kHeight - 8, escape(plot.xLabel));
    return out +
           fmt::format("<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                       (kTop + kBottom) / 2, escape(plot.yLabel));
}

}  // namespace

std::vector<double> ticks(double end, int count) {
    std::vector<double> values{0};
    if (!(end > 0) || !std::isfinite(end)) return values;
    const double power = std::pow(10, std::floor(std::log10(end / count)));
    double step = power * 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (end / (power * factor) <= count) {
            step = power * factor;
            break;
        }
    }
    // Multiplied, not added up; rounded, so that 3 * 0.1 is written as 0.3.
    for (int i = 1; i * step <= end * (1 + 1e-9); i++) {
        const double digits = std::pow(10, std::ceil(-std::log10(step)));
        values.push_back(step < 1 ? std::round(i * step * digits) / digits : i * step);
    }
    return values;
}

std::string stepPlot(const StepPlot& plot) {
    const Scale scale(plot);
    std::string line;
    for (const StepPlot::Point& point : plot.points) {
        line += line.empty() ? fmt::format("M{:.1f} {:.1f}", scale.x(point.x), scale.y(point.y))
                             : fmt::format("H{:.1f}V{:.1f}", scale.x(point.x), scale.y(point.y));
    }
    std::string out = fmt::format(
        "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n<title>{}</title>\n",
        kWidth, kHeight, escape(plot.description), escape(plot.description));
    out += axes(plot, scale);
    if (!line.empty()) {
        line += fmt::format("H{:.1f}", scale.x(plot.xEnd));
        out +=
            fmt::format("<path class=\"area\" d=\"{0}V{1}H{2:.1f}Z\"/>\n<path class=\"curve\" d=\"{0}\"/>\n",
                        line, kBottom, scale.x(plot.points.front().x));
    }
    return out + "</svg>\n";
}

}  // namespace ounce::html
