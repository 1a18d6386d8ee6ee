#include "tests/matrix/silicon_answers.hpp"

#include <map>

#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/published.hpp"
#include "tests/hardware/vectors.hpp"

namespace lockstep::tests {
namespace {

std::map<std::string_view, std::vector<Answers>> read_answers() {
  std::map<std::string_view, std::vector<Answers>> all;
  std::string error;
  for (const hardware::Published& p : hardware::read_published(error))
    all[p.unit->name].push_back({{p.unit->a, p.unit->b, p.k, p.d.size(), p.a, p.b, p.c, {}, {}}, p.d});
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_VECTORS)) {
    hardware::Vectors v;
    if (!read_vectors(entry.path(), v, error)) FAIL(error);
    const hardware::Instruction& in = *v.instruction;
    const matrix::Unit& unit = *matrix::find_unit(in.unit);
    if (matrix::is_wide(unit)) continue;
    for (const hardware::RecordedTile& t : v.tiles) {
      const std::size_t k = std::size_t(in.k * t.steps), n = std::size_t(in.n);
      Answers answers{
          {formats::find(in.a_name), formats::find(in.b_name), int(k), t.d.size(), {}, {}, {}, {}, {}}, {}};
      for (std::size_t i = 0; i < t.d.size(); ++i) {
        for (std::size_t j = 0; j < k; ++j) {
          answers.dots.a.push_back(std::uint32_t(t.a[i / n * k + j]));
          answers.dots.b.push_back(std::uint32_t(t.b[i % n * k + j]));
        }
        answers.dots.c.push_back(std::uint32_t(t.c[i]));
        answers.d.push_back(std::uint32_t(t.d[i]));
      }
      all[unit.name].push_back(std::move(answers));
    }
  }
  return all;
}

}  // namespace

const std::vector<Answers>& answers_of(const matrix::Unit& unit) {
  static const auto kAll = read_answers();
  static const std::vector<Answers> kNone;
  const auto found = kAll.find(unit.name);
  return found == kAll.end() ? kNone : found->second;
}

}  // namespace lockstep::tests
