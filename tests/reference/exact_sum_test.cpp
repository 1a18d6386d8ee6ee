#include "reference/exact/exact_sum.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/exact/two_sum.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"
#include "tests/reference/code_table.hpp"

namespace lockstep::tests {
namespace {

using exact::ExactSum;

// Doubles with exponents in [low, high], half of the time cancelling an earlier one.
std::vector<double> draw(std::uint32_t seed, int count, int low, int high) {
  std::mt19937_64 bits(seed);
  std::vector<double> terms;
  for (int i = 0; i < count; ++i) {
    const int exponent = low + int(bits() % std::uint64_t(high - low + 1));
    const double fresh = std::ldexp(double(std::int64_t(bits())), exponent - 63);
    const bool cancel = !terms.empty() && bits() % 2 == 0;
    terms.push_back(cancel ? -terms[bits() % terms.size()] : fresh);
  }
  return terms;
}

mpq_class rational_sum(const std::vector<double>& terms) {
  mpq_class total;
  for (const double x : terms) total += mpq_class(x);
  return total;
}

void check_against_rationals(const std::vector<double>& terms) {
  const mpq_class total = rational_sum(terms);
  ExactSum wide;
  for (const double x : terms) wide.add(x);
  RC_ASSERT(wide.to_double() == round_to_double(total));
  for (const auto* format : {&formats::bfloat16, &formats::float16}) {
    static const CodeTable tables[] = {CodeTable(facts_of(formats::bfloat16)),
                                       CodeTable(facts_of(formats::float16))};
    const CodeTable& table = tables[format == &formats::float16];
    std::uint32_t expected = table.nearest(total, false);
    const exact::Sum fast = exact::sum(terms, *format);
    RC_ASSERT(wide.round(*format) == expected);
    RC_ASSERT(fast.code == expected);
    RC_ASSERT(fast.value == round_to_double(total));
  }
}

}  // namespace

TEST_CASE("sums of doubles equal rational sums, rounded once") {
  check_property("whole range", [](std::uint32_t seed) {
    const int count = *rc::gen::inRange(0, 40);
    check_against_rationals(draw(seed, count, -1074, 1000));
  });
  check_property("range of the outputs", [](std::uint32_t seed) {
    const int count = *rc::gen::inRange(0, 40);
    check_against_rationals(draw(seed, count, -140, 130));
  });
  check_property("narrow range", [](std::uint32_t seed) {
    const int count = *rc::gen::inRange(0, 40);
    check_against_rationals(draw(seed, count, -10, 10));
  });
}

TEST_CASE("what lies far below a tie decides it") {
  for (const double tail : {0x1p-900, -0x1p-900, 0.0}) {
    const double tie = 1 + 0x1p-8;  // between the bfloat16 values 1 and 1 + 2^-7
    const std::vector<double> terms{tie, tail, 0x1p500, -0x1p500};
    CHECK(exact::sum(terms, formats::bfloat16).code == (tail > 0 ? 0x3F81u : 0x3F80u));
    CHECK(exact::sum(std::vector{tie, tail}, formats::bfloat16).code == (tail > 0 ? 0x3F81u : 0x3F80u));
  }
}

TEST_CASE("a pair sum knows when it is no longer exact") {
  exact::PairSum pair;
  for (const double x : {1.0, 0x1p-60}) pair.add(x);
  CHECK(pair.is_exact());
  pair.add(0x1p-200);
  CHECK_FALSE(pair.is_exact());
  exact::PairSum overflow;
  for (const double x : {0x1p1023, 0x1p1023}) overflow.add(x);
  CHECK_FALSE(overflow.is_exact());
}

TEST_CASE("a million equal terms and their negatives") {
  ExactSum sum;
  for (int i = 0; i < 1 << 20; ++i) sum.add(std::numeric_limits<double>::max());
  CHECK(sum.to_double() == std::numeric_limits<double>::infinity());
  for (int i = 0; i < 1 << 20; ++i) sum.add(-std::numeric_limits<double>::max());
  CHECK(sum.to_double() == 0);
  sum.add(-std::numeric_limits<double>::denorm_min());
  CHECK(sum.to_double() == -std::numeric_limits<double>::denorm_min());
}

TEST_CASE("infinities and NaN follow IEEE 754") {
  const double infinity = std::numeric_limits<double>::infinity();
  ExactSum sum;
  sum.add(-infinity);
  CHECK(sum.to_double() == -infinity);
  CHECK(sum.round(formats::float16) == 0xFC00);
  sum.add(infinity);
  CHECK(std::isnan(sum.to_double()));
  CHECK(formats::is_nan(formats::float16, sum.round(formats::float16)));
  CHECK(std::isnan(exact::sum(std::vector{1.0, std::nan("")}, formats::bfloat16).value));
}

}  // namespace lockstep::tests
