#include "emulator/checks/memory_order.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/observe/footprint.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;
using observe::reaches_device;

namespace {

const isa::CacheControl* cache_control(const Pending& p) {
  return std::get_if<isa::CacheControl>(&p.prepared->instruction->semantics->operation);
}

bool uses_caches(const Pending& p) {
  return p.space != isa::Memory::Space::lds;
}

}  // namespace

void MemoryOrder::workgroup_begins(const machine::Workgroup& group) {
  group_ = use_.next_workgroup(group);
  auto nothing = std::make_shared<Knowledge>();
  nothing->waves.resize(group.waves.size());
  states_.assign(group.waves.size(), {nothing});
  barriers_.clear();
}

WaveProgress MemoryOrder::progress(const Wave& wave) {
  WaveProgress now = state(wave).known->waves[std::size_t(wave.id)];
  now.issued = std::uint32_t(wave.issued) + 1;
  for (const isa::Counter counter : isa::kCounters)
    now.done[std::size_t(counter)] = std::min(waits_.first_open(wave, counter), now.issued);
  return now;
}

// What operations told the wave that waits have covered by now.
void MemoryOrder::take_over(const Wave& wave) {
  WaveState& mine = state(wave);
  if (mine.awaited.empty()) return;
  Knowledge all = *mine.known;
  std::erase_if(mine.awaited, [&](const Awaited& a) {
    if (a.number >= waits_.first_open(wave, a.counter)) return false;
    if (a.writes_back == nullptr) {
      const std::unique_lock held = use_.lock();
      all.acquired = use_.releases().join(all.acquired, a.acquires);
      return true;
    }
    for (std::size_t w = 0; w < all.waves.size(); ++w) {
      const std::uint32_t issued = w == std::size_t(wave.id) ? a.number : a.writes_back->waves[w].issued;
      all.waves[w].written_back = std::max(all.waves[w].written_back, issued);
    }
    return true;
  });
  if (all != *mine.known) mine.known = std::make_shared<const Knowledge>(std::move(all));
}

void MemoryOrder::join(Knowledge& all, const Knowledge& other) {
  all.waves.resize(std::max(all.waves.size(), other.waves.size()));
  for (std::size_t w = 0; w < other.waves.size(); ++w) all.waves[w].join(other.waves[w]);
  if (all.acquired == other.acquired && all.fresh == other.fresh) return;
  const std::unique_lock held = use_.lock();
  all.acquired = use_.releases().join(all.acquired, other.acquired);
  all.fresh = use_.releases().join(all.fresh, other.fresh);
}

Knowledge MemoryOrder::tells(const Wave& wave) {
  take_over(wave);
  Knowledge all = *state(wave).known;
  all.waves[std::size_t(wave.id)] = progress(wave);
  return all;
}

Knowledge MemoryOrder::tells_at_barrier(const Wave& wave) {
  Knowledge all = tells(wave);
  for (WaveProgress& w : all.waves) w.met = w.issued;
  return all;
}

void MemoryOrder::learn(const Wave& wave, const Knowledge& told) {
  take_over(wave);
  WaveState& mine = state(wave);
  Knowledge all = *mine.known;
  join(all, told);
  if (all != *mine.known) mine.known = std::make_shared<const Knowledge>(std::move(all));
}

void MemoryOrder::barrier(const machine::Workgroup& group) {
  Knowledge all;
  for (const Wave* wave : group.waves) join(all, tells_at_barrier(*wave));
  const auto shared = std::make_shared<const Knowledge>(std::move(all));
  for (WaveState& wave : states_) wave.known = shared;
}

// Waves of a cluster's workgroups tell each other as if through memory, and what they have done they see.
void MemoryOrder::signals(const Wave& wave, int barrier, std::uint64_t phase) {
  constexpr std::uint64_t kKept = 2;  // nobody waits for a phase before the last
  if (barrier != machine::kClusterBarrier) {
    if (phase >= kKept) barriers_.erase({barrier, phase - kKept});
    return join(barriers_[{barrier, phase}], tells_at_barrier(wave));
  }
  auto told = std::make_shared<Knowledge>(tells_at_barrier(wave));
  for (WaveProgress& w : told->waves) w.written_back = w.issued;
  const std::unique_lock held = use_.lock();
  ReleaseId& all = use_.cluster_told(wave.group->cluster->id, phase);
  const WaveProgress own = told->waves[std::size_t(wave.id)];
  all = use_.releases().join(all, use_.releases().add(group_, std::uint8_t(wave.id), own, told));
}

