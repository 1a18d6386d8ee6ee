#include "emulator/checks/lds_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

constexpr std::uint32_t kCell = kDwordBytes * kCellDwords;
constexpr std::uint8_t kWholeDword = 0xF;
constexpr std::size_t kMostAccesses = 1 << 16;

}  // namespace

void LdsOrder::join(Clocks& into, const Clocks& from) {
  into.resize(std::max(into.size(), from.size()));
  for (std::size_t w = 0; w < from.size(); ++w) into[w] = std::max(into[w], from[w]);
}

void LdsOrder::workgroup_begins(const machine::Workgroup& group) {
  waves_ = group.waves.size();
  dwords_ = (group.lds.size() + kDwordBytes - 1) / kDwordBytes;
  clocks_.assign(waves_, 1);
  known_.assign(1, Clocks(waves_ + 1, 0));
  now_.assign(waves_, 0);
  barriers_.clear();
  in_lds_.clear();
  waited_at_.clear();
  accesses_.assign(1, {});
  most_accesses_ = kMostAccesses;
  writes_.clear();
  reads_.resize(waves_);
  for (LastAccesses& reads : reads_) reads.clear();
  atomics_.resize(waves_);
  for (LastAccesses& atomics : atomics_) atomics.clear();
  loads_of_.assign(waves_, {});
  recent_.begin(waves_, dwords_);
  any_races_ = false;
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

void LdsOrder::barrier(const machine::Workgroup& group) {
  Clocks all;
  for (const Wave* const wave : group.waves) join(all, told_by(*wave));
  for (const Wave* const wave : group.waves) learn(*wave, all);
}

void LdsOrder::arrives(const Wave& wave, std::uint32_t lds_address, bool last) {
  LdsBarrier& barrier = in_lds_[lds_address];
  join(barrier.gathered, told_by(wave));
  if (!last) return;
  join(barrier.told, barrier.gathered);
  barrier.gathered.clear();
}

void LdsOrder::issues(const Wave& wave, const Pending& p) {
  if (peers_ != nullptr && p.lds.per_lane() && p.memory->access == isa::Access::load) tell_peers(wave, p);
}

void LdsOrder::begins(LdsOperation& o) {
  o.first = clocks_[o.wave];
  o.known = now_[o.wave];
}

void LdsOrder::performs(const Wave& wave, const Pending& p) {
  if (p.space == isa::Memory::Space::lds && p.perform != nullptr && p.memory->access == isa::Access::load)
    learn_at_barriers(wave, p);
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

void LdsOrder::judge(const LdsOperation& o) {
  if (writes_.empty()) {
    writes_.resize(dwords_);
    for (LastAccesses& reads : reads_) reads.resize(dwords_);
  }
  if (accesses_.size() > most_accesses_) forget_accesses();
  if (o.atomic && o.writes && atomics_[o.wave].empty()) atomics_[o.wave].resize(dwords_);
  CurrentAccess current{o, known_[o.known], access_of(o)};
  if (!o.writes && !foreign_.empty()) meet_foreign(o);
  if (o.loads()) loads_of_[o.wave].add(o);
  if (o.waits)
    o.each([&](std::size_t, int, std::uint32_t at) {
      waited_at_[at / kDwordBytes] |= std::uint64_t{1} << o.wave;
    });
  if (o.copies)
    touch_copy(current);
  else
    for (int e = 0; e < o.elements; ++e) touch_lanes(current, e);
  if (any_races_) meet_recent(current);
  recent_.add(o);
}

LdsAccess LdsOrder::access_of(const LdsOperation& o) {
  return {o.last,    o.prepared->index, 0,       o.wave,    o.atomic, o.waits, o.needs,
          o.counter, o.first,           o.known, o.loads(), o.writes, false,   o.performed};
}

/// What the last accesses to the places do not stand for.
void LdsOrder::meet_recent(CurrentAccess& current) {
  const LdsOperation& o = current.operation;
  if (o.arrival || (!o.writes && has_barrier(o.lowest, o.highest + o.bytes))) return;
  const auto may_race = [&](const LdsOperation& theirs) {
    return (o.writes || theirs.writes) && !theirs.arrival && current.known[theirs.wave] < theirs.last &&
           (theirs.writes || !has_barrier(theirs.lowest, theirs.highest + theirs.bytes));
  };
  recent_.meet(o, may_race, [&](const LdsOperation& theirs, int lane, std::uint32_t dword, bool repeats) {
    const LdsAccess access = access_of(theirs);
    if (!is_meant(current.mine, access, dword)) report(current, std::size_t(lane), dword, access, repeats);
  });
}

/// Lanes whose bytes are contiguous are one, as far as all bring what is there or none does.
void LdsOrder::touch_copy(CurrentAccess& current) {
  const LdsOperation& o = current.operation;
  for (std::uint64_t left = o.lanes[0]; left != 0;) {
    const auto first = std::size_t(std::countr_zero(left));
    std::size_t end = first;
    current.mine.unchanged = o.repeats(first);
    do {
      left &= left - 1;
      ++end;
    } while (end < o.at.size() && (left >> end & 1) != 0 && o.repeats(end) == o.repeats(first) &&
             o.address(end) == o.address(end - 1) + o.bytes);
    const auto lanes = std::uint32_t(end - first);
    if (pass(current, o.address(first), lanes * o.bytes)) continue;
    for (std::uint32_t l = 0; l < lanes; ++l) touch(current, first + l, o.address(first + l), o.bytes);
  }
}

void LdsOrder::touch_lanes(CurrentAccess& current, int element) {
  const LdsOperation& o = current.operation;
  const bool plain = o.elements == 1 && !o.writes;
  if (plain && o.in_row && pass(current, o.lowest, o.lane_count * o.bytes)) return;
  if (plain && !o.in_row && o.bytes == kCell && pass_lanes(current)) return;
  for (std::uint64_t lanes = o.lanes[std::size_t(element)]; lanes != 0; lanes &= lanes - 1) {
    const auto l = std::size_t(std::countr_zero(lanes));
    const std::uint32_t at = o.address(l, element);
    current.repeats = o.repeats(l, element);
    if (current.repeats || !pass(current, at, o.bytes)) touch(current, l, at, o.bytes);
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
  if (!current.operation.writes && has_barrier(address, address + bytes)) return false;
  const LdsCell first{address / kCell};
  const std::uint32_t count = bytes / kCell;
  current.mine.bytes = kWholeDword;
  const auto over = over_for(current);
  if (!writes_.all_of(first, count, over)) return false;
  for (const LastAccesses& atomics : atomics_)
    if (!atomics.empty() && !atomics.all_of(first, count, over)) return false;
  for (std::size_t w = 0; current.operation.writes && w < waves_; ++w)
    if (w != current.mine.wave && !reads_[w].all_of(first, count, over)) return false;
  (current.operation.writes ? writes_ : reads_[current.mine.wave]).set(first, count, number_of(current));
  return true;
}

namespace {

/// The cells of a load of one cell for each lane. False: they are no whole cells.
LOCKSTEP_CLONES bool find_cells(const LdsOperation& o, std::array<LdsCell, isa::kMaxLanes>& cells) {
  std::uint32_t bits = 0;
  for (std::size_t l = 0; l < o.lane_count; ++l) {
    bits |= o.at[l];
    cells[l].cell = o.at[l] / kCell;
  }
  return bits % kCell == 0;
}

}  // namespace

/// Like pass(), for a load of a cell for each lane, wherever these cells are.
bool LdsOrder::pass_lanes(CurrentAccess& current) {
  const LdsOperation& o = current.operation;
  std::array<LdsCell, isa::kMaxLanes> cells;
  if (!o.takes_all() || !find_cells(o, cells) || has_barrier(o.lowest, o.highest + kCell)) return false;
  current.mine.bytes = kWholeDword;
  const std::span<const LdsCell> all(cells.data(), o.lane_count);
  if (!writes_.all_of(all, over_for(current))) return false;
  for (const LastAccesses& atomics : atomics_)
    if (!atomics.empty() && !atomics.all_of(all, over_for(current))) return false;
  reads_[current.mine.wave].set(all, number_of(current));
  return true;
}

/// The number of the current access with the bytes that it uses now.
LdsAccessNumber LdsOrder::number_of(CurrentAccess& current) {
  if (current.number != 0 && accesses_[current.number] == current.mine) return current.number;
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
  for (LastAccesses& atomics : atomics_) atomics.renumber(renumber);
  accesses_ = std::move(kept);
  most_accesses_ = std::max(kMostAccesses, 2 * accesses_.size());
}

void LdsOrder::touch(CurrentAccess& current, std::size_t lane, std::uint32_t address, std::uint32_t bytes) {
  // The bytes are a barrier's, which others arrive at meanwhile
  if (!current.operation.writes && in_lds_.contains(address)) return;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t at = address; at < end;) {
    const std::uint32_t first = at % kDwordBytes, last = std::min(end - at + first, kDwordBytes);
    current.mine.bytes = std::uint8_t((1u << last) - (1u << first));
    if (at % kCell == 0 && end - at >= kCell) {
      judge_place(current, lane, LdsCell{at / kCell});
      at += kCell;
    } else {
      judge_place(current, lane, LdsDword{at / kDwordBytes});
      at += kDwordBytes - first;
    }
  }
}

/// Theirs was over before, so that the two are in order if the wave knew of that when its own was issued.
bool LdsOrder::is_over(const CurrentAccess& current, const LdsAccess& theirs) {
  return theirs.clock == 0 || theirs.wave == current.mine.wave || (theirs.bytes & current.mine.bytes) == 0 ||
         current.known[theirs.wave] >= theirs.clock;
}

/// Whether the two waves may use the dword at the same time, to tell each other something: by atomics, or as
/// a flag, which who waits by it may store to, too.
bool LdsOrder::is_meant(const LdsAccess& mine, const LdsAccess& theirs, std::uint32_t dword) const {
  if (mine.atomic && theirs.atomic) return true;
  if (mine.counter != isa::Counter::lgkm || theirs.counter != isa::Counter::lgkm) return false;
  if (mine.waits || theirs.waits) return true;
  const auto waited = waited_at_.find(dword);
  return mine.writes && theirs.writes && waited != waited_at_.end() &&
         (waited->second >> mine.wave & 1) + (waited->second >> theirs.wave & 1) != 0;
}

void LdsOrder::meet(CurrentAccess& current, std::size_t lane, std::uint32_t dword, LdsAccessNumber number) {
  const LdsAccess& theirs = accesses_[number];
  if (is_over(current, theirs) || is_meant(current.mine, theirs, dword)) return;
  const LdsAccess& mine = current.mine;
  const bool theirs_is_last = !mine.writes || (theirs.writes && theirs.performed > mine.performed);
  report(current, lane, dword, theirs, theirs_is_last ? theirs.unchanged : mine.unchanged);
}

/// A store of what is there already changes nothing for those before it, but races with one that comes later
/// and changes it.
template <typename Place>
void LdsOrder::judge_place(CurrentAccess& current, std::size_t lane, Place place) {
  const LdsAccess& mine = current.mine;
  writes_.visit(place, [&](std::uint32_t dword, LdsAccessNumber number) {
    if (!current.repeats || accesses_[number].performed > mine.performed) meet(current, lane, dword, number);
  });
  for (const LastAccesses& atomics : atomics_)
    if (!atomics.empty() && !current.repeats)
      atomics.visit(place,
                    [&](std::uint32_t dword, LdsAccessNumber number) { meet(current, lane, dword, number); });
  if (current.operation.arrival) return;
  if (!mine.writes || current.repeats) return reads_[mine.wave].set(place, number_of(current));
  for (const LastAccesses& reads : reads_)
    reads.visit(place, [&](std::uint32_t dword, LdsAccessNumber number) {
      if (accesses_[number].performed < mine.performed) meet(current, lane, dword, number);
    });
  (mine.atomic ? atomics_[mine.wave] : writes_).set(place, number_of(current));
}

/// Once for all places of the two.
void LdsOrder::note_loads(CurrentAccess& current, const LdsAccess& theirs, RacedLoads::Pair pair) {
  const LdsOperation& o = current.operation;
  if (current.raced == std::pair(int(theirs.wave), theirs.instruction)) return;
  current.raced = {theirs.wave, theirs.instruction};
  if (o.loads()) loads_.add_from_lds(pair, *group_->waves[o.wave], o.order);
  if (theirs.loads)
    loads_of_[theirs.wave].race(*group_->waves[theirs.wave], o, current.known[theirs.wave], pair, loads_);
}

// The one that was issued behind a barrier which the other's wave had come to is named first, else the one
// further on in the program: whichever was over first.
void LdsOrder::report(CurrentAccess& current, std::size_t lane, std::uint32_t dword, const LdsAccess& theirs,
                      bool repeats) {
  const LdsOperation& o = current.operation;
  any_races_ = true;
  const auto severity = repeats ? findings::Severity::risk : findings::Severity::wrong;
  const bool they_come_first = current.known[theirs.wave] >= theirs.issued,
             they_come_last = known_[theirs.known][o.wave] >= o.first;
  const bool swaps = they_come_last || (!they_come_first && o.prepared->index < theirs.instruction);
  const auto& instructions = group_->environment->program->instructions;
  const machine::PreparedInstruction &mine = swaps ? instructions[theirs.instruction] : *o.prepared,
                                     &other = swaps ? *o.prepared : instructions[theirs.instruction];
  note_loads(current, theirs, {mine.index, other.index});
  const int my_wave = swaps ? theirs.wave : o.wave, their_wave = swaps ? o.wave : theirs.wave;
  const bool writes = swaps ? theirs.writes : o.writes;
  LdsOperation early;
  early.wave = std::uint8_t(their_wave);
  early.counter = swaps ? o.counter : theirs.counter;
  early.needs = swaps ? o.needs : theirs.needs;
  const bool lacks_wait = they_come_first || they_come_last;
  races_.add({severity, group_->waves[std::size_t(my_wave)], &mine, other.index,
              swaps || o.counter == isa::Counter::tensor ? -1 : int(lane)},
             [&] {
               return fmt::format(
                   "{} LDS {:#x}, which wave {} uses by {} @{:#x}; {}{}", writes ? "writes" : "reads",
                   dword * kDwordBytes, their_wave, other.instruction->text, other.instruction->address,
                   what_is_missing(lacks_wait ? &early : nullptr, *group_->waves.front()->arch),
                   repeats ? "; it writes what is there already" : "");
             });
}

}  // namespace lockstep::checks
