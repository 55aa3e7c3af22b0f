#include "stage/svg/stroke.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ounce {

namespace {

constexpr double kPrecision = 4;  // parts of a pixel
constexpr int kMostEdges = 1024;
constexpr std::size_t kMostPieces = 1 << 19;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double s) { return {a.x * s, a.y * s}; }
double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
double length(Point a) { return std::sqrt(dot(a, a)); }
bool isZero(Point a) { return std::abs(a.x) < 1e-9 && std::abs(a.y) < 1e-9; }
Point direction(Point a) { return a * (1 / length(a)); }
Point leftOf(Point d) { return {-d.y, d.x}; }
double angleBetween(Point a, Point b) { return std::atan2(cross(a, b), dot(a, b)); }
Point rotated(Point p, double angle) {
    return {p.x * std::cos(angle) - p.y * std::sin(angle), p.x * std::sin(angle) + p.y * std::cos(angle)};
}

// Hostile pictures ask for billions of edges, or for an undefined number of them.
int edgesFor(double wanted) {
    if (!(wanted > 1)) return 1;
    return wanted < kMostEdges ? static_cast<int>(std::ceil(wanted)) : kMostEdges;
}

struct Cubic {
    Point p0, p1, p2, p3;

    [[nodiscard]] Point at(double t) const {
        const double s = 1 - t;
        return p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t);
    }
    [[nodiscard]] Point tangent(double t) const {
        const double s = 1 - t;
        const Point d = (p1 - p0) * (s * s) + (p2 - p1) * (2 * s * t) + (p3 - p2) * (t * t);
        if (!isZero(d)) return d;
        // At an end whose handle has no length the next point gives the direction.
        const Point other = t < 0.5 ? p2 - p0 : p3 - p1;
        return isZero(other) ? p3 - p0 : other;
    }
    [[nodiscard]] std::pair<Cubic, Cubic> split(double t) const {
        const auto mix = [t](Point a, Point b) { return a + (b - a) * t; };
        const Point a = mix(p0, p1), b = mix(p1, p2), c = mix(p2, p3), d = mix(a, b), e = mix(b, c),
                    f = mix(d, e);
        return {{p0, a, d, f}, {f, e, c, p3}};
    }
    // Where it changes the side to which it bends.
    [[nodiscard]] std::vector<double> inflections() const {
        const Point a = p1 - p0, b = p2 - p1 - a, c = p3 - p2 - a - b * 2;
        const double qa = cross(b, c), qb = cross(a, c), qc = cross(a, b);
        std::vector<double> found;
        const auto add = [&](double t) {
            if (t > 1e-3 && t < 1 - 1e-3) found.push_back(t);
        };
        if (std::abs(qa) < 1e-12) {
            if (std::abs(qb) > 1e-12) add(-qc / qb);
        } else if (const double discriminant = qb * qb - 4 * qa * qc; discriminant > 0) {
            const double root = std::sqrt(discriminant);
            add((-qb - root) / (2 * qa));
            add((-qb + root) / (2 * qa));
        }
        std::sort(found.begin(), found.end());
        return found;
    }
};

class Stroker {
  public:
    Stroker(const StrokeStyle& style, const Affine& toPixels)
        : style_(style), toPixels_(toPixels), radius_(style.width / 2) {
        const double pixels = radius_ * std::sqrt(std::abs(toPixels.determinant()));
        perRadian_ = 0.5 / std::acos(std::max(1 - 1 / kPrecision / std::max(pixels, 1e-6), -1.0));
    }

    std::vector<PathPiece> stroke(const std::vector<PathPiece>& path) {
        for (const PathPiece& piece : path) {
            if (out_.size() > kMostPieces) break;
            switch (piece.kind) {
                case 'M':
                    finish(false);
                    start_ = at_ = piece.points[0];
                    open_ = true;
                    break;
                case 'L': line(piece.points[0]); break;
                case 'C': curve({at_, piece.points[0], piece.points[1], piece.points[2]}); break;
                default:
                    line(start_);
                    finish(true);
                    open_ = true;
                    break;
            }
        }
        finish(false);
        return std::move(out_);
    }

  private:
    void triangle(Point a, Point b, Point c) {
        const double area = cross(b - a, c - a);
        if (area == 0 || !std::isfinite(area)) return;
        if (area < 0) std::swap(b, c);
        out_.push_back({'M', {a}});
        out_.push_back({'L', {b}});
        out_.push_back({'L', {c}});
        out_.push_back({'Z', {a}});
    }

    void ribbon(Point p, Point d, Point q, Point e) {
        const Point n = leftOf(d) * radius_, m = leftOf(e) * radius_;
        triangle(p + n, p - n, q + m);
        triangle(q + m, p - n, q - m);
    }

    // A part of a disc between two edges, on the outer side.
    void fan(Point center, Point from, double angle) {
        const int parts = edgesFor(std::abs(angle) * perRadian_);
        Point last = from;
        for (int i = 1; i <= parts; i++) {
            const Point next = rotated(from, angle * i / parts);
            triangle(center, center + last, center + next);
            last = next;
        }
    }

