#include "emulator/machine/memory_operations/multicast.hpp"

#include <bit>

#include <fmt/format.h>

namespace lockstep::machine {

void note_multicast(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address,
                    std::uint32_t workgroups) {
  const Cluster* const cluster = wave.group->cluster;
  const auto wrong = [&](std::string text) {
    wave.report(FindingKind::descriptor, prepared, -1, std::move(text), Severity::manual);
  };
  if (workgroups == 0) return;
  if (cluster == nullptr)
    return wrong(fmt::format("workgroup mask {:#x} in a kernel without clusters", workgroups));
  const std::uint32_t total = cluster->total(), rank = wave.group->rank;
  if (workgroups >> total != 0)
    return wrong(fmt::format("workgroup mask {:#x} in a cluster of {}", workgroups, total));
  if ((workgroups >> rank & 1) == 0)
    return wrong(
        fmt::format("workgroup mask {:#x} leaves out the workgroup itself, number {}", workgroups, rank));
  Requested& made = wave.group->requests[{address, workgroups}];
  if (made.times++ != 0) return;
  made.instruction = prepared.index;
  made.wave = wave.id;
}

void note_multicast(Wave& wave, const PreparedInstruction& prepared, const Pending& p) {
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if ((m0.undefined & 0xFFFF) != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the workgroup mask, is undefined");
  if (p.lanes == 0) return;
  note_multicast(wave, prepared, p.address[std::size_t(std::countr_zero(p.lanes))],
                 std::uint32_t(m0.value & 0xFFFF));
}

}  // namespace lockstep::machine
