// Each fact of a measured unit moved by one step is refused: by an answer of silicon, or by the publication's
// twin.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"
#include "tests/matrix/draw_directed.hpp"
#include "tests/matrix/silicon_answers.hpp"
#include "tests/matrix/unit_changes.hpp"
#include "tests/matrix/unit_twin.hpp"

using namespace lockstep;
using matrix::Unit;

namespace {

#if LOCKSTEP_SANITIZED
constexpr std::uint64_t kSeeds = 200, kIdleSeeds = 4, kTwinSeeds = 4;
#else
constexpr std::uint64_t kSeeds = 1000, kIdleSeeds = 24, kTwinSeeds = 24;
#endif
constexpr std::size_t kDots = 300, kTwinDots = 16;

std::vector<std::uint32_t> results(const Unit& unit, const matrix::DrawnDots& dots) {
  std::vector<std::uint32_t> d(dots.count);
  matrix::dot_products(unit, dots.batch(d.data()));
  return d;
}

bool refused_by_answers(const Unit& changed) {
  return std::ranges::any_of(tests::answers_of(changed), [&](const tests::Answers& answers) {
    if (answers.dots.k % changed.facts.step != 0) return false;
    const std::vector<std::uint32_t> d = results(changed, answers.dots);
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!matrix::same_result(changed, d[i], answers.d[i])) return true;
    return false;
  });
}

/// As long as the steps of both need.
matrix::DrawnDots draw(const Unit& unit, int step, std::uint64_t seed, std::size_t count) {
  const int least = std::max({matrix::least_k(unit), unit.facts.step, step});
  if (seed % 4 == 2 && unit.d->bits == 32) return tests::draw_ties(unit, least, seed, count);
  if (seed % 4 == 3) return tests::draw_tiny(unit, least, seed, count);
  return tests::draw_instruction(unit, least * (1 + int(seed % 2)), seed, count);
}

enum class By { answers, twin, nobody };

By refused_by(const Unit& unit, const Unit& changed, std::uint64_t seeds) {
  if (refused_by_answers(changed)) return By::answers;
  tests::UnitTwin* twin = tests::find_unit_twin(unit.name);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const matrix::DrawnDots dots = draw(unit, changed.facts.step, seed, kDots);
    const std::vector<std::uint32_t> good = results(unit, dots), bad = results(changed, dots);
    for (std::size_t i = 0; i < dots.count; ++i) {
      if (matrix::same_result(unit, good[i], bad[i])) continue;
      const std::uint32_t expected = twin(unit, dots, i);
      CHECK(matrix::same_result(unit, good[i], expected));
      CHECK_FALSE(matrix::same_result(unit, bad[i], expected));
      return By::twin;
    }
  }
  return By::nobody;
}

std::vector<const Unit*> measured_units() {
  std::vector<const Unit*> all;
  for (const Unit& unit : matrix::units())
    if (unit.label == matrix::Label::measured && !matrix::is_wide(unit)) all.push_back(&unit);
  return all;
}

}  // namespace

namespace {

/// Of the first `count`, those for which the twin has another result than `d`.
int twin_differs(const Unit& unit, const matrix::DrawnDots& dots, const std::vector<std::uint32_t>& d,
                 std::size_t count) {
  tests::UnitTwin* twin = tests::find_unit_twin(unit.name);
  int different = 0;
  for (std::size_t i = 0; i < std::min(count, d.size()); ++i)
    different += !matrix::same_result(unit, twin(unit, dots, i), d[i]);
  return different;
}

}  // namespace

TEST_CASE("every measured unit has a twin, which gives the GPUs' answers and the unit's") {
  constexpr std::size_t kAnswers = 80;  // of a batch
  for (const Unit* unit : measured_units()) {
    INFO(unit->name);
    REQUIRE(tests::find_unit_twin(unit->name) != nullptr);
    int of_answers = 0, of_unit = 0;
    for (const tests::Answers& answers : tests::answers_of(*unit))
      of_answers += twin_differs(*unit, answers.dots, answers.d, kAnswers);
    for (std::uint64_t seed = 0; seed < kTwinSeeds; ++seed) {
      const matrix::DrawnDots dots = draw(*unit, 1, seed, kTwinDots);
      of_unit += twin_differs(*unit, dots, results(*unit, dots), kTwinDots);
    }
    CHECK(of_answers == 0);
    CHECK(of_unit == 0);
  }
  CHECK(tests::find_unit_twin("cdna4_f16/tr8") == nullptr);
}

namespace {

/// What docs/models.md says of a family of units.
struct Evidence {
  int units = 0;
  std::size_t answers = 0;
  std::map<By, int> refused;

  std::string row(std::string_view family) const {
    const auto count = [&](By by) { return refused.contains(by) ? refused.at(by) : 0; };
    return fmt::format("| `{}_*` | {} | {} | {} | {} | {} |", family, units, answers, count(By::answers),
                       count(By::twin), count(By::nobody));
  }
};

}  // namespace

TEST_CASE("every fact of a measured unit that is off by a step is refused, and the page says by what") {
  std::map<std::string_view, Evidence> families;
  for (const Unit* unit : measured_units()) {
    Evidence& evidence = families[unit->name.substr(0, unit->name.find('_'))];
    ++evidence.units;
    for (const tests::Answers& answers : tests::answers_of(*unit)) evidence.answers += answers.d.size();
    for (const tests::UnitChange& change : tests::one_step_changes(*unit)) {
      INFO(unit->name << ": " << change.what);
      const bool idle = tests::is_idle(*unit, change);
      const By by = refused_by(*unit, change.unit, idle ? kIdleSeeds : kSeeds);
      CHECK((by == By::nobody) == idle);
      ++evidence.refused[by];
    }
  }
#if !LOCKSTEP_SANITIZED
  std::ifstream file(LOCKSTEP_DOCS "/models.md");
  std::ostringstream page;
  page << file.rdbuf();
  for (const auto& [family, evidence] : families) {
    INFO("docs/models.md lacks " << evidence.row(family));
    CHECK(page.str().find(evidence.row(family)) != std::string::npos);
  }
#endif
}

TEST_CASE("the facts of units of 64 bits, which no sum reads, are those of the chain that is computed") {
  for (const Unit& unit : matrix::units())
    if (matrix::is_wide(unit)) {
      INFO(unit.name);
      CHECK(unit.facts ==
            matrix::Facts{.summation = matrix::Summation::exact, .step = 1, .signed_zero = true});
    }
}
