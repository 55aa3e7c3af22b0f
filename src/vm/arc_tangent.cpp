#include "vm/arc_tangent.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace ounce {
namespace {

// atan at 0.5, 1, 1.5 and infinity, in two parts.
struct Anchor {
    double high, low;
};
constexpr Anchor kAnchors[] = {
    {4.63647609000806093515e-01, 2.26987774529616870924e-17},
    {7.85398163397448278999e-01, 3.06161699786838301793e-17},
    {9.82793723247329054082e-01, 1.39033110312309984516e-17},
    {1.57079632679489655800e+00, 6.12323399573676603587e-17},
};

// (x - atan x) / x as a polynomial in x², for |x| < 7/16.
double correction(double x) {
    constexpr double a[] = {
        3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
        -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
        6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
        -3.65315727442169155270e-02, 1.62858201153657823623e-02};
    const double z = x * x, w = z * z;
    const double odd = z * (a[0] + w * (a[2] + w * (a[4] + w * (a[6] + w * (a[8] + w * a[10])))));
    const double even = w * (a[1] + w * (a[3] + w * (a[5] + w * (a[7] + w * a[9]))));
    return odd + even;
}

double around(const Anchor& anchor, double rest) {
    return anchor.high - ((rest * correction(rest) - anchor.low) - rest);
}

// For x >= 7/16: the difference to the nearest anchor is small again.
double ofLarge(double x) {
    if (x < 11.0 / 16) return around(kAnchors[0], (2.0 * x - 1.0) / (2.0 + x));
    if (x < 19.0 / 16) return around(kAnchors[1], (x - 1.0) / (x + 1.0));
    if (x < 39.0 / 16) return around(kAnchors[2], (x - 1.5) / (1.0 + 1.5 * x));
    if (x >= 0x1p66) return kAnchors[3].high + kAnchors[3].low;
    return around(kAnchors[3], -1.0 / x);
}

// Exponent and leading digits, without the sign.
int highWord(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(std::fabs(x)) >> 32); }

}  // namespace

double arcTangent(double x) {
    const double size = std::fabs(x);
    if (std::isnan(x) || size < 0x1p-27) return x;
    if (size < 7.0 / 16) return x - x * correction(x);
    return std::copysign(ofLarge(size), x);
}

double arcTangent(double y, double x) {
    // The axes, and what is infinite or no number, are the same everywhere.
    if (y == 0 || x == 0 || !std::isfinite(x) || !std::isfinite(y)) return std::atan2(y, x);
    if (x == 1) return arcTangent(y);
    constexpr double kPi = 3.1415926535897931160, kPiLow = 1.2246467991473531772e-16;
    const int steepness = (highWord(y) - highWord(x)) >> 20;
    if (steepness > 60) return std::copysign(kPi / 2 + 0.5 * kPiLow, y);
    const double z = x < 0 && steepness < -60 ? 0 : arcTangent(std::fabs(y / x));
    if (x > 0) return std::copysign(z, y);
    return y > 0 ? kPi - (z - kPiLow) : (z - kPiLow) - kPi;
}

}  // namespace ounce
