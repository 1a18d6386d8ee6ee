#include <algorithm>
#include <array>
#include <map>

#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

using Pair = std::array<std::uint64_t, 2>;

/// For each type, operands that are less, equal, greater and unordered.
const std::map<std::string_view, std::vector<Pair>>& operands() {
  static const std::map<std::string_view, std::vector<Pair>> table{
      {"f16", {{0xC000, 0x3C00}, {0x8000, 0x0000}, {0x7C00, 0x0001}, {0x7E00, 0x3C00}}},
      {"f32", {{f(-2), f(1)}, {f(-0.0f), f(0)}, {0x7F800000, 1}, {f(1), 0x7FC00000}}},
      {"f64", {{d(-2), d(1)}, {d(-0.0), d(0)}, {d(1e300), 1}, {0x7FF8000000000000, 0}}},
      {"i16", {{0xFFFF, 1}, {7, 0xABCD0007}, {0x7FFF, 0x8000}}},
      {"u16", {{1, 0xFFFF}, {7, 0xABCD0007}, {0x8000, 0x7FFF}}},
      {"i32", {{0xFFFFFFFF, 1}, {7, 7}, {0x7FFFFFFF, 0x80000000}}},
      {"u32", {{1, 0xFFFFFFFF}, {7, 7}, {0x80000000, 0x7FFFFFFF}}},
      {"i64", {{~0ull, 1}, {7, 7}, {0x7FFFFFFFFFFFFFFF, 1ull << 63}}},
      {"u64", {{1, ~0ull}, {7, 7}, {1ull << 63, 0xFFFFFFFF}}},
  };
  return table;
}

/// What each predicate says of less, equal, greater, unordered: the manual's comparison written out.
const std::map<std::string_view, std::array<bool, 4>>& truths() {
  static const std::map<std::string_view, std::array<bool, 4>> table{
      {"f", {false, false, false, false}}, {"lt", {true, false, false, false}},
      {"eq", {false, true, false, false}}, {"le", {true, true, false, false}},
      {"gt", {false, false, true, false}}, {"lg", {true, false, true, false}},
      {"ne", {true, false, true, false}},  {"ge", {false, true, true, false}},
      {"o", {true, true, true, false}},    {"u", {false, false, false, true}},
      {"nge", {true, false, false, true}}, {"nlg", {false, true, false, true}},
      {"ngt", {true, true, false, true}},  {"nle", {false, false, true, true}},
      {"neq", {true, false, true, true}},  {"nlt", {false, true, true, true}},
      {"tru", {true, true, true, true}},   {"t", {true, true, true, true}},
  };
  return table;
}

/// Signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf: bits 0 to 9 of the
/// mask.
const std::map<std::string_view, std::array<std::uint64_t, 10>>& classes() {
  static const std::map<std::string_view, std::array<std::uint64_t, 10>> table{
      {"f16", {0x7C01, 0x7E00, 0xFC00, 0xBC00, 0x8001, 0x8000, 0, 0x03FF, 0x3C00, 0x7C00}},
      {"f32",
       {0x7F800001, 0x7FC00000, 0xFF800000, f(-1), 0x80000001, f(-0.0f), 0, 0x007FFFFF, f(1), 0x7F800000}},
      {"f64",
       {0xFFF0000000000001, 0x7FF8000000000000, 0xFFF0000000000000, d(-1), 0x8000000000000001, d(-0.0), 0, 1,
        d(1), 0x7FF0000000000000}},
  };
  return table;
}

}  // namespace

std::vector<VectorCase> compare_cases(const isa::Semantics& row) {
  const std::string_view name = row.mnemonic;
  const std::size_t start = name.starts_with("v_cmp_") ? 6 : name.starts_with("v_cmpx_") ? 7 : 0;
  const std::size_t last = name.rfind('_');
  if (start == 0 || last < start) return {};
  const std::string_view predicate = name.substr(start, last - start), type = name.substr(last + 1);
  std::vector<VectorCase> cases;
  if (predicate == "class") {
    for (std::size_t i = 0; i < 10; ++i) {
      const std::uint64_t value = classes().at(type)[i], bit = std::uint64_t{1} << i;
      cases.push_back(v(name, {value, bit}, 0).mask(true));
      cases.push_back(v(name, {value, ~bit & 0x3FF}, 0).mask(false));
    }
    return cases;
  }
  const std::vector<Pair>& pairs = operands().at(type);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    cases.push_back(v(name, {pairs[i][0], pairs[i][1]}, 0).mask(truths().at(predicate)[i]));
  }
  return cases;
}

}  // namespace lockstep::tests
