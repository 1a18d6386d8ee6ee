#include "emulator/checks/lds_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include "emulator/checks/lds_changes.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

constexpr std::uint32_t kCell = kDwordBytes * kCellDwords;
constexpr std::uint8_t kWholeDword = 0xF;
constexpr std::size_t kMostAccesses = 1 << 16;

bool touches_lds(const Pending& p) {
  return p.lds.per_lane() || (p.space == isa::Memory::Space::lds && p.perform != nullptr);
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
      if (undefined[at] != 0 || lds[at] != std::uint8_t(p.data[b / kDwordBytes][l] >> 8 * (b % kDwordBytes)))
        return false;
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
  dwords_ = (group.lds.size() + kDwordBytes - 1) / kDwordBytes;
  clocks_.assign(waves_, 1);
  known_.assign(1, Clocks(waves_ + 1, 0));
  now_.assign(waves_, 0);
  barriers_.clear();
  in_lds_.clear();
  accesses_.assign(1, {});
  most_accesses_ = kMostAccesses;
  writes_.clear();
  reads_.resize(waves_);
  for (LastAccesses& reads : reads_) reads.clear();
  group_ = &group;
  told_cluster_.clear();
  foreign_.clear();
  peers_ = group.cluster != nullptr ? &clusters_.of(*group.cluster) : nullptr;
  if (peers_ == nullptr) return;
  peers_->resize(group.cluster->total());
  (*peers_)[group.rank] = this;
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
  const Clocks told = told_by(wave);
  join(barriers_[{barrier, phase}], told);
  if (barrier != machine::kClusterBarrier) return;
  while (told_cluster_.size() <= phase)
    told_cluster_.push_back(told_cluster_.empty() ? Clocks{} : told_cluster_.back());
  join(told_cluster_[phase], told);
}

void LdsOrder::passes(const Wave& wave, int barrier, std::uint64_t phase) {
  const auto told = barriers_.find({barrier, phase});
  if (told != barriers_.end()) learn(wave, told->second);
  if (barrier != machine::kClusterBarrier) return;
  Clocks passed(waves_ + 1, 0);
  passed[waves_] = std::uint32_t(phase) + 1;
  learn(wave, passed);
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
  if (peers_ != nullptr && p.lds.per_lane() && p.memory->access == isa::Access::load) tell_peers(wave, p);
}

// Stores and atomics are judged before they change LDS.
void LdsOrder::performs(const Wave& wave, const Pending& p) {
  if (!touches_lds(p)) return;
  if (p.lds.per_lane()) {
    if (p.memory->access == isa::Access::store) note(wave, p, false);
    return;
  }
  if (p.memory->access == isa::Access::load) return learn_at_barriers(wave, p);
  note(wave, p, true);
}

void LdsOrder::retires(const Wave& wave, const Pending& p) {
  if (!touches_lds(p) || p.memory->access != isa::Access::load) return;
  note(wave, p, p.lds.per_lane());
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
  if (accesses_.size() > most_accesses_) forget_accesses();
  CurrentAccess current{
      wave,
      p,
      known_[p.known],
      {clock(wave), p.prepared->index, 0, std::uint8_t(wave.id), p.memory->access == isa::Access::atomic},
      writes};
  if (!writes && !foreign_.empty()) meet_foreign(wave, p);
  if (p.lds.per_lane()) {
    current.unchanged = writes && brings_the_same(wave, p);
    return touch_copy(current);
  }
  for (int e = 0; e < (p.memory->pair ? 2 : 1); ++e) touch_lanes(current, e);
}

void LdsOrder::touch_copy(CurrentAccess& current) {
  const Pending& p = current.pending;
  const std::uint32_t bytes = p.memory->bytes;
  each_lds_run(p, [&](std::size_t first, std::uint32_t lanes, std::uint32_t address) {
    if (pass(current, address, lanes * bytes)) return;
    for (std::uint32_t l = 0; l < lanes; ++l) touch(current, first + l, address + l * bytes, bytes);
  });
}

