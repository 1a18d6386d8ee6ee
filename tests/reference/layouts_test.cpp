#include <set>
#include <vector>

#include "reference/layouts/cdna4.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using namespace layouts;

static_assert(shuffled(WeightPlane{32, 64}, WeightByte{17, 35}) == WeightOffset{1024 + 512 + 16 + 3});
static_assert(unshuffled(WeightPlane{32, 64}, WeightOffset{1024 + 512 + 16 + 3}) == WeightByte{17, 35});

// Counts what a bijection may not do: leave the plane, hit an offset twice, or fail to come back.
template <typename Plane, typename At>
std::size_t faults(const Plane& plane, std::int64_t rows, std::int64_t columns) {
  std::vector<bool> taken(std::size_t(plane.bytes()));
  std::size_t wrong = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const auto offset = shuffled(plane, At{row, column});
      if (offset.value < 0 || offset.value >= plane.bytes() || taken[std::size_t(offset.value)]) {
        ++wrong;
        continue;
      }
      taken[std::size_t(offset.value)] = true;
      wrong += !(unshuffled(plane, offset) == At{row, column});
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("the weight shuffle is a bijection for every small plane") {
  std::size_t wrong = 0;
  for (std::int64_t n = 16; n <= 128; n += 16)
    for (std::int64_t kb = 32; kb <= 512; kb += 32) wrong += faults<WeightPlane, WeightByte>({n, kb}, n, kb);
  CHECK(wrong == 0);
}

TEST_CASE("the scale shuffle is a bijection for every small plane") {
  std::size_t wrong = 0;
  for (std::int64_t rows = 32; rows <= 512; rows += 32)
    for (std::int64_t columns = 8; columns <= 64; columns += 8)
      wrong += faults<ScalePlane, ScaleAt>({rows, columns}, rows, columns);
  CHECK(wrong == 0);
}

TEST_CASE("the fault counter objects to a plane that is not a multiple of the tile") {
  CHECK(faults<WeightPlane, WeightByte>({16, 48}, 16, 48) > 0);
  CHECK(faults<ScalePlane, ScaleAt>({32, 12}, 32, 12) > 0);
}

TEST_CASE("1024 consecutive shuffled bytes are 16 bytes for each lane of a fragment") {
  // Lane l owns row l mod 16 and, in each 64 bytes of k, the 16 bytes from 16 * (l / 16).
  const WeightPlane plane{48, 256};
  for (std::int64_t tile = 0; tile < plane.n / 16; ++tile)
    for (std::int64_t step = 0; step < plane.kb / 64; ++step)
      for (std::int64_t lane = 0; lane < 64; ++lane)
        for (std::int64_t byte = 0; byte < 16; ++byte) {
          const WeightOffset offset{(tile * (plane.kb / 64) + step) * 1024 + lane * 16 + byte};
          const WeightByte owned{tile * 16 + lane % 16, step * 64 + 16 * (lane / 16) + byte};
          if (!(unshuffled(plane, offset) == owned)) FAIL(offset.value);
        }
}

TEST_CASE("one word of shuffled scales per lane serves four instructions") {
  // Lane = 16 * (which 32 of 128) + row mod 16; byte = 2 * (which 128 of 256) + (which 16 rows of 32).
  const ScalePlane plane{96, 24};
  for (std::int64_t row = 0; row < plane.rows; ++row)
    for (std::int64_t k = 0; k < plane.columns * 32; k += 32) {
      const std::int64_t word_tile = row / 32 * (plane.columns * 32 / 256) + k / 256;
      const std::int64_t lane = 16 * (k % 128 / 32) + row % 16;
      const std::int64_t byte = 2 * (k % 256 / 128) + row % 32 / 16;
      CHECK(shuffled(plane, ScaleAt{row, k / 32}).value == (word_tile * 64 + lane) * 4 + byte);
    }
}

}  // namespace lockstep::tests
