// DeepGEMM's layouts of scales, against its own description of them in steps: pad, view, transpose.
#include "reference/layouts/deepgemm_scales.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using namespace layouts;

std::int64_t aligned(std::int64_t x, std::int64_t to) {
  return (x + to - 1) / to * to;
}

/// tests/test_layout.py there: a zero tensor [aligned mn][aligned k] of bytes, filled; viewed as words
/// [aligned mn][k/4]; transposed in memory.
std::vector<std::uint8_t> in_steps(std::int64_t mn, std::int64_t k, const std::vector<std::uint8_t>& codes) {
  const std::int64_t rows = aligned(mn, 4), columns = aligned(k, 4), words = columns / 4;
  std::vector<std::uint8_t> padded(std::size_t(rows * columns)), transposed(padded.size());
  for (std::int64_t i = 0; i < mn; ++i)
    std::memcpy(&padded[std::size_t(i * columns)], &codes[std::size_t(i * k)], std::size_t(k));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t w = 0; w < words; ++w)
      std::memcpy(&transposed[std::size_t((w * rows + i) * 4)], &padded[std::size_t((i * words + w) * 4)], 4);
  return transposed;
}

std::vector<std::uint8_t> codes_of(std::int64_t count) {
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = std::uint8_t(i * 2654435761u >> 13 | 1u);
  return codes;
}

struct Size {
  std::int64_t mn, k;
};

// Those of DeepGEMM's tests, in blocks of 128.
std::vector<Size> upstream_sizes() {
  std::vector<Size> sizes;
  for (const std::int64_t mn : {4096, 4097, 8192})
    for (const std::int64_t k : {128, 7168, 7296}) sizes.push_back({mn, k / 128});
  return sizes;
}

template <typename Layout>
std::size_t faults(const Layout& layout) {
  std::vector<bool> taken(std::size_t(layout.bytes()));
  std::size_t wrong = 0;
  for (std::int64_t row = 0; row < layout.rows; ++row)
    for (std::int64_t block = 0; block < layout.blocks; ++block) {
      const std::int64_t at = layout.stored({row, block});
      const bool bad = at < 0 || at >= layout.bytes() || taken[std::size_t(at)] ||
                       layout.logical(at) != BlockScaleAt{row, block};
      wrong += bad;
      if (!bad) taken[std::size_t(at)] = true;
    }
  for (std::int64_t at = 0; at < layout.bytes(); ++at)
    wrong += layout.logical(at).has_value() != taken[std::size_t(at)];
  return wrong;
}

/// The tensor in a layout of `size` elements, zero where nothing is stored; `at(i)`: where element i of the
/// row-major tensor is.
template <typename T, typename At>
std::vector<T> stored_by(const std::vector<T>& logical, std::size_t size, const At& at) {
  std::vector<T> stored(size);
  for (std::size_t i = 0; i < logical.size(); ++i) stored[std::size_t(at(std::int64_t(i)))] = logical[i];
  return stored;
}

}  // namespace

static_assert(PackedScales{5, 6}.stored({2, 5}) == (8 + 2) * 4 + 1);
static_assert(FloatScales{5, 6}.stored({2, 5}) == (5 * 8 + 2) * 4);
static_assert(PackedScales{5, 6}.bytes() == 2 * 8 * 4);

TEST_CASE("DeepGEMM's scales: both layouts are bijections onto what is not padding") {
  std::size_t wrong = 0;
  for (std::int64_t mn = 1; mn <= 21; ++mn)
    for (std::int64_t blocks = 1; blocks <= 11; ++blocks)
      wrong += faults(PackedScales{mn, blocks}) + faults(FloatScales{mn, blocks});
  CHECK(wrong == 0);
}

TEST_CASE("DeepGEMM's scales: packed as its own steps give them") {
  for (const Size& s : upstream_sizes()) {
    const PackedScales layout{s.mn, s.k};
    const std::vector<std::uint8_t> codes = codes_of(s.mn * s.k);
    std::vector<std::uint8_t> stored = stored_by(codes, std::size_t(layout.bytes()), [&](std::int64_t i) {
      return layout.stored({i / s.k, i % s.k});
    });
    INFO(s.mn << " x " << s.k);
    CHECK(stored == in_steps(s.mn, s.k, codes));
    // The comparison can fail: rows without their padding, or blocks in the other order of bytes.
    if (s.mn % 4 != 0) CHECK(layout.stride() != s.mn);
    std::swap(stored[0], stored[3]);
    CHECK((s.k == 1 || stored != in_steps(s.mn, s.k, codes)));
  }
}

TEST_CASE("DeepGEMM's scales: floats with rows fastest, padded to 16 bytes") {
  for (const Size& s : upstream_sizes()) {
    const FloatScales layout{s.mn, s.k};
    std::vector<float> logical(std::size_t(s.mn * s.k));
    for (std::size_t i = 0; i < logical.size(); ++i) logical[i] = float(i + 1);
    const std::vector<float> stored =
        stored_by(logical, std::size_t(layout.bytes() / 4),
                  [&](std::int64_t i) { return layout.stored({i / s.k, i % s.k}) / FloatScales::kElement; });
    std::size_t wrong = 0;
    const std::int64_t rows = aligned(s.mn, 4);
    for (std::int64_t block = 0; block < s.k; ++block)
      for (std::int64_t row = 0; row < rows; ++row) {
        const float want = row < s.mn ? float(row * s.k + block + 1) : 0.0f;
        wrong += stored[std::size_t(block * rows + row)] != want;
      }
    CHECK(wrong == 0);
  }
}

}  // namespace lockstep::tests
