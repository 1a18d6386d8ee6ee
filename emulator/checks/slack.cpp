#include "emulator/checks/slack.hpp"

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::FindingKind, machine::Pending, machine::Wave;

void SlackAccesses::performs(const Wave& wave, const Pending& p) {
  if (p.perform == nullptr || p.space == isa::Memory::Space::lds || p.space == isa::Memory::Space::scratch)
    return;
  const bool scalar = isa::is_scalar(p.space);
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0 || (!scalar && p.in_range(l) == 0)) continue;
    judge(wave, p, scalar ? -1 : int(l), p.address[l], p.memory->bytes);
  }
}

void SlackAccesses::judge(const Wave& wave, const Pending& p, int lane, std::uint64_t address,
                          std::uint64_t bytes) {
  for (const Slack& slack : slacks_) {
    if (address + bytes <= slack.begin || address >= slack.end) continue;
    if (!findings_.is_new(FindingKind::bounds, p.prepared->index, p.prepared->index, machine::Severity::note))
      return;
    findings_.add(
        FindingKind::bounds, wave, *p.prepared, lane, p.prepared->index,
        fmt::format("{} {} bytes at {:#x}, {} of them past the end of {}, within the allocation granularity",
                    p.memory->access == isa::Access::load ? "reads" : "writes", bytes, address,
                    address + bytes - std::max(address, slack.begin), slack.buffer),
        machine::Severity::note);
  }
}

}  // namespace lockstep::checks