void MemoryOrder::passes(const Wave& wave, int barrier, std::uint64_t phase) {
  if (barrier != machine::kClusterBarrier) {
    if (const auto told = barriers_.find({barrier, phase}); told != barriers_.end())
      learn(wave, told->second);
    return;
  }
  Knowledge told;
  {
    const std::unique_lock held = use_.lock();
    told.acquired = told.fresh = use_.cluster_told(wave.group->cluster->id, phase);
  }
  learn(wave, told);
}

void MemoryOrder::issues(const Wave& wave, const Pending& p) {
  if (!uses_caches(p)) return;
  take_over(wave);
  WaveState& mine = state(wave);
  if (const isa::CacheControl* const what = cache_control(p); what != nullptr) {
    if (!reaches_device(p)) return;
    if (*what == isa::CacheControl::writeback)
      mine.awaited.push_back({p.counter, std::uint32_t(p.number), 0, mine.known});
    if (mine.known->fresh == mine.known->acquired || *what != isa::CacheControl::invalidate) return;
    Knowledge fresh = *mine.known;
    fresh.fresh = fresh.acquired;
    mine.known = std::make_shared<const Knowledge>(std::move(fresh));
    return;
  }
  const WaveProgress own = progress(wave);
  const bool is_new = mine.moments.empty() || mine.moments.back().known != mine.known ||
                      mine.moments.back().own.done != own.done;
  if (is_new) mine.moments.push_back({std::uint32_t(p.number), mine.known, own});
}

// Mostly its wave's last.
MemoryOrder::Moment& MemoryOrder::moment(const Wave& wave, const Pending& p) {
  std::vector<Moment>& all = state(wave).moments;
  if (p.number >= all.back().first) return all.back();
  const auto later = std::ranges::upper_bound(all, std::uint32_t(p.number), {}, &Moment::first);
  return *std::prev(later);
}

ReleaseId MemoryOrder::told_by(const Wave& wave, const Pending& p) {
  Moment& now = moment(wave, p);
  if (now.release == 0) now.release = use_.releases().add(group_, std::uint8_t(wave.id), now.own, now.known);
  return now.release;
}

void MemoryOrder::reads(const Wave& wave, const Pending& p, ReleaseId told) {
  WaveState& mine = state(wave);
  if (told == 0 || told == mine.last_told) return;
  mine.last_told = told;
  mine.awaited.push_back({p.counter, std::uint32_t(p.number), told});
}

Order MemoryOrder::order(const MemoryUse::Access& theirs, bool they_write, ReleaseId mark, const Wave& wave,
                         const Pending& mine, bool mine_writes) {
  const Knowledge& known = *moment(wave, mine).known;
  WaveProgress of_them = use_.releases().told(known.acquired, theirs.group, theirs.wave);
  if (theirs.group == group_) of_them.join(known.waves[theirs.wave]);
  Order order;
  const auto knows_of = [&](ReleaseId told) { return mark != 0 && use_.releases().contains(told, mark); };
  order.over = of_them.is_done(theirs.counter, theirs.number) || knows_of(known.acquired);
  order.told_early = !order.over && theirs.number < of_them.issued;
  order.met = order.told_early && theirs.number < of_them.met;
  // The waves of a workgroup are on one compute unit, whose vector memory operations keep their order: LLVM
  // (AMDGPUUsage, memory model of gfx942) waits for none of them before a barrier there, on gfx1250 it does.
  order.in_turn = order.told_early && theirs.group == group_ &&
                  theirs.number < known.waves[theirs.wave].issued && theirs.counter == isa::Counter::vm &&
                  mine.counter == isa::Counter::vm && !wave.has(arch::Feature::split_counters);
  if (theirs.group == group_ || !they_write || !order.over) return order;
  order.left = theirs.reaches_device || theirs.number < of_them.written_back;
  order.fresh =
      mine_writes || reaches_device(mine) ||
      use_.releases().told(known.fresh, theirs.group, theirs.wave).is_done(theirs.counter, theirs.number) ||
      knows_of(known.fresh);
  return order;
}

}  // namespace lockstep::checks
