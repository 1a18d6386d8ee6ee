
#include <set>

#include <fmt/format.h>

#include "bench/programs.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::bench {

namespace {

std::string limit_of(const Program& program) {
  if (program.step_macs == 0) return "lanes/add";
  return fmt::format("model/{}/{}", arch::default_model(arch_of(program)), program.instruction);
}

std::vector<std::uint32_t> registers_of(const matrix::MatrixInstruction& i, matrix::Role role,
                                        Values values) {
  std::vector<std::uint32_t> registers(std::size_t(matrix::layout(i, role)->registers() * 64));
  for (std::size_t at = 0; at < registers.size(); ++at)
    registers[at] = std::uint32_t(value_of(values, at / 2) >> (32 * (at % 2)));
  return registers;
}

/// The instruction's arithmetic alone, its operands in registers in cache.
double instruction_rate(const Program& program, double seconds) {
  const matrix::MatrixInstruction& i = *matrix::find_matrix_instruction(program.instruction);
  const auto multiply = matrix::DenseMultiplication::of(
      host::best_simd_level(), *matrix::find_model(arch::default_model(arch_of(program))), i,
      matrix::dense_places(i, 0, 0));
  if (!multiply) return 0;
  const auto a = registers_of(i, matrix::Role::a, program.values);
  const auto b = registers_of(i, matrix::Role::b, program.values);
  auto d = std::vector<std::uint32_t>(std::size_t(matrix::layout(i, matrix::Role::d)->registers() * 64));
  return best_rate(seconds, [&] {
    constexpr int kTimes = 64;
    for (int time = 0; time < kTimes; ++time) (*multiply)({a.data(), b.data(), d.data(), d.data()});
    return double(kTimes) * i.m * i.n * i.k * i.blocks;
  });
}

}  // namespace

std::vector<Benchmark> program_benchmarks() {
  std::vector<Benchmark> all;
  std::set<std::string> limits;
  for (const Program& program : programs()) {
    const std::string limit = limit_of(program);
    if (program.step_macs != 0 && limits.insert(limit).second)
      all.push_back(
          {limit, "MAC/s", [&program](double seconds) { return instruction_rate(program, seconds); }});
    all.push_back({name_of(program), program.step_macs != 0 ? "MAC/s" : "wave-instructions/s",
                   [&program](double seconds) { return program_rate(program, seconds); }, limit});
  }
  return all;
}

}  // namespace lockstep::bench
