// dot_products() of float64: every k is one IEEE fused multiply-add, which a double does itself. A lane is
// one dot product, so that no chain waits for itself.
#include <cmath>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/fast/lanes.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kLanes = 8;

LOCKSTEP_INLINE void chains(const WideDotBatch& batch, std::size_t first, std::size_t lanes) {
  const auto k = std::size_t(batch.k);
  double acc[kLanes] = {};
  for (std::size_t lane = 0; lane < lanes; ++lane) acc[lane] = std::bit_cast<double>(batch.c[first + lane]);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      acc[lane] = std::fma(std::bit_cast<double>(batch.a[(first + lane) * k + i]),
                           std::bit_cast<double>(batch.b[(first + lane) * k + i]), acc[lane]);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    batch.d[first + lane] = std::isnan(acc[lane]) ? formats::nan_code<std::uint64_t>(formats::float64)
                                                  : std::bit_cast<std::uint64_t>(acc[lane]);
}

LOCKSTEP_INLINE void all_chains(const WideDotBatch& batch) {
  std::size_t first = 0;
  for (; first + kLanes <= batch.count; first += kLanes) chains(batch, first, kLanes);
  if (first < batch.count) chains(batch, first, batch.count - first);
}

using WideKernel = void(const WideDotBatch&);

void chains_baseline(const WideDotBatch& batch) {
  all_chains(batch);
}
LOCKSTEP_V3 void chains_v3(const WideDotBatch& batch) {
  all_chains(batch);
}
LOCKSTEP_V4 void chains_v4(const WideDotBatch& batch) {
  all_chains(batch);
}

constexpr host::PerLevel<WideKernel> kWideKernels{chains_baseline, chains_v3, chains_v4};

}  // namespace

void dot_products_with(SimdLevel level, const Unit&, const WideDotBatch& batch) {
  kWideKernels.at(level)(batch);
}

void dot_products(const Unit& unit, const WideDotBatch& batch) {
  dot_products_with(host::best_simd_level(), unit, batch);
}

}  // namespace lockstep::matrix
