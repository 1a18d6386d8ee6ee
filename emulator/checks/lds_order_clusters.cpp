// Copies that a mask shares with other workgroups of the cluster: what they meet in the LDS of those.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "emulator/checks/lds_order.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

/// A note where the workgroups follow each other: shipping kernels have no barrier there.
findings::Severity severity_of(std::uint32_t workgroups) {
  const std::uint32_t mask = workgroups >> std::countr_zero(workgroups);
  return (mask & (mask + 1)) == 0 ? findings::Severity::note : findings::Severity::manual;
}

constexpr const char* kNoBarrier = "no barrier of the cluster lies between";

}  // namespace

void LdsOrder::tell_peers(const Wave& wave, const Pending& copy) {
  const machine::SharedCopy request = machine::shared_copy(wave, copy);
  for (std::size_t rank = 0; rank < peers_->size(); ++rank)
    if (rank != group_->rank && (request.request.workgroups >> rank & 1) != 0)
      (*peers_)[rank]->may_change(wave, copy, request);
}

bool LdsOrder::has_asked(const machine::SharedCopy& request) const {
  const auto mine = group_->requests.find(request.request);
  return mine != group_->requests.end() && mine->second.times >= request.times;
}

/// A copy of another workgroup.
void LdsOrder::may_change(const Wave& wave, const Pending& copy, const machine::SharedCopy& request) {
  if (has_asked(request)) return;
  const LdsOrder& theirs = *(*peers_)[wave.group->rank];
  const std::uint32_t barriers = theirs.known_[theirs.now_[std::size_t(wave.id)]]
                                              [theirs.waves_];  // what the copy's wave knows of passed ones
  if (foreign_.empty() || foreign_.back().prepared != copy.prepared ||
      foreign_.back().request.times != request.times || foreign_.back().workgroup != wave.group->rank)
    foreign_.push_back({request, copy.prepared, wave.group->rank, {}});
  each_lds_run(copy, [&](std::size_t, std::uint32_t lanes, std::uint32_t first) {
    const std::uint32_t end = first + lanes * copy.memory->bytes;
    foreign_.back().bytes.emplace_back(first, end);
    if (writes_.empty()) return;  // nothing was read either
    for (std::uint32_t dword = first / kDwordBytes; dword * kDwordBytes < end; ++dword)
      for (std::size_t w = 0; w < waves_; ++w)
        reads_[w].visit(LdsDword{dword}, [&](std::uint32_t, LdsAccessNumber number) {
          const LdsAccess& read = accesses_[number];
          const bool told = barriers != 0 && barriers <= told_cluster_.size() &&
                            told_cluster_[barriers - 1][w] >= read.clock;
          if (read.clock != 0 && !told) report_foreign(wave, copy, request, dword, read);
        });
  });
}

/// `read`: of this workgroup, which the copy may come before.
void LdsOrder::report_foreign(const Wave& wave, const Pending& copy, const machine::SharedCopy& request,
                              std::uint32_t dword, const LdsAccess& read) {
  const findings::Severity severity = severity_of(request.request.workgroups);
  if (!findings_.is_new(findings::FindingKind::lds_race, copy.prepared->index, read.instruction, severity))
    return;
  const isa::Instruction& other = wave.environment().program->decoded->instructions[read.instruction];
  findings_.add(
      findings::FindingKind::lds_race, wave, *copy.prepared, -1, read.instruction,
      fmt::format(
          "may write LDS {:#x} of workgroup {} of the cluster, whose wave {} reads it by {} @{:#x}; {}",
          dword * kDwordBytes, group_->rank, read.wave, other.text, other.address, kNoBarrier),
      severity);
}

/// Meets the copies of other workgroups that came before the read and that this workgroup has not asked for.
void LdsOrder::meet_foreign(const LdsOperation& read) {
  std::erase_if(foreign_, [&](const Foreign& f) { return has_asked(f.request); });
  read.each([&](std::size_t, int, std::uint32_t first) {
    const std::uint32_t end = first + read.bytes;
    for (const Foreign& f : foreign_) {
      const auto meets = [&](const auto& bytes) { return bytes.first < end && first < bytes.second; };
      if (std::ranges::none_of(f.bytes, meets)) continue;
      const findings::Severity severity = severity_of(f.request.request.workgroups);
      if (!findings_.is_new(findings::FindingKind::lds_race, read.prepared->index, f.prepared->index,
                            severity))
        continue;
      const isa::Instruction& other = *f.prepared->instruction;
      findings_.add(
          findings::FindingKind::lds_race, *group_->waves[read.wave], *read.prepared, -1, f.prepared->index,
          fmt::format("reads LDS {:#x}, which workgroup {} of the cluster may write by {} @{:#x}; {}", first,
                      f.workgroup, other.text, other.address, kNoBarrier),
          severity);
    }
  });
}

}  // namespace lockstep::checks
