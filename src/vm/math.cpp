#include "vm/math.h"

#include <limits>

#include "base/number.h"
#include "vm/options.h"

namespace ounce {
namespace {

// Ten decimals, as Scratch shows sine and cosine: what Number(x.toFixed(10)) gives.
double tenDecimals(double x) {
    if (!std::isfinite(x) || std::fabs(x) > 1e5) return textToNumber(toFixed(x, 10));
    const double scaled = x * 1e10;
    const double whole = std::round(scaled);
    // Near a tie the product's own rounding could decide; let the exact digits decide there.
    if (std::fabs(std::fabs(scaled - std::trunc(scaled)) - 0.5) < 1e-3) return textToNumber(toFixed(x, 10));
    // toFixed knows no sign of -0 itself, but keeps that of a small negative number.
    return whole == 0 ? (x < 0 ? -0.0 : 0.0) : whole / 1e10;
}

double tangent(double degrees) {
    const double angle = std::fmod(degrees, 360);
    if (angle == -270 || angle == 90) return std::numeric_limits<double>::infinity();
    if (angle == -90 || angle == 270) return -std::numeric_limits<double>::infinity();
    return tenDecimals(std::tan(kPi * angle / 180));
}

}  // namespace

double mathOperator(std::int32_t option, double n) {
    switch (option) {
        case Abs: return std::fabs(n);
        case Floor: return std::floor(n);
        case Ceiling: return std::ceil(n);
        case Sqrt: return std::sqrt(n);
        case Sin: return tenDecimals(std::sin(kPi * n / 180));
        case Cos: return tenDecimals(std::cos(kPi * n / 180));
        case Tan: return tangent(n);
        case Asin: return std::asin(n) * 180 / kPi;
        case Acos: return std::acos(n) * 180 / kPi;
        case Atan: return std::atan(n) * 180 / kPi;
        case Ln: return std::log(n);
        case Log: return std::log(n) / 2.302585092994046;
        case ExpE: return std::exp(n);
        case Exp10: return std::pow(10, n);
        default: return 0;
    }
}

}  // namespace ounce