    void join(Point at, Point before, Point after) {
        const double angle = angleBetween(before, after);
        if (std::abs(angle) < 1e-6) return;
        const double side = angle > 0 ? -1 : 1;  // the outer side
        const Point from = leftOf(before) * (radius_ * side), to = leftOf(after) * (radius_ * side);
        if (style_.join == StrokeStyle::Join::Round) {
            fan(at, from, angle);
            return;
        }
        triangle(at, at + from, at + to);
        const double half = std::cos(angle / 2);
        if (style_.join == StrokeStyle::Join::Miter && half > 1e-9 && 1 / half <= style_.miterLimit) {
            const Point tip = at + direction(from + to) * (radius_ / half);
            triangle(at + from, tip, at + to);
        }
    }

    void cap(Point at, Point outwards) {
        if (style_.cap == StrokeStyle::Cap::Round)
            fan(at, leftOf(outwards) * radius_, -std::numbers::pi);
        else if (style_.cap == StrokeStyle::Cap::Square)
            ribbon(at, outwards, at + outwards * radius_, outwards);
    }

    // Called with the direction in which the next piece starts.
    void arrive(Point d) {
        if (started_)
            join(at_, lastDirection_, d);
        else
            firstDirection_ = d;
        started_ = true;
    }

    void line(Point to) {
        if (isZero(to - at_)) return;
        const Point d = direction(to - at_);
        arrive(d);
        ribbon(at_, d, to, d);
        at_ = to;
        lastDirection_ = d;
    }

    void curve(Cubic c) {
        if (isZero(c.p1 - c.p0) && isZero(c.p2 - c.p0) && isZero(c.p3 - c.p0)) return;
        double done = 0;
        for (const double t : c.inflections()) {
            const auto [first, rest] = c.split((t - done) / (1 - done));
            convexCurve(first);
            c = rest;
            done = t;
        }
        convexCurve(c);
    }

    void convexCurve(const Cubic& c) {
        const Point first = direction(c.tangent(0));
        arrive(first);
        // Edges at equal steps of the parameter and at equal steps of the direction.
        const int bends = edgesFor(bendsOf(toPixels_, c.p0, c.p1, c.p2, c.p3));
        std::vector<double> edges;
        for (int i = 1; i <= bends; i++) edges.push_back(static_cast<double>(i) / bends);
        addTurns(c, edges);
        std::sort(edges.begin(), edges.end());
        Point p = c.p0, d = first;
        for (const double t : edges) {
            const Point q = t == 1 ? c.p3 : c.at(t), tangent = c.tangent(t);
            const Point e = isZero(tangent) ? d : direction(tangent);
            ribbon(p, d, q, e);
            p = q, d = e;
        }
        at_ = c.p3;
        lastDirection_ = d;
    }

    void addTurns(const Cubic& c, std::vector<double>& edges) const {
        constexpr int kSteps = 64;
        std::array<double, kSteps + 1> turned{};
        Point before = c.tangent(0);
        for (int i = 1; i <= kSteps; i++) {
            const Point now = c.tangent(static_cast<double>(i) / kSteps);
            turned[static_cast<std::size_t>(i)] =
                turned[static_cast<std::size_t>(i) - 1] + angleBetween(before, now);
            before = now;
        }
        const double whole = turned.back();
        const int parts = edgesFor(std::abs(whole) * perRadian_);
        for (int part = 1; part < parts; part++) {
            const double wanted = std::abs(whole) * part / parts;
            for (std::size_t i = 1; i <= kSteps; i++) {
                const double a = std::abs(turned[i - 1]), b = std::abs(turned[i]);
                if (b < wanted || b == a) continue;
                edges.push_back((static_cast<double>(i) - 1 + (wanted - a) / (b - a)) / kSteps);
                break;
            }
        }
    }

    void finish(bool closed) {
        if (open_ && started_) {
            if (closed) {
                join(at_, lastDirection_, firstDirection_);
            } else {
                cap(start_, firstDirection_ * -1);
                cap(at_, lastDirection_);
            }
        } else if (open_ && closed && style_.cap == StrokeStyle::Cap::Round) {
            fan(at_, {radius_, 0}, 2 * std::numbers::pi);
        }
        started_ = open_ = false;
        at_ = start_;
    }

    StrokeStyle style_;
    Affine toPixels_;
    double radius_;
    double perRadian_ = 1;
    std::vector<PathPiece> out_;
    Point start_{}, at_{}, firstDirection_{}, lastDirection_{};
    bool open_ = false, started_ = false;
};

}  // namespace

double bendsOf(const Affine& toPixels, Point p0, Point p1, Point p2, Point p3) {
    const auto bend = [&](Point a, Point b, Point c) {
        const Point d = toPixels.apply(a) - toPixels.apply(b) * 2 + toPixels.apply(c);
        return length(d);
    };
    return std::sqrt(0.75 * kPrecision * std::max(bend(p0, p1, p2), bend(p1, p2, p3)));
}

std::vector<PathPiece> strokeOutline(const std::vector<PathPiece>& path, const StrokeStyle& style,
                                     const Affine& toPixels) {
    if (!(style.width > 0)) return {};
    return Stroker(style, toPixels).stroke(path);
}

}  // namespace ounce