void LdsOrder::touch_lanes(CurrentAccess& current, int element) {
  const Pending& p = current.pending;
  const std::uint32_t bytes = p.memory->bytes;
  if (p.in_row() && !p.memory->pair && p.memory->access == isa::Access::load &&
      pass(current, std::uint32_t(p.address[0]), p.lane_count * bytes))
    return;
  if (bytes == kCell && element == 0 && !p.memory->pair && p.memory->access == isa::Access::load &&
      pass_lanes(current))
    return;
  std::uint64_t lanes = p.lanes;
  if (p.memory->access == isa::Access::store) lanes &= ~lanes_in_lds(current.wave, p, element);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto l = std::size_t(std::countr_zero(lanes));
    const auto at = std::uint32_t(p.address[l] + std::uint64_t(element) * std::uint64_t(p.second));
    if (!pass(current, at, bytes)) touch(current, l, at, bytes);
  }
}

/// Tells of an access by its number whether it is over for the current one.
auto LdsOrder::over_for(CurrentAccess& current) const {
  return [this, &current](LdsAccessNumber number) {
    if (current.over.has(number)) return true;
    if (!is_over(current, accesses_[number])) return false;
    current.over.add(number);
    return true;
  };
}

bool LdsOrder::has_barrier(std::uint32_t first, std::uint32_t end) const {
  if (in_lds_.empty()) return false;
  const auto barrier = in_lds_.lower_bound(first);
  return barrier != in_lds_.end() && barrier->first < end;
}

/// Whether the current access uses whole cells and all that others did with them is over for it. If so it was
/// noted, too.
bool LdsOrder::pass(CurrentAccess& current, std::uint32_t address, std::uint32_t bytes) {
  if ((address | bytes) % kCell != 0 || current.mine.atomic) return false;
  if (!current.writes && has_barrier(address, address + bytes)) return false;
  const LdsCell first{address / kCell};
  const std::uint32_t count = bytes / kCell;
  current.mine.bytes = kWholeDword;
  const auto over = over_for(current);
  if (!writes_.all_of(first, count, over)) return false;
  for (std::size_t w = 0; current.writes && w < waves_; ++w)
    if (w != current.mine.wave && !reads_[w].all_of(first, count, over)) return false;
  (current.writes ? writes_ : reads_[current.mine.wave]).set(first, count, number_of(current));
  return true;
}

namespace {

/// The cells of a load of one cell for each lane, and between what bytes all of them lie.
struct CellsOfLanes {
  std::array<LdsCell, isa::kMaxLanes> cells;
  std::uint32_t lowest = ~std::uint32_t{0}, highest = 0;
};

/// False: they are no whole cells.
LOCKSTEP_CLONES bool find_cells(const Pending& p, CellsOfLanes& out) {
  std::uint32_t bits = 0, lowest = out.lowest, highest = out.highest;
  for (std::size_t l = 0; l < p.lane_count; ++l) {
    const auto at = std::uint32_t(p.address[l]);
    bits |= at;
    lowest = std::min(lowest, at);
    highest = std::max(highest, at);
    out.cells[l].cell = at / kCell;
  }
  out.lowest = lowest;
  out.highest = highest;
  return bits % kCell == 0;
}

}  // namespace

/// Like pass(), for a load of a cell for each lane, wherever these cells are.
bool LdsOrder::pass_lanes(CurrentAccess& current) {
  const Pending& p = current.pending;
  CellsOfLanes found;
  if (!p.takes_all() || !find_cells(p, found) || has_barrier(found.lowest, found.highest + kCell))
    return false;
  current.mine.bytes = kWholeDword;
  const std::span<const LdsCell> all(found.cells.data(), p.lane_count);
  if (!writes_.all_of(all, over_for(current))) return false;
  reads_[current.mine.wave].set(all, number_of(current));
  return true;
}

