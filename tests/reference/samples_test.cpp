// The distributions that quantisers are measured on: their moments and tails, and the same bits everywhere.
#include "reference/scaling/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using scaling::Distribution, scaling::samples;

constexpr std::size_t kCount = 1 << 20;

double share_beyond(const std::vector<float>& x, double limit) {
  return double(std::ranges::count_if(x, [&](float v) { return std::abs(v) > limit; })) / double(x.size());
}

double mean_power(const std::vector<float>& x, int power) {
  double sum = 0;
  for (const float v : x) sum += std::pow(double(v), power);
  return sum / double(x.size());
}

// Of so many draws a share strays by less than five standard deviations.
bool is_about(double share, double expected) {
  return std::abs(share - expected) < 5 * std::sqrt(expected / double(kCount));
}

std::uint64_t digest(const std::vector<float>& x) {
  std::uint64_t sum = 0;
  for (const float v : x) sum = host::hash(sum, std::bit_cast<std::uint32_t>(v));
  return sum;
}

}  // namespace

TEST_CASE("gaussian data has the moments and the tails of the normal distribution") {
  const std::vector<float> x = samples(Distribution::gaussian, 3, kCount);
  CHECK(std::abs(mean_power(x, 1)) < 0.005);
  CHECK(std::abs(mean_power(x, 2) - 1) < 0.01);
  CHECK(std::abs(mean_power(x, 4) - 3) < 0.05);
  CHECK(is_about(share_beyond(x, 0.674490), 0.5));
  CHECK(is_about(share_beyond(x, 1), 0.317311));
  CHECK(is_about(share_beyond(x, 2), 0.045500));
  CHECK(is_about(share_beyond(x, 3), 0.002700));
  CHECK(is_about(share_beyond(x, 4), 6.334e-5));
}

TEST_CASE("heavy tails are those of Student's t with three degrees of freedom") {
  const std::vector<float> x = samples(Distribution::student_t3, 3, kCount);
  CHECK(is_about(share_beyond(x, 0.764892), 0.5));
  CHECK(is_about(share_beyond(x, 3.182446), 0.05));
  CHECK(is_about(share_beyond(x, 5.840909), 0.01));
  CHECK(is_about(share_beyond(x, 12.923979), 0.001));
}

TEST_CASE("one of each 128 elements is an outlier: the gaussian element times 100") {
  const std::vector<float> x = samples(Distribution::gaussian, 3, 1 << 14);
  const std::vector<float> y = samples(Distribution::outliers, 3, 1 << 14);
  std::vector<std::size_t> columns;
  for (std::size_t block = 0; block < x.size(); block += 128) {
    std::vector<std::size_t> other;
    for (std::size_t i = block; i < block + 128; ++i)
      if (x[i] != y[i]) other.push_back(i);
    REQUIRE(other.size() == 1);
    CHECK(std::abs(y[other[0]] - 100 * x[other[0]]) <= 1e-5 * std::abs(y[other[0]]));
    columns.push_back(other[0] - block);
  }
  std::ranges::sort(columns);
  CHECK(std::ranges::unique(columns).begin() - columns.begin() > 64);  // not always the same
}

// Written down on one machine: another one, or another compiler, must draw the same.
TEST_CASE("data is the same bits on every machine") {
  CHECK(digest(samples(Distribution::gaussian, 1, 1 << 16)) == 0x707fbcffb364bc48);
  CHECK(digest(samples(Distribution::student_t3, 1, 1 << 16)) == 0x33b1b896578188bb);
  CHECK(digest(samples(Distribution::outliers, 1, 1 << 16)) == 0x13b3cc4f8a3a4243);
  const std::vector<float> some = samples(Distribution::student_t3, 9, 100);
  const std::vector<float> more = samples(Distribution::student_t3, 9, 200);
  CHECK(std::ranges::equal(some, std::span(more).first(100)));
}

}  // namespace lockstep::tests
