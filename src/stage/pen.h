// What the pen has drawn: 480 x 360 premultiplied pixels, row 0 at the top. Copies share bands of rows until
// one draws.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "stage/effects.h"
#include "stage/stage.h"

namespace ounce {

class PenLayer {
  public:
    static constexpr int kWidth = 480, kHeight = 360;

    void clear();
    void line(Point from, Point to, const PenAttributes& pen);

    [[nodiscard]] Rgba at(int column, int row) const;
    void paint(int column, int row, const std::array<double, 4>& source);  // premultiplied, each 0…255

    bool operator==(const PenLayer& other) const;
    [[nodiscard]] std::uint64_t hash() const;
    void write(ByteWriter& bytes) const;
    void read(ByteReader& bytes);

  private:
    static constexpr int kBandRows = 8, kBands = kHeight / kBandRows;
    struct Band {
        std::array<Rgba, static_cast<std::size_t>(kWidth) * kBandRows> pixels{};
        mutable std::atomic<std::uint64_t> hash{0};  // 0: not known
        Band() = default;
        Band(const Band& other) : pixels(other.pixels) {}
    };
    Band& writable(int row);

    std::array<std::shared_ptr<Band>, kBands> bands_{};  // null: nothing drawn
};

}  // namespace ounce
