// Units of archs whose arithmetic is not public are what the models say, and written down nowhere else.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/arithmetic/matrix/units/units_amd.hpp"
#include "emulator/arithmetic/matrix/units/units_nvidia.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::Model;
using matrix::Unit;

namespace {

std::vector<Unit> written_by_hand() {
  std::vector<Unit> all(matrix::kCdnaUnits.begin(), matrix::kCdnaUnits.end());
  all.insert(all.end(), matrix::kGfx950ChainUnits.begin(), matrix::kGfx950ChainUnits.end());
  all.insert(all.end(), matrix::kRdnaUnits.begin(), matrix::kRdnaUnits.end());
  all.insert(all.end(), matrix::kNvidiaUnits.begin(), matrix::kNvidiaUnits.end());
  return all;
}

// Units of a derived arch in which a model has a say: those must not be written by hand.
std::vector<std::string> restatements(const std::vector<Unit>& units) {
  std::vector<std::string> found;
  for (const Unit& unit : units)
    if ((unit.arch == "gfx950" || unit.arch == "gfx1250") && (unit.a == nullptr || unit.a->bits < 32))
      found.emplace_back(unit.name);
  return found;
}

// Whether a model of gfx950 or of the unit's arch says of an instruction that the unit names what the unit
// says.
bool follows(const Unit& unit) {
  for (const Model& of : matrix::all_models()) {
    Model model = of;
    if (model.arch == "gfx950") model.arch = unit.arch;
    for (const matrix::MatrixInstruction& i : matrix::matrix_instructions()) {
      if (!matrix::claims(unit.instructions, i.name)) continue;
      const auto said = matrix::unit_of(model, i);
      if (said && said->facts == unit.facts && said->label == unit.label && said->source == unit.source &&
          said->step == unit.step && said->scale_block == unit.scale_block)
        return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("no unit that follows from a model is written by hand") {
  CHECK(restatements(written_by_hand()).empty());
  // Were one, it would show.
  std::vector<Unit> with_one = written_by_hand();
  with_one.push_back(*matrix::find_unit("gfx1250_wmma_f16/tr8"));
  with_one.push_back(*matrix::find_unit("cdna4_f8f6f4/exact"));
  CHECK(restatements(with_one) == std::vector<std::string>{"gfx1250_wmma_f16/tr8", "cdna4_f8f6f4/exact"});
}

TEST_CASE("every unit is derived or written by hand, and never both") {
  std::multiset<std::string_view> names, all;
  for (const Unit& unit : written_by_hand()) names.insert(unit.name);
  for (const Unit& unit : matrix::gfx950_units()) names.insert(unit.name);
  for (const Unit& unit : matrix::gfx1250_units()) names.insert(unit.name);
  for (const Unit& unit : matrix::units()) all.insert(unit.name);
  CHECK(names == all);
  CHECK(std::set<std::string_view>(all.begin(), all.end()).size() == all.size());
  CHECK(matrix::gfx950_units().size() + matrix::gfx1250_units().size() == 99);
}

TEST_CASE("a derived unit says what a model says of an instruction that it names") {
  int derived = 0;
  for (const auto units : {matrix::gfx950_units(), matrix::gfx1250_units()})
    for (const Unit& unit : units) {
      INFO(unit.name);
      CHECK(follows(unit));
      ++derived;
      Unit other = unit;
      other.facts.ignored_bits = 1;
      CHECK_FALSE(follows(other));
    }
  CHECK(derived == 99);
}

TEST_CASE("every model of an arch without published arithmetic has a unit") {
  for (const std::string_view arch : {"gfx950", "gfx1250"})
    for (const Model& model : matrix::models(arch)) {
      INFO(model.name);
      const auto says_it = [&](const Unit& unit) { return unit.arch == arch && unit.facts == model.facts; };
      CHECK(std::ranges::any_of(matrix::units(), says_it));
    }
}
