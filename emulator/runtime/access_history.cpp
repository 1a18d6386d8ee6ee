#include "emulator/runtime/access_history.hpp"

namespace lockstep::runtime {

namespace {

bool has_ended(const Party& party, const Clock& clock) {
  return clock.of(party.queue) >= party.count;
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
  for (const auto& range : accesses.atomics) add(clock, party, range, Use::atomic, races);
  for (const auto& range : accesses.writes) add(clock, party, range, Use::write, races);
  return races;
}

void AccessHistory::add(const Clock& clock, const Party& party, observe::Footprint::Range range, Use use,
                        std::vector<Race>& races) {
  split(range.first);
  split(range.end);
  const auto judge = [&](const Party& other, observe::Footprint::Range bytes, bool other_writes) {
    const bool mine = other.queue == party.queue && other.count == party.count;
    if (mine || has_ended(other, clock)) return;
    if (std::ranges::none_of(races, [&](const Race& r) { return r.other.what == other.what; }))
      races.push_back({other, bytes, use != Use::read, other_writes});
  };
  for (std::uint64_t at = range.first; at < range.end;) {
    auto cell = cells_.lower_bound(at);
    const std::uint64_t next = cell == cells_.end() ? range.end : std::min(cell->first, range.end);
    if (at < next) cell = cells_.emplace_hint(cell, at, Cell{next, {}, {}, {}});
    Cell& c = cell->second;
    const observe::Footprint::Range bytes{cell->first, c.end};
    if (c.write) judge(*c.write, bytes, true);
    if (use != Use::atomic)
      for (const Party& other : c.atomics) judge(other, bytes, true);
    if (use != Use::read)
      for (const Party& other : c.reads) judge(other, bytes, false);
    if (use == Use::write) {
      c.write = party;
      c.reads.clear();
      c.atomics.clear();
    } else {
      keep(use == Use::read ? c.reads : c.atomics, clock, party);
    }
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
