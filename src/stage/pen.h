// What the pen has drawn: 480 x 360 premultiplied pixels, row 0 at the top. Copies share bands of rows until
// one draws.
#pragma once

#include <array>
#include <memory>

#include "stage/effects.h"
#include "stage/pen_band.h"
#include "stage/stage.h"

namespace ounce {

class PenLayer {
  public:
    static constexpr int kWidth = PenBand::kWidth, kHeight = 360, kBands = kHeight / PenBand::kRows;

    void clear();
    void line(Point from, Point to, const PenAttributes& pen);

    [[nodiscard]] Rgba at(int column, int row) const;
    // Null where nothing is drawn.
    [[nodiscard]] const PenBand* band(int index) const {
        return bands_[static_cast<std::size_t>(index)].get();
    }
    void paint(int column, int row, const std::array<double, 4>& source);  // premultiplied, each 0…255

    bool operator==(const PenLayer& other) const;
    [[nodiscard]] std::uint64_t hash() const;
    void write(ByteWriter& bytes) const;
    void read(ByteReader& bytes);

  private:
    PenBand& writable(int row);

    std::array<std::shared_ptr<PenBand>, kBands> bands_{};
};

}  // namespace ounce
