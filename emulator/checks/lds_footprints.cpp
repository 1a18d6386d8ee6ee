#include "emulator/checks/lds_footprints.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "emulator/machine/waves/prepared.hpp"

namespace lockstep::checks {

namespace {

constexpr std::uint32_t kDword = 4;

/// Calls visit(number of a dword, lane, its bytes that are used, those that change) for each dword of each
/// element.
template <typename Visit>
void each_dword(const LdsOperation& o, Visit visit) {
  o.each([&](std::size_t lane, int element, std::uint32_t address) {
    const bool changes = o.writes && (o.same[std::size_t(element)] >> lane & 1) == 0;
    const std::uint32_t end = address + o.bytes;
    for (std::uint32_t at = address; at < end; at = (at / kDword + 1) * kDword) {
      const std::uint32_t first = at % kDword, last = std::min(end - at + first, kDword);
      const auto bytes = std::uint8_t((1u << last) - (1u << first));
      visit(at / kDword, lane, bytes, changes ? bytes : std::uint8_t{0});
    }
  });
}

bool may_race(const LdsOperation& a, const LdsOperation& b) {
  return a.wave != b.wave && a.first <= b.last && b.first <= a.last && (a.writes || b.writes) &&
         !(a.atomic && b.atomic);
}

auto key(const LdsOperation& o) {
  return std::tuple(o.wave, o.prepared->index, o.first, o.last, o.needs, o.unchanged);
}

}  // namespace

void LdsFootprints::begin(std::uint32_t lds_bytes) {
  dwords_ = (lds_bytes + kDword - 1) / kDword;
  footprints_.clear();
  spare_.clear();
}

LdsFootprints::Footprint& LdsFootprints::of(const LdsOperation& o) {
  const auto same = [&](const Footprint& f) { return key(f.all) == key(o); };
  const auto there = std::ranges::find_if(footprints_, same);
  if (there != footprints_.end()) return *there;
  if (spare_.empty()) spare_.emplace_back();
  footprints_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  footprints_.back().dwords.assign(dwords_, {});
  footprints_.back().loads.clear();
  return footprints_.back();
}

void LdsFootprints::add(const LdsOperation& o) {
  Footprint& mine = of(o);
  mine.all = o;
  if (!o.writes) mine.loads.push_back(o.order);
  each_dword(o, [&](std::uint32_t number, std::size_t lane, std::uint8_t bytes, std::uint8_t changed) {
    Dword& dword = mine.dwords[number];
    if (dword.bytes == 0) dword.lane = std::uint8_t(lane);
    dword.bytes |= bytes;
    dword.changed |= changed;
  });
}

// If both operations write, the one that was performed last may only repeat the other; for a read, a write
// that changes nothing is no write.
void LdsFootprints::meet(const LdsOperation& mine, const std::function<void(const Meeting&)>& visit) {
  for (const Footprint& theirs : footprints_) {
    if (!may_race(mine, theirs.all)) continue;
    const bool mine_is_last = !theirs.all.writes || (mine.writes && mine.performed > theirs.all.performed);
    bool met = false;
    each_dword(mine, [&](std::uint32_t number, std::size_t lane, std::uint8_t bytes, std::uint8_t changed) {
      const Dword& other = theirs.dwords[number];
      if (met || (mine_is_last ? changed & other.bytes : bytes & other.changed) == 0) return;
      met = true;
      visit({mine, theirs.all, int(lane), int(other.lane), number * kDword, theirs.loads});
    });
  }
}

void LdsFootprints::forget_before(std::uint32_t epoch) {
  const auto behind =
      std::ranges::partition(footprints_, [&](const Footprint& f) { return f.all.last >= epoch; });
  for (Footprint& over : behind) spare_.push_back(std::move(over));
  footprints_.erase(behind.begin(), behind.end());
}

}  // namespace lockstep::checks
