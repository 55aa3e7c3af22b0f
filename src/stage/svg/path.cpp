#include "stage/svg/path.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

#include "base/number.h"
#include "stage/svg/number.h"

namespace ounce {

namespace {

constexpr std::size_t kMostPieces = 1 << 20;
constexpr double kFarthest = 1e6;

class Numbers {
  public:
    explicit Numbers(std::string_view text) : text_(text) {}

    void skipSeparators() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == ',' || text_[at_] == '\n' ||
                                      text_[at_] == '\t' || text_[at_] == '\r'))
            at_++;
    }
    [[nodiscard]] bool atEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    char take() { return text_[at_++]; }
    std::string_view word() {
        const std::size_t start = at_;
        while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_]))) at_++;
        return text_.substr(start, at_ - start);
    }
    std::optional<double> number() {
        skipSeparators();
        std::string_view rest = text_.substr(std::min(at_, text_.size()));
        const std::optional<float> value = readSvgNumber(rest);
        if (!value) return std::nullopt;
        at_ = text_.size() - rest.size();
        return static_cast<double>(*value);
    }
    // The flags of an arc may stand without separators.
    std::optional<double> flag() {
        skipSeparators();
        if (peek() != '0' && peek() != '1') return std::nullopt;
        return take() - '0';
    }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

// Browsers keep coordinates in single precision; whether a path ends exactly where it began depends on that.
double single(double value) { return static_cast<double>(static_cast<float>(value)); }

class PathReader {
  public:
    explicit PathReader(std::string_view data) : in_(data) {}

    std::vector<PathPiece> read() {
        char command = '\0';
        while (pieces_.size() < kMostPieces) {
            in_.skipSeparators();
            if (in_.atEnd()) break;
            if (std::isalpha(static_cast<unsigned char>(in_.peek())))
                command = in_.take();
            else if (command == '\0' || command == 'z' || command == 'Z')
                break;
            if (pieces_.empty() && command != 'M' && command != 'm') break;
            if (!step(command)) break;
            if (command == 'M') command = 'L';
            if (command == 'm') command = 'l';
        }
        return std::move(pieces_);
    }

  private:
    bool numbers(double* out, int count) {
        for (int i = 0; i < count; i++) {
            const auto value = in_.number();
            if (!value) return false;
            out[i] = single(*value);
        }
        return true;
    }

    bool step(char command) {
        const bool relative = command >= 'a';
        const Point origin = relative ? at_ : Point{};
        const auto absolute = [&](double x, double y) {
            return Point{single(origin.x + x), single(origin.y + y)};
        };
        double n[7] = {};
        switch (command & ~0x20) {
            case 'M':
                if (!numbers(n, 2)) return false;
                start_ = at_ = absolute(n[0], n[1]);
                pieces_.push_back({'M', {at_}});
                break;
            case 'L':
                if (!numbers(n, 2)) return false;
                line(absolute(n[0], n[1]));
                break;
            case 'H':
                if (!numbers(n, 1)) return false;
                line({single(origin.x + n[0]), at_.y});
                break;
            case 'V':
                if (!numbers(n, 1)) return false;
                line({at_.x, single(origin.y + n[0])});
                break;
            case 'C':
                if (!numbers(n, 6)) return false;
                cubic(absolute(n[0], n[1]), absolute(n[2], n[3]), absolute(n[4], n[5]));
                break;
            case 'S': {
                if (!numbers(n, 4)) return false;
                const Point first =
                    lastKind_ == 'C' ? Point{2 * at_.x - control_.x, 2 * at_.y - control_.y} : at_;
                cubic(first, absolute(n[0], n[1]), absolute(n[2], n[3]));
                break;
            }
            case 'Q':
                if (!numbers(n, 4)) return false;
                quadratic(absolute(n[0], n[1]), absolute(n[2], n[3]));
                break;
            case 'T': {
                if (!numbers(n, 2)) return false;
                const Point first =
                    lastKind_ == 'Q' ? Point{2 * at_.x - control_.x, 2 * at_.y - control_.y} : at_;
                quadratic(first, absolute(n[0], n[1]));
                break;
            }
            case 'A': {
                if (!numbers(n, 3)) return false;
                const auto large = in_.flag(), sweep = in_.flag();
                if (!large || !sweep || !numbers(n + 3, 2)) return false;
                arc(n[0], n[1], n[2], *large != 0, *sweep != 0, absolute(n[3], n[4]));
                break;
            }
            case 'Z':
                at_ = start_;
                pieces_.push_back({'Z', {at_}});
                lastKind_ = 'Z';
                break;
            default: return false;
        }
        return true;
    }

