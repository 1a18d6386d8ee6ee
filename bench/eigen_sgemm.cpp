#include "bench/eigen_sgemm.hpp"

#include <random>
#include <vector>

#include "bench/bench.hpp"
#include "reference/operators/block_gemm.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::bench {

double eigen_sgemm(double seconds) {
  constexpr std::int64_t kRows = 512;
  std::mt19937 random(1);
  std::vector<float> a(kRows * operators::kScaleBlock), b(a.size()), product(kRows * kRows);
  for (std::vector<float>* operand : {&a, &b})
    for (float& x : *operand) x = float(random() % 2048) / 1024 - 1;
  volatile float sink = 0;
  return best_rate(seconds, [&] {
    operators::block_gemm(a.data(), kRows, b.data(), kRows, product.data());
    sink = product[0];
    return double(kRows) * double(kRows) * double(operators::kScaleBlock);
  });
}

}  // namespace lockstep::bench
