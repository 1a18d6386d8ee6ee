#include "bench/main_loops.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/observe/lds_banks.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::bench {

namespace {

bool is_load(const isa::Instruction& instruction) {
  const auto* const memory = std::get_if<isa::Memory>(&instruction.semantics->operation);
  return memory != nullptr && memory->access == isa::Access::load;
}

void add_accesses(const isa::Program& program, const observe::LdsBanks& banks, MainLoop& row) {
  for (const auto& [index, count] : banks.counts()) {
    if (index < row.mix.loop.first || index > row.mix.loop.last) continue;
    const bool load = is_load(program.instructions[index]);
    (load ? row.lds_reads : row.lds_writes) += count.accesses;
    (load ? row.read_conflicts : row.write_conflicts) += count.conflicts;
    row.unknown_accesses += count.unknown;
  }
}

// The most demanding of the object's kernels.
void add_resources(const code_object::CodeObject& object, MainLoop& row) {
  for (const code_object::Kernel& k : object.kernels) {
    row.registers = std::max(row.registers, std::uint32_t(k.descriptor.vgpr_count));
    row.scratch = std::max(row.scratch, std::uint32_t(k.private_bytes));
  }
}

std::string name_of(const kernels::Kernel& kernel) {
  return fmt::format("loop/{}@{}", kernel.name, kernel.arch);
}

MainLoop measure(const kernels::Kernel& kernel) {
  MainLoop row;
  row.name = name_of(kernel);
  const cases::Case c = problems::counted_case(kernel);
  row.case_line = cases::print(c);
  observe::LdsBanks banks(kernel.arch);
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.checks = false;
  options.observer = &banks;
  auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) {
    row.error = experiment.error();
    return row;
  }
  const laws::Run& run = (*experiment)->first_run();
  const isa::Program& program = (*experiment)->code().program();
  const auto mix = observe::main_loop(program, run.outcome.executed);
  add_resources((*experiment)->code().object(), row);
  if (run.outcome.stop) {
    row.error = run.outcome.stop->line();
  } else if (!mix) {
    row.error = "no loop with matrix instructions";
  } else {
    row.mix = *mix;
    add_accesses(program, banks, row);
  }
  return row;
}

}  // namespace

std::vector<MainLoop> main_loops(const std::string& filter) {
  std::vector<MainLoop> rows;
  for (const kernels::Kernel& k : kernels::kernels())
    if (name_of(k).find(filter) != std::string::npos) rows.push_back(measure(k));
  return rows;
}

}  // namespace lockstep::bench
