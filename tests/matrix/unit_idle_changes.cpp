// Why some changes of a unit's facts cannot show.
#include <algorithm>
#include <string_view>

#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/units_nvidia.hpp"
#include "tests/matrix/unit_changes.hpp"

namespace lockstep::tests {
namespace {

bool of_f16_or_bytes(const matrix::Unit& unit) {
  return unit.a != nullptr && unit.scale == nullptr && (unit.a->bits == 8 || *unit.a == formats::float16);
}
bool result_in_f32(const matrix::Unit& unit) {
  return *unit.d == formats::float32;
}

/// Changes that make no other function of the unit's operands. Anything else must be refused.
struct Idle {
  std::string_view what;  ///< how the change's name begins
  bool (*holds)(const matrix::Unit& unit, const matrix::Unit& changed);
  const char* why;
};
constexpr Idle kIdle[] = {
    {"sum a bit more",
     [](const matrix::Unit& unit, const matrix::Unit& changed) {
       return matrix::without_idle_cuts(unit.facts) == matrix::without_idle_cuts(changed.facts);
     },
     "the last cut loses whatever this one does: proved beside without_idle_cuts()"},
    {"window ",
     [](const matrix::Unit& unit, const matrix::Unit& changed) {
       return std::min(unit.facts.accumulator_window, changed.facts.accumulator_window) > 600;
     },
     "no product and no f32 have exponents so far apart"},
    {"oversized products",
     [](const matrix::Unit& unit, const matrix::Unit&) { return of_f16_or_bytes(unit); },
     "no product reaches 2^128"},
    {"sign of what vanishes",
     [](const matrix::Unit& unit, const matrix::Unit&) {
       const bool scaled_near_one = unit.scale != nullptr && unit.scale->mantissa_bits != 0;
       return result_in_f32(unit) && (of_f16_or_bytes(unit) || scaled_near_one);
     },
     "every sum is a multiple of the smallest f32"},
    {"exponent of zeros",
     [](const matrix::Unit& unit, const matrix::Unit&) {
       const bool none = unit.facts.zero_exponent == matrix::kNoLimit;
       const bool scaled_near_one = unit.scale != nullptr && unit.scale->mantissa_bits != 0;
       return none || scaled_near_one || (result_in_f32(unit) && of_f16_or_bytes(unit));
     },
     "no product has bits so far down"},
    {"exponent of zeros",
     [](const matrix::Unit& unit, const matrix::Unit&) {
       return unit.a != nullptr && unit.a->bits == 8 && !result_in_f32(unit);
     },
     "what is cut is below every product's last bit: docs/silicon.md"},
};

}  // namespace

bool is_idle(const matrix::Unit& unit, const UnitChange& change) {
  return std::ranges::any_of(kIdle, [&](const Idle& idle) {
    return change.what.starts_with(idle.what) && idle.holds(unit, change.unit);
  });
}

}  // namespace lockstep::tests
