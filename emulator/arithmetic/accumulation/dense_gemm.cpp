#include "emulator/arithmetic/accumulation/dense_gemm.hpp"

#include <algorithm>
#include <bit>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

// The wgmma into binary32 of the arch.
const matrix::Unit& warpgroup_unit(const matrix::Model& model, const formats::Format& format) {
  return *std::ranges::find_if(matrix::units(), [&](const matrix::Unit& unit) {
    return unit.arch == model.arch && unit.instructions.starts_with("wgmma") && unit.d == &formats::float32 &&
           matrix::accepts(unit, format, format);
  });
}

// [count][k]: columns [first, last) of codes, then zeros.
std::vector<std::uint32_t> columns(std::span<const std::uint32_t> codes, std::int64_t of, std::int64_t first,
                                   std::int64_t last, std::int64_t k) {
  std::vector<std::uint32_t> some(codes.size() / std::size_t(of) * std::size_t(k));
  for (std::size_t row = 0; row * std::size_t(of) < codes.size(); ++row)
    std::ranges::copy(codes.subspan(row * std::size_t(of) + std::size_t(first), std::size_t(last - first)),
                      some.begin() + std::ptrdiff_t(row) * k);
  return some;
}

}  // namespace

std::vector<float> chained_sums(const matrix::Model& model, const DenseProduct& p) {
  const matrix::Unit& unit = warpgroup_unit(model, *p.format);
  const std::int64_t length = p.length == 0 ? p.k : p.length;
  std::vector<float> sums(std::size_t(p.m * p.n));
  std::vector<std::uint32_t> chain(std::size_t(p.n));
  for (std::int64_t first = 0; first < p.k; first += length) {
    const std::int64_t last = std::min(p.k, first + length),
                       k = (last - first + unit.step - 1) / unit.step * unit.step;
    const auto a = columns(p.a, p.k, first, last, k), b = columns(p.b, p.k, first, last, k);
    std::vector<std::uint32_t> row(b.size());
    for (std::int64_t i = 0; i < p.m; ++i) {
      for (std::int64_t j = 0; j < p.n; ++j) std::copy_n(&a[std::size_t(i * k)], k, &row[std::size_t(j * k)]);
      std::ranges::fill(chain, 0);
      matrix::dot_products(unit, {std::size_t(p.n), int(k), p.format, p.format, row.data(), b.data(),
                                  chain.data(), nullptr, nullptr, chain.data()});
      for (std::int64_t j = 0; j < p.n; ++j) {
        const auto r = std::bit_cast<float>(chain[std::size_t(j)]);
        float& sum = sums[std::size_t(i * p.n + j)];
        sum = first == 0 ? r : sum + r;
      }
    }
  }
  return sums;
}

}  // namespace lockstep::accumulation
