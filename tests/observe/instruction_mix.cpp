// The main loop of a made-up program, whose counts are chosen.
#include "emulator/observe/instruction_mix.hpp"

#include "emulator/isa/roles.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using observe::Unit;

namespace {

struct Line {
  const char* mnemonic;
  int times;
  int branch_to = -1;  ///< instruction
};

struct Made {
  isa::Program program;
  std::vector<std::uint64_t> executed;
};

// Every instruction is a dword.
Made make(const std::vector<Line>& lines) {
  Made made;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    isa::Instruction instruction;
    instruction.address = 4 * i;
    instruction.size = 4;
    instruction.mnemonic = lines[i].mnemonic;
    if (lines[i].branch_to >= 0) {
      isa::Operand offset;
      offset.kind = isa::Operand::Kind::constant;
      offset.integer = lines[i].branch_to - std::int64_t(i) - 1;
      instruction.operands.push_back(offset);
    }
    isa::bind_semantics(instruction, lockstep::arch::kGfx950);
    REQUIRE(instruction.semantics != nullptr);
    made.program.instructions.push_back(instruction);
    made.program.index_of_dword.push_back(std::int32_t(i));
    made.executed.push_back(std::uint64_t(lines[i].times));
  }
  return made;
}

constexpr const char* kMatrix = "v_mfma_f32_16x16x32_fp8_fp8";

}  // namespace

TEST_CASE("main loop: the innermost of those around the matrix instructions, with its counts") {
  const Made m = make({{"s_mov_b32", 1},
                       {"s_add_u32", 3},      // tiles
                       {"ds_read_b128", 30},  // k
                       {kMatrix, 30},
                       {"v_add_u32", 30},
                       {"s_waitcnt", 30},
                       {"s_barrier", 30},
                       {"buffer_load_dwordx4", 30},
                       {"s_nop", 30},
                       {"s_cbranch_scc1", 30, 2},
                       {"s_cbranch_scc1", 3, 1},
                       {"s_endpgm", 1}});
  const auto mix = observe::main_loop(m.program, m.executed);
  REQUIRE(mix);
  CHECK(mix->loop.first == 2);
  CHECK(mix->loop.last == 9);
  CHECK(mix->total() == 240);
  for (int u = 0; u < observe::kUnits; ++u) CHECK(mix->share(Unit(u)) == 0.125);
}

TEST_CASE("main loop: a small loop within it, without matrix instructions, is not it") {
  const Made m = make({{kMatrix, 10},
                       {"s_sleep", 40},
                       {"s_cbranch_scc0", 40, 1},
                       {"s_cbranch_scc1", 10, 0},
                       {"s_endpgm", 1}});
  const auto mix = observe::main_loop(m.program, m.executed);
  REQUIRE(mix);
  CHECK(mix->loop.first == 0);
  CHECK(mix->share(Unit::matrix) == 0.1);
}

TEST_CASE("main loop: there is none without matrix instructions in a loop, or when it was not entered") {
  const Made straight = make({{kMatrix, 1}, {"s_cbranch_scc1", 1, 2}, {"s_endpgm", 1}});
  CHECK_FALSE(observe::main_loop(straight.program, straight.executed));
  const Made idle = make({{kMatrix, 0}, {"s_cbranch_scc1", 0, 0}, {"s_endpgm", 1}});
  CHECK_FALSE(observe::main_loop(idle.program, idle.executed));
}
