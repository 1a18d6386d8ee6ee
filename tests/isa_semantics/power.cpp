// The expectations tell every vector row from every other row that computes something else: any function of
// the table in the place of another is noticed.
#include <random>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

bool same_shape(const isa::VectorAlu& a, const isa::VectorAlu& b) {
  return a.destination == b.destination && a.source == b.source && a.writes_mask == b.writes_mask &&
         a.reads_carry == b.reads_carry && a.accumulates == b.accumulates;
}

bool same_function(const isa::VectorAlu& a, const isa::VectorAlu& b,
                   const std::vector<LaneRegisters>& trials) {
  for (LaneRegisters left : trials) {
    LaneRegisters right = left;
    left.evaluate(a);
    right.evaluate(b);
    if (!(left == right)) return false;
  }
  return true;
}

bool noticed(const isa::VectorAlu& row, const std::vector<VectorCase>& cases) {
  for (const VectorCase& one : cases) {
    if (!check(row, one).empty()) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("no row passes with another row's function") {
  std::mt19937 random(4);
  std::vector<LaneRegisters> trials;
  for (int i = 0; i < 40; ++i) trials.push_back(random_registers(random));
  int exchanged = 0;
  each_vector_row([&](const isa::Semantics& row, const isa::VectorAlu& alu) {
    const std::vector<VectorCase> cases = vector_cases(row);
    each_vector_row([&](const isa::Semantics& other, const isa::VectorAlu& other_alu) {
      if (!same_shape(alu, other_alu)) return;
      isa::VectorAlu wrong = alu;
      wrong.evaluate = other_alu.evaluate;
      if (noticed(wrong, cases)) {
        ++exchanged;
        return;
      }
      INFO(row.mnemonic << " with the function of " << other.mnemonic);
      CHECK(same_function(alu, other_alu, trials));
    });
  });
  CHECK(exchanged > 1000);
}

}  // namespace lockstep::tests
