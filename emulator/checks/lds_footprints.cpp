#include "emulator/checks/lds_footprints.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "emulator/machine/waves/prepared.hpp"

namespace lockstep::checks {

namespace {

constexpr std::uint32_t kDword = 4;

/// Calls visit(number of a dword, lane, its bytes that are used, those that change, those that a copy brings
/// again) for each dword of each element.
template <typename Visit>
void each_dword(const LdsOperation& o, Visit visit) {
  o.each([&](std::size_t lane, int element, std::uint32_t address) {
    const bool repeats = o.repeats(lane, element);
    const std::uint32_t end = address + o.bytes;
    for (std::uint32_t at = address; at < end; at = (at / kDword + 1) * kDword) {
      const std::uint32_t first = at % kDword, last = std::min(end - at + first, kDword);
      const auto bytes = std::uint8_t((1u << last) - (1u << first));
      visit(at / kDword, lane, bytes, o.writes && !repeats ? bytes : std::uint8_t{0},
            o.writes && o.copies && repeats ? bytes : std::uint8_t{0});
    }
  });
}

bool may_race(const LdsOperation& a, const LdsOperation& b) {
  return a.wave != b.wave && a.first <= b.last && b.first <= a.last && (a.writes || b.writes) &&
         !(a.atomic && b.atomic);
}

auto key(const LdsOperation& o) {
  return std::tuple(o.wave, o.prepared->index, o.first, o.last, o.needs);
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
  each_dword(o, [&](std::uint32_t number, std::size_t lane, std::uint8_t bytes, std::uint8_t changed,
                    std::uint8_t repeated) {
    Dword& dword = mine.dwords[number];
    if (dword.bytes == 0) dword.lane = std::uint8_t(lane);
    dword.bytes |= bytes;
    dword.changed |= changed;
    dword.repeated |= repeated;
  });
}

// If both operations write, the one that was performed last may only repeat the other; for a read, a write
// that changes nothing is no write.
void LdsFootprints::meet(const LdsOperation& mine, const std::function<void(const Meeting&)>& visit) {
  for (const Footprint& theirs : footprints_) {
    if (!may_race(mine, theirs.all)) continue;
    const bool mine_is_last = !theirs.all.writes || (mine.writes && mine.performed > theirs.all.performed);
    std::optional<Meeting> met;
    each_dword(mine, [&](std::uint32_t number, std::size_t lane, std::uint8_t bytes, std::uint8_t changed,
                         std::uint8_t repeated) {
      const Dword& other = theirs.dwords[number];
      const bool changes = (mine_is_last ? changed & other.bytes : bytes & other.changed) != 0;
      const bool repeats = (mine_is_last ? repeated & other.bytes : bytes & other.repeated) != 0;
      if (met ? !met->repeats || !changes : !changes && !repeats) return;
      met.emplace(
          Meeting{mine, theirs.all, int(lane), int(other.lane), number * kDword, !changes, theirs.loads});
    });
    if (met) visit(*met);
  }
}

void LdsFootprints::forget_before(std::uint32_t epoch) {
  const auto behind =
      std::ranges::partition(footprints_, [&](const Footprint& f) { return f.all.last >= epoch; });
  for (Footprint& over : behind) spare_.push_back(std::move(over));
  footprints_.erase(behind.begin(), behind.end());
}

}  // namespace lockstep::checks
