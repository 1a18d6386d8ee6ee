#include "emulator/checks/lds_order.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "emulator/checks/lds_changes.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

constexpr std::uint32_t kDword = 4;

bool touches_lds(const Pending& p) {
  return p.lds_in_registers || (p.space == isa::Memory::Space::lds && p.perform != nullptr);
}

bool is_arrival(const Pending& p) {
  return p.memory->atomic == isa::Atomic::barrier_arrive;
}

/// Whether all that a copy brings is in LDS already.
bool brings_the_same(const Wave& wave, const Pending& p) {
  const std::uint8_t* const lds = wave.group->lds.data();
  const std::uint8_t* const undefined = wave.group->lds.undefined();
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    for (std::uint32_t b = 0; b < p.memory->bytes; ++b) {
      const std::uint32_t at = p.lds_address[l] + b;
      if (undefined[at] != 0 || lds[at] != std::uint8_t(p.data[b / kDword][l] >> 8 * (b % kDword))) return false;
    }
  }
  return true;
}

void join(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& from) {
  into.resize(std::max(into.size(), from.size()));
  for (std::size_t w = 0; w < from.size(); ++w) into[w] = std::max(into[w], from[w]);
}

}  // namespace

void LdsOrder::workgroup_begins(const machine::Workgroup& group) {
  waves_ = group.waves.size();
  dwords_ = (group.lds.size() + kDword - 1) / kDword;
  clocks_.assign(waves_, 1);
  known_.assign(1, Clocks(waves_, 0));
  now_.assign(waves_, 0);
  barriers_.clear();
  in_lds_.clear();
  writes_.clear();
  reads_.resize(waves_);
  for (LastAccesses& reads : reads_) reads.clear();
}

std::uint32_t& LdsOrder::clock(const Wave& wave) {
  return clocks_[std::size_t(wave.id)];
}

/// All that the wave knows, and what it has done itself; what it does from now on is of a later clock.
LdsOrder::Clocks LdsOrder::told_by(const Wave& wave) {
  Clocks all = known_[now_[std::size_t(wave.id)]];
  all[std::size_t(wave.id)] = clock(wave)++;
  return all;
}

void LdsOrder::learn(const Wave& wave, const Clocks& clocks) {
  std::uint32_t& now = now_[std::size_t(wave.id)];
  Clocks all = known_[now];
  join(all, clocks);
  if (all == known_[now]) return;
  now = std::uint32_t(known_.size());
  known_.push_back(std::move(all));
}

void LdsOrder::signals(const Wave& wave, int barrier, std::uint64_t phase) {
  constexpr std::uint64_t kKept = 2;  // nobody waits for a phase before the last
  if (phase >= kKept) barriers_.erase({barrier, phase - kKept});
  join(barriers_[{barrier, phase}], told_by(wave));
}

void LdsOrder::passes(const Wave& wave, int barrier, std::uint64_t phase) {
  const auto told = barriers_.find({barrier, phase});
  if (told != barriers_.end()) learn(wave, told->second);
}

void LdsOrder::arrives(const Wave& wave, std::uint32_t lds_address, bool last) {
  LdsBarrier& barrier = in_lds_[lds_address];
  join(barrier.gathered, told_by(wave));
  if (!last) return;
  join(barrier.told, barrier.gathered);
  barrier.gathered.clear();
}

void LdsOrder::issues(Wave& wave, Pending& p) {
  p.known = now_[std::size_t(wave.id)];
}

// Stores and atomics are judged before they change LDS.
void LdsOrder::performs(const Wave& wave, const Pending& p) {
  if (!touches_lds(p)) return;
  if (p.lds_in_registers) {
    if (p.memory->access == isa::Access::store) note(wave, p, false);
    return;
  }
  if (p.memory->access == isa::Access::load) return learn_at_barriers(wave, p);
  note(wave, p, true);
}

void LdsOrder::retires(const Wave& wave, const Pending& p) {
  if (!touches_lds(p) || p.memory->access != isa::Access::load) return;
  note(wave, p, p.lds_in_registers);
}

