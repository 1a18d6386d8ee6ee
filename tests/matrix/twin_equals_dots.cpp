// Every model of gfx950 and gfx942 has a twin, and the dot products of every instruction that it says
// something of are the twin's.
#include <bit>
#include <set>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/sanitizers.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"
#include "tests/matrix/twin.hpp"

using namespace lockstep;
using tests::Twin;

namespace {

#if LOCKSTEP_SANITIZED
constexpr std::uint64_t kDraws = 2;
#else
constexpr std::uint64_t kDraws = 12;
#endif
constexpr std::size_t kDots = 4;  // of a draw, which chooses the formats

constexpr std::string_view kArchs[] = {"gfx950", "gfx942"};

tests::TwinDot* twin_for(const Twin& twin, const matrix::MatrixInstruction& i) {
  if (i.a.name == "f32") return tests::twin_f32;
  if (i.a.name == "xf32") return twin.xf32;
  return i.a.bits == 16 ? twin.sixteen : twin.eight;
}

// Dot products, fast and slow, that differ from the twin's.
int differences(tests::TwinDot* twin, const matrix::Unit& unit, int k, std::uint64_t seed) {
  const matrix::DrawnDots drawn = tests::draw_instruction(unit, k, seed, kDots);
  std::vector<std::uint32_t> fast(kDots), slow(kDots);
  matrix::dot_products(unit, drawn.batch(fast.data()));
  matrix::dot_products_slow(unit, drawn.batch(slow.data()));
  int different = 0;
  for (std::size_t i = 0; i < kDots; ++i) {
    const float expected =
        twin(tests::a_of(unit, drawn, i), tests::b_of(unit, drawn, i), std::bit_cast<float>(drawn.c[i]));
    different += !tests::same(std::bit_cast<float>(fast[i]), expected);
    different += !tests::same(std::bit_cast<float>(slow[i]), expected);
  }
  return different;
}

}  // namespace

TEST_CASE("every model of gfx950 and gfx942 has a twin") {
  std::set<std::string_view> models, twins;
  for (const std::string_view arch : kArchs)
    for (const matrix::Model& model : matrix::models(arch)) models.insert(model.name);
  for (const Twin& twin : tests::twins()) {
    twins.insert(twin.model);
    CHECK(tests::find_twin(twin.model) == &twin);
  }
  CHECK(twins == models);
  CHECK(twins.size() == tests::twins().size());
  CHECK(tests::find_twin("silicon") == nullptr);
}

TEST_CASE("what a model says of each instruction of its arch is what its twin says") {
  for (const std::string_view arch : kArchs)
    for (const matrix::Model& model : matrix::models(arch)) {
      const Twin* twin = tests::find_twin(model.name);
      REQUIRE(twin != nullptr);
      std::set<std::string_view> operands;
      for (const matrix::MatrixInstruction& instruction : matrix::matrix_instructions()) {
        const auto unit = unit_of(model, instruction);
        if (!unit) continue;
        operands.insert(instruction.a.name);
        for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
          INFO(model.name << " " << instruction.name << " seed " << seed);
          REQUIRE(differences(twin_for(*twin, instruction), *unit, instruction.k, seed) == 0);
        }
      }
      for (const std::string_view name : {"f16", "bf16", "fp8", "bf8", "f32"}) CHECK(operands.contains(name));
      CHECK(operands.contains("xf32") == (arch == "gfx942"));
      CHECK(operands.contains("f8f6f4") == (arch == "gfx950"));
    }
}