    void line(Point to) {
        pieces_.push_back({'L', {to}});
        at_ = to;
        lastKind_ = 'L';
    }
    void cubic(Point first, Point second, Point to) {
        pieces_.push_back({'C', {first, second, to}});
        at_ = to;
        control_ = second;
        lastKind_ = 'C';
    }
    void quadratic(Point control, Point to) {
        const auto third = [](double from, double towards) { return from + (towards - from) * 2 / 3; };
        const Point from = at_;
        cubic({third(from.x, control.x), third(from.y, control.y)},
              {third(to.x, control.x), third(to.y, control.y)}, to);
        control_ = control;
        lastKind_ = 'Q';
    }

    // The conversion of SVG's appendix on implementing arcs, a quarter turn at most for each curve.
    void arc(double rx, double ry, double degrees, bool large, bool sweep, Point to) {
        rx = std::abs(rx), ry = std::abs(ry);
        if (rx == 0 || ry == 0 || (to.x == at_.x && to.y == at_.y)) return line(to);
        const double angle = degrees * std::numbers::pi / 180, cos = std::cos(angle), sin = std::sin(angle);
        const double hx = (at_.x - to.x) / 2, hy = (at_.y - to.y) / 2;
        const double x1 = cos * hx + sin * hy, y1 = -sin * hx + cos * hy;
        const double excess = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry);
        if (excess > 1) rx *= std::sqrt(excess), ry *= std::sqrt(excess);
        const double denominator = rx * rx * y1 * y1 + ry * ry * x1 * x1;
        const double radicand = std::max(0.0, (rx * rx * ry * ry - denominator) / denominator);
        const double factor = (large == sweep ? -1 : 1) * std::sqrt(radicand);
        const double cx1 = factor * rx * y1 / ry, cy1 = -factor * ry * x1 / rx;
        const double cx = cos * cx1 - sin * cy1 + (at_.x + to.x) / 2,
                     cy = sin * cx1 + cos * cy1 + (at_.y + to.y) / 2;
        const double from = std::atan2((y1 - cy1) / ry, (x1 - cx1) / rx);
        double turn = std::atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - from;
        if (sweep && turn < 0) turn += 2 * std::numbers::pi;
        if (!sweep && turn > 0) turn -= 2 * std::numbers::pi;
        const int parts =
            std::max(1, static_cast<int>(std::ceil(std::abs(turn) / (std::numbers::pi / 2 + 0.001))));
        const double delta = turn / parts, handle = 4.0 / 3 * std::tan(delta / 4);
        const auto onEllipse = [&](double x, double y) {
            return Point{cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y};
        };
        for (int i = 0; i < parts; i++) {
            const double a = from + i * delta, b = a + delta;
            cubic(onEllipse(std::cos(a) - handle * std::sin(a), std::sin(a) + handle * std::cos(a)),
                  onEllipse(std::cos(b) + handle * std::sin(b), std::sin(b) - handle * std::cos(b)),
                  i + 1 == parts ? to : onEllipse(std::cos(b), std::sin(b)));
        }
        lastKind_ = 'A';
    }

    Numbers in_;
    std::vector<PathPiece> pieces_;
    Point at_{}, start_{}, control_{};
    char lastKind_ = 'M';
};

