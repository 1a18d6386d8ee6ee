// The product of a block as compiled for every host and for those with AVX2 and AVX-512: the same number,
// which integers say beforehand.
#include "reference/operators/block_gemm.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "tests/catch.hpp"

namespace host = lockstep::host;
namespace operators = lockstep::operators;

namespace {

constexpr std::int64_t kBlock = 128;

/// Small integers, whose sums both types hold.
template <typename Scalar>
std::vector<Scalar> integers(std::mt19937_64& random, std::int64_t rows) {
  std::vector<Scalar> all(std::size_t(rows * kBlock));
  for (Scalar& x : all) x = Scalar(int(random() % 255) - 127);
  return all;
}

template <typename Scalar>
void compare(std::int64_t rows, std::int64_t columns) {
  std::mt19937_64 random(std::uint64_t(1000 * rows + columns));
  const std::vector<Scalar> a = integers<Scalar>(random, rows), b = integers<Scalar>(random, columns);
  std::vector<Scalar> chosen(std::size_t(rows * columns)), of_level = chosen, expected = chosen;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      std::int64_t sum = 0;
      for (std::int64_t k = 0; k < kBlock; ++k)
        sum += std::int64_t(a[std::size_t(i * kBlock + k)]) * std::int64_t(b[std::size_t(j * kBlock + k)]);
      expected[std::size_t(i * columns + j)] = Scalar(sum);
    }
  operators::block_gemm(a.data(), rows, b.data(), columns, chosen.data());
  INFO(rows << " rows, " << columns << " columns");
  REQUIRE(chosen == expected);
  for (const host::SimdLevel level : host::simd_levels()) {
    INFO("level " << int(level));
    std::ranges::fill(of_level, Scalar(-1));
    operators::versions::kBlockGemm<Scalar>.at(level)(a.data(), rows, b.data(), columns, of_level.data());
    REQUIRE(of_level == expected);
  }
}

}  // namespace

TEST_CASE("block_gemm: every size, for every host and for this one, as integers have it") {
  for (const std::int64_t rows : {1, 2, 3, 4, 7, 16, 33, 128})
    for (const std::int64_t columns : {1, 5, 8, 12, 17, 64, 131}) {
      compare<double>(rows, columns);
      compare<float>(rows, columns);
    }
}
