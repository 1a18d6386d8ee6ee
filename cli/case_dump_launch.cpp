// A case's launch as a dump has it: tensors by their names, arguments without addresses.
#include <algorithm>
#include <cstring>

#include "cli/case_dump.hpp"

namespace lockstep::cli {

using problems::Tensors;

CaseDump describe(const laws::Experiment& e, const problems::Placed& placed) {
  const kernels::LaunchPlan& plan = placed.launches.front();
  const code_object::Kernel& entry = *e.code().object().find(plan.symbol);
  CaseDump dump{plan.symbol, {plan.grid, plan.block, plan.dynamic_lds}, {}, {}, {}};
  const std::vector<Tensors::Named>& tensors = placed.tensors->named();
  for (const Tensors::Named& t : tensors) dump.tensors.push_back({t.name, t.bytes});
  std::vector<std::size_t> pointers = plan.pointers;
  std::size_t end = plan.segment.empty() ? 0 : plan.segment.size();
  for (const code_object::Argument& a : entry.arguments) {
    if (a.is_hidden() || !plan.segment.empty()) continue;
    end = std::max<std::size_t>(end, a.offset + a.size);
    if (a.value_kind == "global_buffer") pointers.push_back(a.offset);
  }
  const auto packed = plan.segment.empty()
                          ? *code_object::pack_arguments(entry, plan.arguments, dump.geometry)
                          : plan.segment;
  dump.arguments.resize(std::min(end, packed.size()));
  std::memcpy(dump.arguments.data(), packed.data(), dump.arguments.size());
  for (const std::size_t at : pointers) {
    std::uint64_t address = 0;
    std::memcpy(&address, &dump.arguments[at], sizeof address);
    const auto in = std::ranges::find_if(tensors, [&](const Tensors::Named& t) {
      return address != 0 && address >= t.address && address - t.address <= t.bytes;
    });
    if (in == tensors.end()) continue;
    if (in->bytes > 0)
      dump.pointers.push_back({at, std::size_t(in - tensors.begin()), address - in->address});
    std::memset(&dump.arguments[at], 0, sizeof address);
  }
  std::ranges::sort(dump.pointers, {}, &DumpedPointer::at);
  return dump;
}

}  // namespace lockstep::cli
