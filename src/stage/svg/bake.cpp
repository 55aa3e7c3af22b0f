// Path data written anew with a matrix applied. The reading follows official Scratch and not SVG: numbers are
// found by their looks, so that the flags of an arc have to stand apart.
#include <cmath>
#include <numbers>

#include "base/number.h"
#include "stage/svg/normalize.h"

namespace ounce {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The numbers of a command's text, one after the other.
std::vector<double> numbersIn(std::string_view text) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t start = i;
        if (text[i] == '+' || text[i] == '-') i++;
        const std::size_t digits = i;
        while (i < text.size() && isDigit(text[i])) i++;
        const bool whole = i > digits;
        if (i < text.size() && text[i] == '.') {
            const bool fraction = i + 1 < text.size() && isDigit(text[i + 1]);
            if (!whole && !fraction) {
                i = start + 1;
                continue;
            }
            i++;
            while (i < text.size() && isDigit(text[i])) i++;
        } else if (!whole) {
            i = start + 1;
            continue;
        }
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
            std::size_t exponent = i + 1;
            if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) exponent++;
            if (exponent < text.size() && isDigit(text[exponent])) {
                while (exponent < text.size() && isDigit(text[exponent])) exponent++;
                i = exponent;
            }
        }
        numbers.push_back(textToNumber(text.substr(start, i - start)));
    }
    return numbers;
}

struct Ellipse {
    double radiusX, radiusY, rotation;  // in degrees
};

// An ellipse under a matrix is another ellipse: the axes of its quadratic form.
Ellipse movedEllipse(double rx, double ry, double degrees, const Affine& m) {
    const double angle = -degrees * std::numbers::pi / 180;
    const double a = m.a, b = -m.c, c = -m.b, d = m.d, determinant = a * d - b * c;
    const double sin = std::sin(angle), cos = std::cos(angle), sin2 = std::sin(2 * angle);
    const double xx = cos * cos / rx / rx + sin * sin / ry / ry, xy = sin2 / rx / rx - sin2 / ry / ry,
                 yy = sin * sin / rx / rx + cos * cos / ry / ry;
    const double A = xx * d * d - xy * d * c + yy * c * c;
    const double B = -2 * xx * b * d + xy * a * d + xy * b * c - 2 * yy * a * c;
    const double C = xx * b * b - xy * a * b + yy * a * a;
    const double long_ = std::sqrt(2) * std::sqrt((A + C - std::sqrt(A * A + B * B - 2 * A * C + C * C)) /
                                                  (-B * B + 4 * A * C));
    const double short_ = 1 / std::sqrt(A + C - 1 / long_ / long_);
    const double inverseLong = 1 / long_ / long_, inverseShort = 1 / short_ / short_;
    double part = (A - inverseLong) / (inverseShort - inverseLong);
    if (part < 0 && std::abs(part) < 1e-8) part = 0;
    part = std::sqrt(part);
    if (std::abs(1 - part) < 1e-8) part = 1;
    double turn = std::asin(part);
    const double wanted = B / (inverseLong - inverseShort);
    if (std::abs(std::sin(-2 * turn) - wanted) < std::abs(std::sin(2 * turn) - wanted)) turn = -turn;
    return {long_ * determinant, short_ * determinant, -turn * 180 / std::numbers::pi};
}

class Baker {
  public:
    explicit Baker(const Affine& matrix) : matrix_(matrix) {}

    std::string bake(std::string_view data) {
        constexpr std::string_view kCommands = "mlhvcsqtazMLHVCSQTAZ";
        std::size_t at = data.find_first_of(kCommands);
        while (at != std::string_view::npos) {
            const std::size_t next = data.find_first_of(kCommands, at + 1);
            command(data[at], numbersIn(data.substr(at + 1, next - at - 1)));
            at = next;
        }
        return std::move(out_);
    }

