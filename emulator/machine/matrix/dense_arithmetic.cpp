#include "emulator/machine/matrix/dense_arithmetic.hpp"

#include <cmath>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using matrix::MatrixInstruction;

/// Calls add(a, b, i) for every product with element indices of A, B and C; k ascends for each element of C.
template <typename Add>
void each_product(const MatrixInstruction& i, const Add& add) {
  for (int block = 0; block < i.blocks; ++block)
    for (int col = 0; col < i.n; ++col)
      for (int row = 0; row < i.m; ++row)
        for (int k = 0; k < i.k; ++k) {
          const int across = block * i.n + col;
          add((block * i.m + row) * i.k + k, across * i.k + k, across * i.m + row);
        }
}

}  // namespace

DenseProduct::DenseProduct(const matrix::Model& model, const MatrixInstruction& i) : instruction_(i) {
  if (i.a.name == "i8" || i.a.name == "f64") {
    step_ = i.a.name == "i8" ? add_integers : add_doubles;
    return;
  }
  unit_ = unit_of(model, i);
  if (!unit_) return;
  step_ = i.a.bits == 8 ? add_float8 : add_dots;
  if (i.a.bits == 8)
    transposed_.emplace(host::best_simd_level(), model, matrix::Shape{i.n, i.m, i.k}, *unit_->b, *unit_->a);
}

void DenseProduct::add_integers(const DenseProduct& self, const Elements& a, const Elements& b, Elements& c) {
  each_product(self.instruction_, [&](int at_a, int at_b, int at_c) {
    const int product = a.at<std::int8_t>(at_a) * b.at<std::int8_t>(at_b);
    c.set(at_c, c.at<std::uint32_t>(at_c) + std::uint32_t(product));
  });
}

void DenseProduct::add_doubles(const DenseProduct& self, const Elements& a, const Elements& b, Elements& c) {
  each_product(self.instruction_, [&](int at_a, int at_b, int at_c) {
    c.set(at_c, std::fma(a.at<double>(at_a), b.at<double>(at_b), c.at<double>(at_c)));
  });
}

/// Multiplies every column of B with all rows of A.
void DenseProduct::add_dots(const DenseProduct& self, const Elements& a, const Elements& b, Elements& c) {
  const MatrixInstruction& i = self.instruction_;
  const matrix::Unit& unit = *self.unit_;
  constexpr int kMax = 32 * 32;  // m * k is at most 32 * 16, 16 * 32 or, with blocks, 64 * 4
  std::array<std::uint32_t, kMax> a_codes, b_codes;
  std::array<std::uint32_t, 32> acc;
  for (int block = 0; block < i.blocks; ++block) {
    const int elements = i.m * i.k;
    for (int e = 0; e < elements; ++e) a_codes[std::size_t(e)] = a.code(i.a.bits, block * elements + e);
    for (int col = 0; col < i.n; ++col) {
      const int across = block * i.n + col;
      for (int e = 0; e < elements; ++e) b_codes[std::size_t(e)] = b.code(i.b.bits, across * i.k + e % i.k);
      for (int row = 0; row < i.m; ++row) acc[std::size_t(row)] = c.at<std::uint32_t>(across * i.m + row);
      dot_products(unit, {std::size_t(i.m), i.k, unit.a, unit.b, a_codes.data(), b_codes.data(), acc.data(),
                          nullptr, nullptr, acc.data()});
      for (int row = 0; row < i.m; ++row) c.set(across * i.m + row, acc[std::size_t(row)]);
    }
  }
}

/// Multiplies the transposed matrices in the other order, because C is stored by columns.
void DenseProduct::add_float8(const DenseProduct& self, const Elements& a, const Elements& b, Elements& c) {
  const MatrixInstruction& i = self.instruction_;
  alignas(64) std::array<float, 32 * 32> acc;
  const std::size_t bytes = std::size_t(i.m * i.n) * sizeof(float);
  std::memcpy(acc.data(), c.bytes.data(), bytes);
  (*self.transposed_)({self.unit_->b, b.bytes.data(), nullptr}, {self.unit_->a, a.bytes.data(), nullptr},
                      acc.data(), acc.data());
  std::memcpy(c.bytes.data(), acc.data(), bytes);
}

}  // namespace lockstep::machine
