#include "tests/hardware/project_model.hpp"

#include "emulator/matrix/unit.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::hardware {
namespace {

/// One instruction's products, expanded as the units take them: [output][k].
struct Expanded {
  std::vector<std::uint32_t> a, b, d;
  explicit Expanded(std::size_t outputs, int k)
      : a(outputs * std::size_t(k)), b(outputs * std::size_t(k)), d(outputs) {}
};

void step(const Instruction& in, Implementation implementation, Expanded& x) {
  const matrix::Unit& unit = *matrix::find_unit(in.unit);
  const matrix::DotBatch batch{.count = x.d.size(),
                               .k = in.k,
                               .a_format = formats::find(in.a_name),
                               .b_format = formats::find(in.b_name),
                               .a = x.a.data(),
                               .b = x.b.data(),
                               .c = x.d.data(),
                               .scale_a = nullptr,
                               .scale_b = nullptr,
                               .d = x.d.data()};
  if (implementation == Implementation::fast)
    matrix::dot_products(unit, batch);
  else
    matrix::dot_products_slow(unit, batch);
}

}  // namespace

bool has_unit(const Instruction& in) {
  return matrix::find_unit(in.unit) != nullptr;
}

std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation,
                                           const std::vector<Tile>& tiles) {
  const std::size_t each = std::size_t(in.m * in.n), k = std::size_t(in.k);
  Expanded x(tiles.size() * each, in.k);
  for (std::size_t i = 0; i < x.d.size(); ++i)
    x.d[i] = std::uint32_t(accumulator(in, tiles[i / each], int(i % each) / in.n, int(i % each) % in.n));
  std::vector<std::uint32_t> a(std::size_t(in.m) * k), b(std::size_t(in.n) * k);
  for (int s = 0; s < tiles.front().steps; ++s) {
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = std::uint32_t(element(in, tiles[t], 0, int(i / k), s * in.k + int(i % k)));
      for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = std::uint32_t(element(in, tiles[t], 1, int(i / k), s * in.k + int(i % k)));
      for (std::size_t i = 0; i < each; ++i)
        for (std::size_t j = 0; j < k; ++j) {
          x.a[(t * each + i) * k + j] = a[i / std::size_t(in.n) * k + j];
          x.b[(t * each + i) * k + j] = b[i % std::size_t(in.n) * k + j];
        }
    }
    step(in, implementation, x);
  }
  return {x.d.begin(), x.d.end()};
}

std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation, int m, int k,
                                           const std::vector<std::uint64_t>& a,
                                           const std::vector<std::uint64_t>& b,
                                           const std::vector<std::uint64_t>& c) {
  const std::size_t each = std::size_t(in.k), n = std::size_t(in.n);
  Expanded x(std::size_t(m) * n, in.k);
  for (std::size_t i = 0; i < x.d.size(); ++i) x.d[i] = std::uint32_t(c[i]);
  for (int s = 0; s < k / in.k; ++s) {
    for (std::size_t i = 0; i < x.d.size(); ++i)
      for (std::size_t j = 0; j < each; ++j) {
        const std::size_t at = std::size_t(s) * each + j;
        x.a[i * each + j] = std::uint32_t(a[i / n * std::size_t(k) + at]);
        x.b[i * each + j] = std::uint32_t(b[i % n * std::size_t(k) + at]);
      }
    step(in, implementation, x);
  }
  return {x.d.begin(), x.d.end()};
}

}  // namespace lockstep::hardware
