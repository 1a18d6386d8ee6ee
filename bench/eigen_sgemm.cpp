#include "eigen_sgemm.hpp"

#include <Eigen/Dense>

#include "bench.hpp"

namespace lockstep::bench {

double eigen_sgemm(double seconds) {
  constexpr int kSize = 512;
  const Eigen::MatrixXf a = Eigen::MatrixXf::Random(kSize, kSize), b = Eigen::MatrixXf::Random(kSize, kSize);
  Eigen::MatrixXf c(kSize, kSize);
  volatile float sink = 0;
  return best_rate(seconds, [&] {
    c.noalias() = a * b;
    sink = c(0, 0);
    return double(kSize) * kSize * kSize;
  });
}

}  // namespace lockstep::bench
