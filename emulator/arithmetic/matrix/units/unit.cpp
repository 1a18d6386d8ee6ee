#include "emulator/arithmetic/matrix/units/unit.hpp"

#include <algorithm>
#include <set>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/layouts/operand_format.hpp"
#include "emulator/arithmetic/matrix/units/instruction_pattern.hpp"
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
    if ((i.archs & arch_bit(unit.arch)) != 0 &&
        (claims(unit.instructions, i.name) || claims(unit.instructions, i.classic)))
      all.insert(i.k);
  return {all.begin(), all.end()};
}

bool accepts(const Unit& unit, const formats::Format& a, const formats::Format& b) {
  if (unit.a == nullptr) return operand_selector(a) >= 0 && operand_selector(b) >= 0;
  return same_family(*unit.a, a) && same_family(*unit.b, b);
}

}  // namespace lockstep::matrix
