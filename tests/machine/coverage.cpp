// What runs of a program of two branches reached of it.
#include "emulator/observe/coverage.hpp"

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using observe::Coverage;

Coverage of(std::uint32_t argument) {
  Setup setup;
  setup.arguments = {argument, 0, 0, 0, 0, 0};
  const Ran ran = run("coverage", "choices", setup);
  REQUIRE(ran.clean());
  Coverage coverage(program("coverage"));
  coverage.add(ran.outcome);
  return coverage;
}

// The mnemonics between the ends.
std::vector<std::string> instructions(Coverage::Gap gap) {
  std::vector<std::string> found;
  for (std::uint32_t i = gap.first; i <= gap.last; ++i)
    found.push_back(program("coverage")->program().instructions[i].mnemonic);
  return found;
}

const std::vector<std::string> kPut{"v_mov_b32", "global_store_dword"};
const std::vector<std::string> kUnused{"s_load_dwordx4", "s_waitcnt", "v_lshlrev_b32", "s_waitcnt",
                                       "s_endpgm"};

TEST_CASE("coverage: instructions, branch directions, and what is left, of each direction and of both") {
  // Twelve instructions as far as the second branch, three behind it, two at its target, two at the end.
  const Coverage on = of(0), jumps = of(1);
  CHECK(on.instructions().reached == 12 + 3 + 2);
  CHECK(jumps.instructions().reached == 12 + 2 + 2);
  CHECK(on.branch_directions().reached == 3);
  CHECK(on.branch_directions().total == 4);

  REQUIRE(on.gaps().size() == 3);
  CHECK(instructions(on.gaps()[0]) == kPut);
  CHECK(instructions(on.gaps()[1]) == kUnused);
  CHECK(instructions(on.gaps()[2]) == kUnused);
  REQUIRE(on.one_direction().size() == 1);
  CHECK(!on.one_direction()[0].jumped);
  REQUIRE(jumps.one_direction().size() == 1);
  CHECK(jumps.one_direction()[0].jumped);
  CHECK(jumps.one_direction()[0].instruction == on.one_direction()[0].instruction);
  CHECK(on.mnemonics().contains("s_branch"));
  CHECK(!jumps.mnemonics().contains("s_branch"));

  Coverage both;
  CHECK(both.code() == nullptr);
  both.merge(jumps);
  both.merge(on);
  CHECK(both.instructions().reached == 12 + 5 + 2);
  CHECK(both.branch_directions().reached == 4);
  CHECK(both.one_direction().empty());
  REQUIRE(both.gaps().size() == 2);
  CHECK(instructions(both.gaps()[0]) == kUnused);
}

}  // namespace
}  // namespace lockstep::tests
