#include "emulator/checks/lds_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <tuple>

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
  under_way_.assign(waves_, {});
  history_.workgroup_begins(group);
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
  history_.begins();
  o.first = clocks_[o.wave];
  o.known = now_[o.wave];
  o.rank = o.first;
  for (std::size_t w = 0; w < waves_; ++w) o.rank += w == o.wave ? 0 : known_[o.known][w];
  auto& under_way = under_way_[o.wave];
  if (under_way.empty() || under_way.back().first != o.known) under_way.emplace_back(o.known, 0);
  ++under_way.back().second;
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
  auto& under_way = under_way_[o.wave];
  --std::ranges::find(under_way, o.known, &std::pair<std::uint32_t, int>::first)->second;
  while (!under_way.empty() && under_way.front().second == 0) under_way.pop_front();
  CurrentAccess current{
      o,
      known_[o.known],
      {o.last, o.prepared->index, 0, o.wave, o.atomic, o.waits, o.wide, o.writes, o.counter}};
  if (!o.writes && !foreign_.empty()) meet_foreign(o);
  if (o.waits)
    o.each([&](std::size_t, int, std::uint32_t at) {
      waited_at_[at / kDwordBytes] |= std::uint64_t{1} << o.wave;
    });
  if (o.copies)
    touch_copy(current);
  else
    for (int e = 0; e < o.elements; ++e) touch_lanes(current, e);
  any_races_ |= current.races;
  if (any_races_) history_.meet(o, [this](const LdsHistory::Meeting& meeting) { report(meeting); });
  if (o.arrival) return;
  history_.keep(o);
  if (history_.kept().size() < LdsHistory::kMostKept) return;
  if (any_races_) history_.sort_kept();
  history_.forget([this](const LdsOperation& operation) { return is_known_to_all(operation); });
  history_.sort_kept();
}

/// Also for operations that were issued before their waves knew.
bool LdsOrder::is_known_to_all(const LdsOperation& o) const {
  for (std::size_t w = 0; w < waves_; ++w) {
    const std::uint32_t oldest = under_way_[w].empty() ? now_[w] : under_way_[w].front().first;
    if (w != o.wave && known_[oldest][o.wave] < o.last) return false;
  }
  return true;
}

/// Lanes whose bytes are contiguous are one, as far as all bring what is there or none does.
void LdsOrder::touch_copy(CurrentAccess& current) {
  const LdsOperation& o = current.operation;
  for (std::uint64_t left = o.lanes[0]; left != 0;) {
    const auto first = std::size_t(std::countr_zero(left));
    std::size_t end = first;
    do {
      left &= left - 1;
      ++end;
    } while (end < o.at.size() && (left >> end & 1) != 0 && o.address(end) == o.address(end - 1) + o.bytes);
    const auto bytes = std::uint32_t(end - first) * o.bytes;
    if (!pass(current, o.address(first), bytes)) touch(current, o.address(first), bytes);
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
    if (!pass(current, at, o.bytes)) touch(current, at, o.bytes);
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

void LdsOrder::touch(CurrentAccess& current, std::uint32_t address, std::uint32_t bytes) {
  // The bytes are a barrier's, which others arrive at meanwhile
  if (!current.operation.writes && in_lds_.contains(address)) return;
  const std::uint32_t end = address + bytes;
  for (std::uint32_t at = address; at < end;) {
    const std::uint32_t first = at % kDwordBytes, last = std::min(end - at + first, kDwordBytes);
    current.mine.bytes = std::uint8_t((1u << last) - (1u << first));
    if (at % kCell == 0 && end - at >= kCell) {
      judge_place(current, LdsCell{at / kCell});
      at += kCell;
    } else {
      judge_place(current, LdsDword{at / kDwordBytes});
      at += kDwordBytes - first;
    }
  }
}

/// Theirs was over before, so that the two are in order if the wave knew of that when its own was issued.
bool LdsOrder::is_over(const CurrentAccess& current, const LdsAccess& theirs) {
  return theirs.clock == 0 || theirs.wave == current.mine.wave || (theirs.bytes & current.mine.bytes) == 0 ||
         current.known[theirs.wave] >= theirs.clock;
}

/// By atomics, or as a flag, which who waits by it may store to, too.
template <typename A, typename B>
bool LdsOrder::is_told(const A& a, const B& b, std::uint32_t dword) const {
  if (a.atomic && b.atomic) return true;
  if (a.counter != isa::Counter::lgkm || b.counter != isa::Counter::lgkm) return false;
  if ((a.waits && !b.wide) || (b.waits && !a.wide)) return true;
  const auto waited = waited_at_.find(dword);
  return a.writes && b.writes && waited != waited_at_.end() &&
         (waited->second >> a.wave & 1) + (waited->second >> b.wave & 1) != 0;
}

/// The bytes of a barrier, which others arrive at meanwhile, may be read.
bool LdsOrder::is_meant(const LdsOperation& a, const LdsOperation& b, std::uint32_t dword) const {
  const bool reads = !a.writes || !b.writes;
  return (reads && has_barrier(dword * kDwordBytes, (dword + 1) * kDwordBytes)) || is_told(a, b, dword);
}

void LdsOrder::meet(CurrentAccess& current, std::uint32_t dword, LdsAccessNumber number) const {
  const LdsAccess& theirs = accesses_[number];
  current.races |= !is_over(current, theirs) && !is_told(current.mine, theirs, dword);
}

template <typename Place>
void LdsOrder::judge_place(CurrentAccess& current, Place place) {
  const LdsAccess& mine = current.mine;
  const auto see = [&](std::uint32_t dword, LdsAccessNumber number) { meet(current, dword, number); };
  writes_.visit(place, see);
  for (const LastAccesses& atomics : atomics_)
    if (!atomics.empty()) atomics.visit(place, see);
  if (current.operation.arrival) return;
  if (!current.operation.writes) return reads_[mine.wave].set(place, number_of(current));
  for (const LastAccesses& reads : reads_) reads.visit(place, see);
  (mine.atomic ? atomics_[mine.wave] : writes_).set(place, number_of(current));
}

// The one that was issued behind a barrier which the other's wave had come to is named first, else the one
// further on in the program: whichever was over first.
void LdsOrder::report(const LdsHistory::Meeting& m) {
  const auto comes_behind = [this](const LdsOperation& before, const LdsOperation& o) {
    return known_[o.known][before.wave] >= before.first;
  };
  const bool comes_last = comes_behind(m.mine, m.theirs), comes_first = comes_behind(m.theirs, m.mine);
  const auto rank = [](const LdsOperation& o) { return std::tuple(o.prepared->index, o.wave); };
  races_.add(*group_, m, comes_last || (!comes_first && rank(m.mine) < rank(m.theirs)),
             comes_first || comes_last);
}

}  // namespace lockstep::checks
