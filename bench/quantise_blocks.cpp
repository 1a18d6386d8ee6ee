#include "bench/quantise_blocks.hpp"

#include <random>
#include <vector>

#include "bench/bench.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::bench {

namespace {

constexpr scaling::Extent kMatrix{256, 1024};

struct Tensor {
  scaling::Quantiser quantiser{scaling::find_scale_rule("rceil"), &formats::float8_e4m3fn,
                               formats::find_conversion("ocp_saturate"), *scaling::find_block_shape("1x32")};
  std::vector<float> x = std::vector<float>(std::size_t(kMatrix.count()));
  std::vector<std::uint8_t> codes = std::vector<std::uint8_t>(x.size());
  std::vector<std::uint32_t> scales = std::vector<std::uint32_t>(x.size() / 32);

  Tensor() {
    std::mt19937 bits(1);
    std::normal_distribution<float> normal;
    for (float& v : x) v = normal(bits);
    quantise();
  }
  void quantise() { scaling::quantise(quantiser, kMatrix, x, codes, scales); }
  void dequantise() { scaling::dequantise(quantiser, kMatrix, codes, scales, x); }
  double bytes() const { return double(x.size() * sizeof(float)); }
};

}  // namespace

double quantise_1x32_e4m3(double seconds) {
  Tensor tensor;
  return best_rate(seconds, [&] {
    tensor.quantise();
    return tensor.bytes();
  });
}

double dequantise_1x32_e4m3(double seconds) {
  Tensor tensor;
  return best_rate(seconds, [&] {
    tensor.dequantise();
    return tensor.bytes();
  });
}

}  // namespace lockstep::bench
