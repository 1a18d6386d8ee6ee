#include "emulator/runtime/access_history.hpp"

namespace lockstep::runtime {

Accesses accesses_of(const observe::Footprint& footprint) {
  using Use = observe::Footprint::Use;
  return {footprint.ranges(Use::read), footprint.ranges(Use::write), footprint.ranges(Use::atomic),
          footprint.ranges(Use::atomic_load)};
}

namespace {

bool has_ended(const Party& party, const Clock& clock) {
  return clock.of(party.queue) >= party.count;
}

bool may_race(observe::Footprint::Use a, observe::Footprint::Use b) {
  using observe::Footprint;
  return (Footprint::writes(a) || Footprint::writes(b)) &&
         !(Footprint::is_atomic(a) && Footprint::is_atomic(b));
}

// Keeps a party, which stands for those of its queue before it.
void keep(std::vector<Party>& parties, const Clock& clock, const Party& party) {
  std::erase_if(parties, [&](const Party& p) { return p.queue == party.queue || has_ended(p, clock); });
  parties.push_back(party);
}

}  // namespace

std::vector<AccessHistory::Race> AccessHistory::add(const Clock& clock, const Party& party,
                                                    const Accesses& accesses) {
  std::vector<Race> races;
  for (const auto& range : accesses.reads) add(clock, party, range, Use::read, races);
  for (const auto& range : accesses.atomic_loads) add(clock, party, range, Use::atomic_load, races);
  for (const auto& range : accesses.atomics) add(clock, party, range, Use::atomic, races);
  for (const auto& range : accesses.writes) add(clock, party, range, Use::write, races);
  return races;
}

void AccessHistory::add(const Clock& clock, const Party& party, observe::Footprint::Range range, Use use,
                        std::vector<Race>& races) {
  split(range.first);
  split(range.end);
  const auto judge = [&](const Party& other, Use other_use, observe::Footprint::Range bytes) {
    const bool mine = other.queue == party.queue && other.count == party.count;
    if (mine || has_ended(other, clock)) return;
    if (std::ranges::none_of(races, [&](const Race& r) { return r.other.what == other.what; }))
      races.push_back({other, bytes, observe::Footprint::writes(use), observe::Footprint::writes(other_use)});
  };
  for (std::uint64_t at = range.first; at < range.end;) {
    auto cell = cells_.lower_bound(at);
    const std::uint64_t next = cell == cells_.end() ? range.end : std::min(cell->first, range.end);
    if (at < next) cell = cells_.emplace_hint(cell, at, Cell{next});
    Cell& c = cell->second;
    const observe::Footprint::Range bytes{cell->first, c.end};
    for (std::size_t u = 0; u < c.parties.size(); ++u)
      if (may_race(use, Use(u)))
        for (const Party& other : c.parties[u]) judge(other, Use(u), bytes);
    if (use == Use::write) c.parties = {};
    keep(c.parties[std::size_t(use)], clock, party);
    at = c.end;
  }
}

void AccessHistory::split(std::uint64_t address) {
  auto after = cells_.upper_bound(address);
  if (after == cells_.begin()) return;
  const auto cell = std::prev(after);
  if (cell->first == address || cell->second.end <= address) return;
  Cell upper = cell->second;
  cell->second.end = address;
  cells_.emplace_hint(after, address, std::move(upper));
}

void AccessHistory::forget(std::uint64_t first, std::uint64_t end) {
  split(first);
  split(end);
  cells_.erase(cells_.lower_bound(first), cells_.lower_bound(end));
}

}  // namespace lockstep::runtime
