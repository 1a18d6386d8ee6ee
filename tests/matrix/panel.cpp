// A panel of the declared order is its tiles, each multiplied by itself: any number of rows and columns, one
// step after another, one panel after another.
#include "emulator/arithmetic/accumulation/panel.hpp"

#include <bit>
#include <random>

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using accumulation::Panel;

namespace {

constexpr std::size_t kTile = Panel::kTile, kStep = Panel::kStep, kScales = Panel::kStepScales;

/// Rows of A or columns of B, step after step.
struct Codes {
  std::size_t width;
  std::vector<std::uint8_t> codes, scales;  // [step][row][k], [step][row][block]

  Codes(std::mt19937_64& random, const formats::Format& format, std::size_t steps, std::size_t rows)
      : width(rows), codes(steps * rows * kStep), scales(steps * rows * kScales) {
    for (std::uint8_t& code : codes) code = std::uint8_t(random() & format.code_mask());
    for (std::uint8_t& scale : scales) scale = std::uint8_t(120 + random() % 15);
  }
  /// Of one tile of one step; past the last row zeros scaled by 1.
  void take(std::size_t step, std::size_t tile, std::uint8_t* tile_codes, std::uint8_t* tile_scales) const {
    for (std::size_t i = 0; i < kTile && tile * kTile + i < width; ++i) {
      const std::size_t row = step * width + tile * kTile + i;
      std::copy_n(&codes[row * kStep], kStep, tile_codes + i * kStep);
      std::copy_n(&scales[row * kScales], kScales, tile_scales + i * kScales);
    }
  }
};

std::vector<float> tile_by_itself(const matrix::Model& model, const formats::Format& format,
                                  std::size_t steps, const Codes& a, std::size_t row, const Codes& b,
                                  std::size_t column) {
  std::vector<float> sums(kTile * kTile, 0.0F);
  for (std::size_t step = 0; step < steps; ++step) {
    std::vector<std::uint8_t> codes_a(kTile * kStep), codes_b = codes_a, scales_a(kTile * kScales, 127),
                                                      scales_b = scales_a;
    a.take(step, row, codes_a.data(), scales_a.data());
    b.take(step, column, codes_b.data(), scales_b.data());
    matrix::multiply_with(host::SimdLevel::baseline, model, matrix::k16x16x128,
                          {&format, codes_a.data(), scales_a.data()},
                          {&format, codes_b.data(), scales_b.data()}, sums.data(), sums.data());
  }
  return sums;
}

void fill(Panel& panel, std::size_t steps, const Codes& a, const Codes& b) {
  panel.begin(a.width, b.width);
  for (std::size_t step = 0; step < steps; ++step) {
    const auto lay_out = [&](const Codes& from, auto codes_of, auto scales_of) {
      for (std::size_t i = 0; i < from.width; ++i) {
        const std::size_t row = step * from.width + i;
        std::copy_n(&from.codes[row * kStep], kStep, codes_of(i).begin());
        std::copy_n(&from.scales[row * kScales], kScales, scales_of(i).begin());
      }
    };
    lay_out(
        a, [&](std::size_t i) { return panel.a_codes(i); }, [&](std::size_t i) { return panel.a_scales(i); });
    lay_out(
        b, [&](std::size_t i) { return panel.b_codes(i); }, [&](std::size_t i) { return panel.b_scales(i); });
    panel.add_step();
  }
}

int different(const matrix::Model& model, const formats::Format& format, std::size_t steps, const Codes& a,
              const Codes& b, const Panel& panel) {
  int count = 0;
  for (std::size_t row = 0; row < a.width; row += kTile)
    for (std::size_t column = 0; column < b.width; column += kTile) {
      const std::vector<float> wanted =
          tile_by_itself(model, format, steps, a, row / kTile, b, column / kTile);
      for (std::size_t i = row; i < std::min(row + kTile, a.width); ++i)
        for (std::size_t j = column; j < std::min(column + kTile, b.width); ++j)
          count += std::bit_cast<std::uint32_t>(panel.sum(i, j)) !=
                   std::bit_cast<std::uint32_t>(wanted[(i - row) * kTile + j - column]);
    }
  return count;
}

}  // namespace

TEST_CASE("a panel's sums are those of its tiles") {
  std::mt19937_64 random(7);
  for (const char* name : {"fma_post", "exact", "gtr16_post"})
    for (const formats::Format* format : {&formats::float8_e4m3fn, &formats::float4_e2m1fn}) {
      const matrix::Model& model = *matrix::find_model(name);
      Panel panel(model, *format, *format);
      // The second is smaller than the first, and finds nothing of it.
      for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{40, 128}, {17, 5}, {128, 33}}) {
        constexpr std::size_t kSteps = 2;
        const Codes a(random, *format, kSteps, rows), b(random, *format, kSteps, columns);
        fill(panel, kSteps, a, b);
        INFO(name << " " << format->name << " " << rows << " " << columns);
        REQUIRE(different(model, *format, kSteps, a, b, panel) == 0);
      }
    }
}