Affine oneTransform(std::string_view name, const std::vector<double>& n) {
    const auto at = [&](std::size_t i, double otherwise = 0) { return i < n.size() ? n[i] : otherwise; };
    const auto radians = [](double degrees) { return degrees * std::numbers::pi / 180; };
    if (n.empty()) return {};
    if (name == "matrix") return n.size() < 6 ? Affine{} : Affine{n[0], n[1], n[2], n[3], n[4], n[5]};
    if (name == "translate") return {1, 0, 0, 1, n[0], at(1)};
    if (name == "scale") return {n[0], 0, 0, at(1, n[0]), 0, 0};
    if (name == "skewX") return {1, 0, std::tan(radians(n[0])), 1, 0, 0};
    if (name == "skewY") return {1, std::tan(radians(n[0])), 0, 1, 0, 0};
    if (name == "rotate") {
        const double cos = std::cos(radians(n[0])), sin = std::sin(radians(n[0]));
        const Affine turn{cos, sin, -sin, cos, 0, 0};
        const Affine there{1, 0, 0, 1, at(1), at(2)}, back{1, 0, 0, 1, -at(1), -at(2)};
        return there.after(turn).after(back);
    }
    return {};
}

}  // namespace

Affine Affine::after(const Affine& i) const {
    return {a * i.a + c * i.b, b * i.a + d * i.b,     a * i.c + c * i.d,
            b * i.c + d * i.d, a * i.e + c * i.f + e, b * i.e + d * i.f + f};
}

Affine parseTransform(std::string_view text) {
    Numbers in(text);
    Affine sum;
    while (true) {
        in.skipSeparators();
        const std::string_view name = in.word();
        in.skipSeparators();
        if (name.empty() || in.peek() != '(') break;
        in.take();
        std::vector<double> numbers;
        while (const auto value = in.number()) numbers.push_back(*value);
        in.skipSeparators();
        if (in.peek() != ')') break;
        in.take();
        sum = sum.after(oneTransform(name, numbers));
    }
    return sum;
}

std::string writeTransform(const Affine& m) {
    std::string out = "matrix(";
    for (const double value : {m.a, m.b, m.c, m.d, m.e, m.f}) out += numberToText(value) + ' ';
    out.back() = ')';
    return out;
}

std::vector<PathPiece> parsePath(std::string_view data) { return PathReader(data).read(); }

void roundCorners(std::vector<PathPiece>& lines, const Affine& toPixels) {
    const double determinant = toPixels.determinant();
    if (determinant == 0 || !std::isfinite(determinant)) return;
    const Affine& m = toPixels;
    for (PathPiece& piece : lines) {
        Point& p = piece.points[0];
        const Point at = m.apply(p);
        const double x = std::nearbyint(at.x * 16) / 16 - m.e, y = std::nearbyint(at.y * 16) / 16 - m.f;
        p = {(m.d * x - m.c * y) / determinant, (m.a * y - m.b * x) / determinant};
    }
}

std::string writePath(const std::vector<PathPiece>& pieces, int decimals) {
    std::string out;
    char buffer[64];
    const auto put = [&](double value) {
        // Beyond any stage, cairo's numbers of 24 bits are at their end and its time is not.
        value = std::clamp(value, -kFarthest, kFarthest);
        const auto [end, error] =
            std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
        if (error != std::errc()) return;
        out += ' ';
        out.append(buffer, end);
    };
    for (const PathPiece& piece : pieces) {
        out += piece.kind;
        const int count = piece.kind == 'C' ? 3 : piece.kind == 'Z' ? 0 : 1;
        for (int i = 0; i < count; i++)
            put(piece.points[static_cast<std::size_t>(i)].x),
                put(piece.points[static_cast<std::size_t>(i)].y);
    }
    return out;
}

}  // namespace ounce
