#include "emulator/arithmetic/matrix/units/units.hpp"

#include <vector>

#include "emulator/arithmetic/matrix/units/units_amd.hpp"
#include "emulator/arithmetic/matrix/units/units_nvidia.hpp"

namespace lockstep::matrix {
namespace {

std::vector<Unit> gather() {
  std::vector<Unit> all;
  for (const std::span<const Unit> part :
       {std::span<const Unit>(kCdnaUnits), gfx950_units(), std::span<const Unit>(kGfx950ChainUnits),
        gfx1250_units(), std::span<const Unit>(kRdnaUnits), std::span<const Unit>(kNvidiaUnits)})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

std::span<const Unit> units() {
  static const std::vector<Unit> kUnits = gather();
  return kUnits;
}

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units())
    if (unit.name == name) return &unit;
  return nullptr;
}

}  // namespace lockstep::matrix
