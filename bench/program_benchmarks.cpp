#include "bench/program_benchmarks.hpp"

#include "bench/programs.hpp"

namespace lockstep::bench {

std::vector<Benchmark> program_benchmarks() {
  std::vector<Benchmark> all;
  for (const Program& program : programs())
    all.push_back({name_of(program), program.step_macs != 0 ? "MAC/s" : "wave-instructions/s",
                   [&program](double s) { return program_rate(program, s); }});
  return all;
}

}  // namespace lockstep::bench
