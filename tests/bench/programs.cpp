// The programs of the benchmarks run clean under all checks, and multiply as often as they count.
#include "bench/programs.hpp"

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

constexpr int kSteps = 2;

/// Multiply-accumulates of the matrix instructions that were executed.
std::uint64_t multiplied(const isa::Program& program, const std::vector<std::uint64_t>& executed) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < executed.size(); ++i)
    if (const auto* const m = matrix::find_matrix_instruction(program.instructions[i].mnemonic))
      total += executed[i] * std::uint64_t(m->m) * std::uint64_t(m->n) * std::uint64_t(m->k * m->blocks);
  return total;
}

}  // namespace

TEST_CASE("programs: each is clean, and counts what its matrix instructions multiply") {
  int multiplying = 0;
  for (const bench::Program& program : bench::programs()) {
    INFO(bench::name_of(program));
    const machine::Outcome outcome = bench::run_program(program, kSteps, true);
    INFO((outcome.stop ? outcome.stop->line() : ""));
    REQUIRE_FALSE(outcome.stop);
    for (const findings::Finding& f : outcome.findings) FAIL_CHECK(f.line());
    CHECK(outcome.instructions > 100);
    CHECK(multiplied(bench::code_of(program)->program(), outcome.executed) == kSteps * program.step_macs);
    multiplying += program.step_macs != 0;
  }
  CHECK(multiplying == 27);
}

TEST_CASE("programs: each has the instruction that it names, in the registers that it names") {
  for (const bench::Program& program : bench::programs()) {
    if (program.step_macs == 0) continue;
    INFO(bench::name_of(program));
    const auto code = bench::code_of(program);
    const code_object::Kernel* const kernel = code->object().find(std::string(program.kernel));
    REQUIRE(kernel != nullptr);
    const machine::Outcome outcome = bench::run_program(program, kSteps, false);
    bool named = false, in_accumulators = false;
    for (std::size_t i = 0; i < outcome.executed.size(); ++i) {
      const isa::Instruction& instruction = code->program().instructions[i];
      if (outcome.executed[i] == 0 || instruction.mnemonic != program.instruction) continue;
      named = true;
      in_accumulators = instruction.destination()->kind == isa::Operand::Kind::accumulator;
    }
    CHECK(named);
    // 256 sums a lane are wherever the compiler finds room.
    if (!program.kernel.ends_with("_256x256"))
      CHECK(in_accumulators == program.kernel.ends_with("_in_agprs"));
  }
}
