#include "reference/operators/scaled_gemm.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

namespace lockstep::operators {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double smallest_normal(const formats::Format& f) {
  return std::ldexp(1.0, 1 - f.bias);
}

struct Scaled {
  Matrix values, weights;  // [rows][k]
};

Scaled scaled(const ScaledOperand& o, std::int64_t k) {
  Scaled s{Matrix(o.rows, k), Matrix(o.rows, k)};
  const double least = smallest_normal(*o.format);
  for (std::int64_t row = 0; row < o.rows; ++row)
    for (std::int64_t p = 0; p < k; ++p) {
      const double x = formats::to_double(*o.format, o.codes[std::size_t(row * k + p)]);
      const double scale = o.scale(row, p, k);
      s.values(row, p) = x * scale;
      s.weights(row, p) = (x == 0 ? 0 : std::max(std::abs(x), least)) * std::abs(scale);
    }
  return s;
}

}  // namespace

ExactOutput exact(const ScaledGemm& problem) {
  const Scaled a = scaled(problem.a, problem.k), b = scaled(problem.b, problem.k);
  const auto elements = std::size_t(problem.m * problem.n);
  ExactOutput e{std::vector<double>(elements), std::vector<double>(elements), {}};
  Eigen::Map<Matrix>(e.value.data(), problem.m, problem.n).noalias() = a.values * b.values.transpose();
  Eigen::Map<Matrix>(e.magnitude.data(), problem.m, problem.n).noalias() = a.weights * b.weights.transpose();
  for (double& magnitude : e.magnitude) magnitude *= 1 + exact_error(problem.k);
  return e;
}

}  // namespace lockstep::operators
