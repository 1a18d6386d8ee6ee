#include "emulator/arithmetic/matrix/units/unit.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

namespace {

bool one_of(const formats::Format& f, const formats::Format& x, const formats::Format& y) {
  return f == x || f == y;
}

// Whether two formats are of one family: instructions with 8-bit operands take either format on either side.
bool same_family(const formats::Format& f, const formats::Format& g) {
  using namespace formats;
  if (one_of(f, float8_e4m3fn, float8_e5m2)) return one_of(g, float8_e4m3fn, float8_e5m2);
  if (one_of(f, float8_e4m3fnuz, float8_e5m2fnuz)) return one_of(g, float8_e4m3fnuz, float8_e5m2fnuz);
  return f == g;
}

}  // namespace

int least_k(const Unit& unit) {
  return std::max(unit.step, unit.facts.step);
}

std::vector<int> instruction_k(const Unit& unit) {
  std::set<int> all;
  if (unit.facts.step != 0) return {};
  for (const MatrixInstruction& i : matrix_instructions())
    if ((i.archs & arch::instructions_of(unit.arch)) != 0 &&
        (claims(unit.instructions, i.name) || claims(unit.instructions, i.classic)))
      all.insert(i.k);
  return {all.begin(), all.end()};
}

bool accepts(const Unit& unit, const formats::Format& a, const formats::Format& b) {
  if (unit.a == nullptr) return operand_selector(a) >= 0 && operand_selector(b) >= 0;
  return same_family(*unit.a, a) && same_family(*unit.b, b);
}

bool claims(std::string_view pattern, std::string_view name) {
  if (const auto comma = pattern.find(", "); comma != pattern.npos)
    return claims(pattern.substr(0, comma), name) || claims(pattern.substr(comma + 2), name);
  if (pattern.empty()) return name.empty();
  const auto either = [&](std::string_view inner, std::string_view rest) {
    return claims(std::string(inner) + std::string(rest), name);
  };
  if (pattern[0] == '[') {
    const auto end = pattern.find(']');
    return either("", pattern.substr(end + 1)) || either(pattern.substr(1, end - 1), pattern.substr(end + 1));
  }
  if (pattern[0] == '{') {
    const auto end = pattern.find('}');
    for (std::string_view all = pattern.substr(1, end - 1);;) {
      const auto comma = all.find(',');
      if (either(all.substr(0, comma), pattern.substr(end + 1))) return true;
      if (comma == all.npos) return false;
      all.remove_prefix(comma + 1);
    }
  }
  if (pattern[0] == '*')
    return claims(pattern.substr(1), name) || (!name.empty() && claims(pattern, name.substr(1)));
  return !name.empty() && pattern[0] == name[0] && claims(pattern.substr(1), name.substr(1));
}

}  // namespace lockstep::matrix
