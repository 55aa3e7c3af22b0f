// The arc tangent to the last bit as browsers compute it. The C library's is rounded better, and so differs
// now and then: a sprite that bounced would point in direction 30.999999999999993 instead of 31.
//
// The algorithm, with its bounds and coefficients, is that of fdlibm (Sun Microsystems, 1993), which V8
// follows.
#pragma once

namespace ounce {

double arcTangent(double x);
double arcTangent(double y, double x);  // of the point's direction, in (-π, π]

}  // namespace ounce