/// The number of the current access with the bytes that it uses now.
LdsAccessNumber LdsOrder::number_of(CurrentAccess& current) {
  if (current.number != 0 && accesses_[current.number].bytes == current.mine.bytes) return current.number;
  if (accesses_.back() != current.mine)
    accesses_.push_back(current.mine);  // else another part of the same copy
  return current.number = LdsAccessNumber(accesses_.size() - 1);
}

/// All that are no place's last.
void LdsOrder::forget_accesses() {
  std::vector<LdsAccessNumber> now(accesses_.size(), 0);
  std::vector<LdsAccess> kept(1);
  const auto renumber = [&](LdsAccessNumber number) {
    if (number == 0 || now[number] != 0) return now[number];
    kept.push_back(accesses_[number]);
    return now[number] = LdsAccessNumber(kept.size() - 1);
  };
  writes_.renumber(renumber);
  for (LastAccesses& reads : reads_) reads.renumber(renumber);
  accesses_ = std::move(kept);
  most_accesses_ = std::max(kMostAccesses, 2 * accesses_.size());
}

void LdsOrder::touch(CurrentAccess& current, std::size_t lane, std::uint32_t address, std::uint32_t bytes) {
  // The bytes are a barrier's, which others arrive at meanwhile
  if (!current.writes && in_lds_.contains(address)) return;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t at = address; at < end;) {
    const std::uint32_t first = at % kDwordBytes, last = std::min(end - at + first, kDwordBytes);
    current.mine.bytes = std::uint8_t((1u << last) - (1u << first));
    if (at % kCell == 0 && end - at >= kCell) {
      judge(current, lane, LdsCell{at / kCell});
      at += kCell;
    } else {
      judge(current, lane, LdsDword{at / kDwordBytes});
      at += kDwordBytes - first;
    }
  }
}

/// Theirs was noted before, so that it is over if the wave knew of that when its own was issued.
bool LdsOrder::is_over(const CurrentAccess& current, const LdsAccess& theirs) {
  return theirs.clock == 0 || theirs.wave == current.mine.wave || (theirs.bytes & current.mine.bytes) == 0 ||
         current.known[theirs.wave] >= theirs.clock;
}

template <typename Place>
void LdsOrder::judge(CurrentAccess& current, std::size_t lane, Place place) {
  writes_.visit(place, [&](std::uint32_t dword, LdsAccessNumber number) {
    const LdsAccess& written = accesses_[number];
    if (!is_over(current, written) && !(current.mine.atomic && written.atomic))
      report(current, lane, dword, written);
  });
  if (is_arrival(current.pending)) return;
  if (!current.writes) return reads_[current.mine.wave].set(place, number_of(current));
  for (const LastAccesses& reads : reads_)
    reads.visit(place, [&](std::uint32_t dword, LdsAccessNumber number) {
      if (!is_over(current, accesses_[number])) report(current, lane, dword, accesses_[number]);
    });
  writes_.set(place, number_of(current));
}

void LdsOrder::report(const CurrentAccess& current, std::size_t lane, std::uint32_t dword,
                      const LdsAccess& theirs) {
  const auto severity = current.unchanged ? findings::Severity::risk : findings::Severity::wrong;
  const auto& prepared = *current.pending.prepared;
  if (!findings_.is_new(findings::FindingKind::lds_race, prepared.index, theirs.instruction, severity))
    return;
  const isa::Instruction& other =
      current.wave.environment().program->decoded->instructions[theirs.instruction];
  const bool tensor = current.pending.counter == isa::Counter::tensor;
  findings_.add(findings::FindingKind::lds_race, current.wave, prepared, tensor ? -1 : int(lane),
                theirs.instruction,
                fmt::format("{} LDS {:#x}, which wave {} uses by {} @{:#x}; no barrier lies between{}",
                            current.writes ? "writes" : "reads", dword * kDwordBytes, theirs.wave, other.text,
                            other.address, current.unchanged ? ", but it writes what is there already" : ""),
                severity);
}

}  // namespace lockstep::checks