/// Whoever reads a barrier learns of all that came to phases that are over.
void LdsOrder::learn_at_barriers(const Wave& wave, const Pending& p) {
  if (in_lds_.empty()) return;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    const auto barrier = in_lds_.find(std::uint32_t(p.address[l]));
    if (barrier != in_lds_.end()) learn(wave, barrier->second.told);
  }
}

void LdsOrder::note(const Wave& wave, const Pending& p, bool writes) {
  if (writes_.empty()) {
    writes_.resize(dwords_);
    for (LastAccesses& reads : reads_) reads.resize(dwords_);
  }
  Deed deed{wave,
            p,
            known_[p.known],
            {clock(wave), p.prepared->index, 0, std::uint8_t(wave.id), p.memory->access == isa::Access::atomic},
            writes};
  const bool copies = p.lds_in_registers;
  if (copies && writes) deed.unchanged = brings_the_same(wave, p);
  for (int e = 0; e < (!copies && p.memory->pair ? 2 : 1); ++e) {
    std::uint64_t lanes = p.lanes;
    if (!copies && p.memory->access == isa::Access::store) lanes &= ~lanes_in_lds(wave, p, e);
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
      if ((lanes >> l & 1) == 0) continue;
      const std::uint64_t at = copies ? p.lds_address[l] : p.address[l] + std::uint64_t(e) * std::uint64_t(p.second);
      touch(deed, l, std::uint32_t(at), p.memory->bytes);
    }
  }
}

void LdsOrder::touch(Deed& deed, std::size_t lane, std::uint32_t address, std::uint32_t bytes) {
  if (!deed.writes && in_lds_.contains(address)) return;  // of a barrier, which others arrive at meanwhile
  constexpr std::uint32_t kCell = kDword * kCellDwords;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t at = address; at < end;) {
    const std::uint32_t first = at % kDword, last = std::min(end - at + first, kDword);
    deed.mine.bytes = std::uint8_t((1u << last) - (1u << first));
    if (at % kCell == 0 && end - at >= kCell) {
      judge(deed, lane, LdsCell{at / kCell});
      at += kCell;
    } else {
      judge(deed, lane, LdsDword{at / kDword});
      at += kDword - first;
    }
  }
}

/// Theirs was noted before, so that it is over if the wave knew of that when its own was issued.
bool LdsOrder::is_over(const Deed& deed, const LdsAccess& theirs) {
  return theirs.clock == 0 || theirs.wave == deed.mine.wave || (theirs.bytes & deed.mine.bytes) == 0 ||
         deed.known[theirs.wave] >= theirs.clock;
}

template <typename Place>
void LdsOrder::judge(const Deed& deed, std::size_t lane, Place place) {
  writes_.visit(place, [&](std::uint32_t dword, const LdsAccess& written) {
    if (!is_over(deed, written) && !(deed.mine.atomic && written.atomic)) report(deed, lane, dword, written);
  });
  if (is_arrival(deed.pending)) return;
  if (!deed.writes) return reads_[deed.mine.wave].set(place, deed.mine);
  for (const LastAccesses& reads : reads_)
    reads.visit(place, [&](std::uint32_t dword, const LdsAccess& read) {
      if (!is_over(deed, read)) report(deed, lane, dword, read);
    });
  writes_.set(place, deed.mine);
}

void LdsOrder::report(const Deed& deed, std::size_t lane, std::uint32_t dword, const LdsAccess& theirs) {
  const auto severity = deed.unchanged ? machine::Severity::risk : machine::Severity::wrong;
  const auto& prepared = *deed.pending.prepared;
  if (!findings_.is_new(machine::FindingKind::lds_race, prepared.index, theirs.instruction, severity)) return;
  const isa::Instruction& other = deed.wave.environment().program->decoded->instructions[theirs.instruction];
  const bool tensor = deed.pending.counter == isa::Counter::tensor;
  findings_.add(machine::FindingKind::lds_race, deed.wave, prepared, tensor ? -1 : int(lane), theirs.instruction,
                fmt::format("{} LDS {:#x}, which wave {} uses by {} @{:#x}; no barrier lies between{}",
                            deed.writes ? "writes" : "reads", dword * kDword, theirs.wave, other.text, other.address,
                            deed.unchanged ? ", but it writes what is there already" : ""),
                severity);
}

}  // namespace lockstep::checks
