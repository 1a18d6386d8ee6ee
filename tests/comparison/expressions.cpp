// Expressions of launch recipes.
#include <string>

#include "properties/recipes/expression.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

const recipes::Sizes kSizes{{"m", 130}, {"n", 384}, {"k", 0}, {"groups", 3}, {"most", 0x7FFFFFFFFFFFFFFF}};

struct Row {
  const char* text;
  std::int64_t value;
};

struct Wrong {
  const char *text, *complaint;
};

}  // namespace

TEST_CASE("expressions have the values that Python gives them") {
  for (const Row& row : {Row{"42", 42},
                         {"  n ", 384},
                         {"1 + 2 * 3", 7},
                         {"(1 + 2) * 3", 9},
                         {"10 - 4 - 3", 3},
                         {"n / 128 / 3", 1},
                         {"-7 / 2", -4},
                         {"-7 % 3", 2},
                         {"7 % -3", -2},
                         {"-m * 2", -260},
                         {"2 - -3", 5},
                         {"ceil_div(m, 128) * groups", 6},
                         {"round_up(m, 16)", 144},
                         {"round_up(128, 16)", 128},
                         {"ceil_div(-7, 2)", -3},
                         {"min(m, max(1, k))", 1},
                         {"n % 128 == 0 and m < n", 1},
                         {"not n % 128 == 1", 1},
                         {"k != 0 or groups >= 3", 1},
                         {"m <= 129", 0},
                         {"1 < 2 == 1", 1},
                         {"not not m", 1}}) {
    INFO(row.text);
    const auto value = recipes::evaluate(row.text, kSizes);
    REQUIRE(value);
    CHECK(*value == row.value);
  }
}

TEST_CASE("what is no expression, has no value or does not fit is said") {
  for (const Wrong& row : {Wrong{"", "expected a number, a name or ("},
                           {"n +", "expected a number, a name or ("},
                           {"(n", "expected )"},
                           {"n n", "'n' follows"},
                           {"n & 1", "'& 1' follows"},
                           {"rows", "no size 'rows'; there are groups, k, m, most, n"},
                           {"floor(n, 2)", "no function 'floor'"},
                           {"min(n)", "expected a comma"},
                           {"n / k", "division by zero"},
                           {"ceil_div(n, k)", "division by zero"},
                           {"most + 1", "does not fit 64 bits"},
                           {"most * most", "does not fit 64 bits"},
                           {"(-most - 1) / -1", "does not fit 64 bits"},
                           {"99999999999999999999", "no size '99999999999999999999'"}}) {
    INFO(row.text);
    const auto value = recipes::evaluate(row.text, kSizes);
    REQUIRE(!value);
    CHECK(value.error().find(row.complaint) != std::string::npos);
  }
  CHECK(!recipes::evaluate(std::string(100'000, '('), kSizes));
  CHECK(!recipes::evaluate(std::string(100'000, '-') + "1", kSizes));
}

}  // namespace lockstep::tests
