#include "reference/scaling/quantiser_snr.hpp"

namespace lockstep::scaling {

std::vector<float> round_trip(const Quantiser& q, const Extent& matrix, std::span<const float> x) {
  std::vector<std::uint8_t> codes(x.size());
  std::vector<std::uint32_t> scales(std::size_t(scale_extent(matrix, q.block).count()));
  std::vector<float> back(x.size());
  quantise(q, matrix, x, codes, scales);
  dequantise(q, matrix, codes, scales, back);
  return back;
}

std::optional<exact::Noise> noise(const Quantiser& q, const Extent& matrix, std::span<const float> x) {
  const std::vector<float> back = round_trip(q, matrix, x);
  exact::Noise noise;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(back[i])) return std::nullopt;
    noise.add(double(x[i]), double(back[i]));
  }
  return noise;
}

}  // namespace lockstep::scaling