  private:
    void number(double value) { out_ += numberToText(value) + ' '; }
    void rounded(double value) { number(textToNumber(toFixed(value, 4))); }
    void point(Point p) {
        const Point moved = matrix_.apply(p);
        rounded(moved.x), rounded(moved.y);
    }
    void start(const char* letter) { out_.append(letter).append(" "); }

    void command(char letter, const std::vector<double>& n) {
        const char lower = static_cast<char>(letter | 0x20);
        const bool relative = letter == lower;
        const auto get = [&](std::size_t i) { return i < n.size() ? n[i] : std::nan(""); };
        const auto read = [&](std::size_t i) {
            return relative ? Point{get(i) + at_.x, get(i + 1) + at_.y} : Point{get(i), get(i + 1)};
        };
        const auto mirrored = [&] { return Point{at_.x * 2 - control_.x, at_.y * 2 - control_.y}; };
        // Whatever follows a closing starts where the closed part began; official Scratch forgets to move
        // that.
        if (previous_ == 'z' && lower != 'm' && lower != 'z') {
            start("M");
            number(at_.x), number(at_.y);
        }
        switch (lower) {
            case 'm':
            case 'l':
                for (std::size_t i = 0; i < n.size(); i += 2) {
                    const bool move = lower == 'm' && i == 0;
                    start(move ? "M" : "L");
                    at_ = read(i);
                    point(at_);
                    if (move) start_ = at_;
                }
                control_ = at_;
                break;
            case 'h':
            case 'v':
                for (std::size_t i = 0; i < n.size(); i++) {
                    double& coordinate = lower == 'h' ? at_.x : at_.y;
                    coordinate = n[i] + (relative ? coordinate : 0);
                    start("L");
                    point(at_);
                }
                control_ = at_;
                break;
            case 'c':
                for (std::size_t i = 0; i < n.size(); i += 6) {
                    const Point first = read(i);
                    control_ = read(i + 2);
                    cubic(first, read(i + 4));
                }
                break;
            case 's':
                for (std::size_t i = 0; i < n.size(); i += 4) {
                    const Point first = previous_ == 'c' || previous_ == 's' ? mirrored() : at_;
                    control_ = read(i);
                    cubic(first, read(i + 2));
                    previous_ = lower;
                }
                break;
            case 'q':
                for (std::size_t i = 0; i < n.size(); i += 4) {
                    control_ = read(i);
                    quadratic(read(i + 2));
                }
                break;
            case 't':
                for (std::size_t i = 0; i < n.size(); i += 2) {
                    control_ = previous_ == 'q' || previous_ == 't' ? mirrored() : at_;
                    quadratic(read(i));
                    previous_ = lower;
                }
                break;
            case 'a':
                for (std::size_t i = 0; i < n.size(); i += 7) {
                    at_ = read(i + 5);
                    arc(get(i), get(i + 1), get(i + 2), get(i + 3), get(i + 4));
                }
                break;
            default:
                start("Z");
                at_ = start_;
                break;
        }
        previous_ = lower;
    }

    void cubic(Point first, Point to) {
        start("C");
        at_ = to;
        point(first), point(control_), point(at_);
    }
    void quadratic(Point to) {
        start("Q");
        at_ = to;
        point(control_), point(at_);
    }
    void arc(double rx, double ry, double rotation, double large, double sweep) {
        const double determinant = matrix_.determinant();
        if (determinant == 0) {
            start("L");
            point(at_);
            return;
        }
        const Ellipse moved = movedEllipse(rx, ry, rotation, matrix_);
        if (determinant < 0) sweep = sweep == 0 ? 1 : 0;  // mirrored
        start("A");
        rounded(std::abs(moved.radiusX)), rounded(std::abs(moved.radiusY)), rounded(moved.rotation);
        number(large), number(sweep);
        point(at_);
    }

    const Affine& matrix_;
    std::string out_;
    Point at_{}, start_{}, control_{};
    char previous_ = '\0';
};

}  // namespace

std::string bakePath(const std::string& data, const Affine& matrix) { return Baker(matrix).bake(data); }

}  // namespace ounce
