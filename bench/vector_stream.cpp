#include "bench/vector_stream.hpp"

#include "bench/bench.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::bench {

namespace {

constexpr std::uint32_t kLength = 4096;

isa::Program stream_of(const std::string& line) {
  isa::Program program;
  const auto append = [&](const std::string& text) {
    isa::Instruction i = isa::read_line(text, program.instructions.size() * 4, 4);
    isa::bind_semantics(i);
    program.index_of_dword.push_back(std::int32_t(program.instructions.size()));
    program.instructions.push_back(std::move(i));
  };
  for (int r = 0; r < 16; ++r) append("v_mov_b32_e32 v" + std::to_string(r) + ", 1.0");
  for (std::uint32_t i = 0; i < kLength; ++i) append(line);
  append("s_endpgm");
  return program;
}

}  // namespace

double vector_stream(const std::string& line, double seconds) {
  const isa::Program program = stream_of(line);
  const machine::PreparedProgram code = machine::prepare_program(program, 0);
  machine::Memory memory;
  machine::Environment environment;
  environment.program = &code;
  environment.memory = &memory;
  environment.accum_offset = 32;
  code_object::Kernel kernel;
  kernel.descriptor.vgpr_count = 32;
  kernel.descriptor.denorm_mode = 0xF;
  const machine::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, 0};
  machine::WorkgroupRunner runner(environment, kernel, launch, ~std::uint64_t{0});
  return best_rate(seconds, [&] {
    runner.begin({0, 0, 0}, 1);
    runner.run(machine::WorkgroupRunner::kToTheEnd);
    return double(kLength);
  });
}

}  // namespace lockstep::bench
