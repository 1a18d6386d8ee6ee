#include "tests/hardware/project_model.hpp"

#include <algorithm>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::hardware {
namespace {

/// One instruction's products, expanded as the units take them: [output][k].
template <typename Code>
struct Expanded {
  std::vector<Code> a, b, d;
  explicit Expanded(std::size_t outputs, int k)
      : a(outputs * std::size_t(k)), b(outputs * std::size_t(k)), d(outputs) {}
};

const formats::Format* format(const Encoding& f, const char* name) {
  return f.storage_bits == 64 ? &formats::float64 : formats::find(name);
}

template <typename Code>
void step(const Instruction& in, Implementation implementation, Expanded<Code>& x) {
  const matrix::Unit& unit = *matrix::find_unit(in.unit);
  const matrix::BasicDotBatch<Code> batch{.count = x.d.size(),
                                          .k = in.k,
                                          .a_format = format(in.a, in.a_name),
                                          .b_format = format(in.b, in.b_name),
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

template <typename Code>
std::vector<std::uint64_t> of_tiles(const Instruction& in, Implementation implementation,
                                    const std::vector<Tile>& tiles) {
  const std::size_t each = std::size_t(in.m * in.n), k = std::size_t(in.k);
  Expanded<Code> x(tiles.size() * each, in.k);
  for (std::size_t i = 0; i < x.d.size(); ++i)
    x.d[i] = Code(accumulator(in, tiles[i / each], int(i % each) / in.n, int(i % each) % in.n));
  std::vector<Code> a(std::size_t(in.m) * k), b(std::size_t(in.n) * k);
  for (int s = 0; s < tiles.front().steps; ++s) {
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = Code(element(in, tiles[t], 0, int(i / k), s * in.k + int(i % k)));
      for (std::size_t i = 0; i < b.size(); ++i)
        b[i] = Code(element(in, tiles[t], 1, int(i / k), s * in.k + int(i % k)));
      for (std::size_t i = 0; i < each; ++i) {
        std::copy_n(&a[i / std::size_t(in.n) * k], k, &x.a[(t * each + i) * k]);
        std::copy_n(&b[i % std::size_t(in.n) * k], k, &x.b[(t * each + i) * k]);
      }
    }
    step(in, implementation, x);
  }
  return {x.d.begin(), x.d.end()};
}

template <typename Code>
std::vector<std::uint64_t> of_codes(const Instruction& in, Implementation implementation, int m, int k,
                                    const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                                    const std::vector<std::uint64_t>& c) {
  const std::size_t each = std::size_t(in.k), n = std::size_t(in.n);
  Expanded<Code> x(std::size_t(m) * n, in.k);
  for (std::size_t i = 0; i < x.d.size(); ++i) x.d[i] = Code(c[i]);
  for (int s = 0; s < k / in.k; ++s) {
    for (std::size_t i = 0; i < x.d.size(); ++i)
      for (std::size_t j = 0; j < each; ++j) {
        const std::size_t at = std::size_t(s) * each + j;
        x.a[i * each + j] = Code(a[i / n * std::size_t(k) + at]);
        x.b[i * each + j] = Code(b[i % n * std::size_t(k) + at]);
      }
    step(in, implementation, x);
  }
  return {x.d.begin(), x.d.end()};
}

bool is_wide(const Instruction& in) {
  return in.d.storage_bits == 64;
}

}  // namespace

std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation,
                                           const std::vector<Tile>& tiles) {
  return is_wide(in) ? of_tiles<std::uint64_t>(in, implementation, tiles)
                     : of_tiles<std::uint32_t>(in, implementation, tiles);
}

std::vector<std::uint64_t> project_results(const Instruction& in, Implementation implementation, int m, int k,
                                           const std::vector<std::uint64_t>& a,
                                           const std::vector<std::uint64_t>& b,
                                           const std::vector<std::uint64_t>& c) {
  return is_wide(in) ? of_codes<std::uint64_t>(in, implementation, m, k, a, b, c)
                     : of_codes<std::uint32_t>(in, implementation, m, k, a, b, c);
}

}  // namespace lockstep::hardware
