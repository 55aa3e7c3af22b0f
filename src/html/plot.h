// A line that goes up in steps, as an SVG picture inside a page: what was covered when.
#pragma once

#include <string>
#include <vector>

namespace ounce::html {

struct StepPlot {
    struct Point {
        double x = 0, y = 0;
    };
    std::vector<Point> points{};     // sorted by x; the value holds until the next point
    double xEnd = 0;                 // how far the last value holds
    double yEnd = 100;               // the upper end of the axis
    std::string xLabel{}, yLabel{};  // what the axes count
    std::string yUnit{};             // after each number of the y axis: " %"
    std::string description{};       // in words, for who cannot see it
};

// In the colours of the page, light and dark, without any script.
std::string stepPlot(const StepPlot& plot);

// Round numbers from 0 up to `end`, about `count` of them.
std::vector<double> ticks(double end, int count);

}  // namespace ounce::html
