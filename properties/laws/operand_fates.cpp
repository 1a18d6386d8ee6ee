#include "properties/laws/operand_fates.hpp"

#include <algorithm>

#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/fingerprints/tracker.hpp"
#include "emulator/observe/footprint.hpp"
#include "properties/laws/used_bytes.hpp"

namespace lockstep::laws {

using fingerprint::Fingerprint;
using isa::Access;
using machine::Pending, machine::Wave;
using Space = isa::Memory::Space;

void OperandFates::workgroup_begins(const machine::Workgroup& group) {
  const auto [at, added] = groups_.try_emplace(group.id);
  Group& g = at->second;
  g.fates.resize(bytes_.size());
  g.in_lds.clear();
  if (!entry_) entry_ = group.environment->entry;
  several_launches_ |= !added || entry_ != group.environment->entry;
  g.shares_copies |= group.cluster != nullptr;
}

OperandFates::Group& OperandFates::group_of(const Wave& wave) {
  return groups_[wave.group->id];
}

observe::Store OperandFates::noted(const Wave& wave, const Pending& p, std::size_t lane) const {
  observe::Store store(lines_);
  store.note(wave, p, lane, 0);
  store.has_lane = store.has_lane && !isa::is_scalar(p.space);
  return store;
}

std::optional<std::size_t> OperandFates::number_of(Fingerprint byte) const {
  const auto found = std::ranges::find(bytes_, byte);
  return byte.none() || found == bytes_.end() ? std::nullopt
                                              : std::optional(std::size_t(found - bytes_.begin()));
}

// A result as the order's terms have it, where a lemma knows what computed it.
Fingerprint OperandFates::carried(const Pending& p, std::size_t lane, std::size_t byte) const {
  std::array<fingerprint::Byte, 4> element;
  const std::size_t first = byte / width_ * width_;
  for (std::size_t b = 0; b < width_; ++b) element[b] = {0, tracker_.carried(p, lane, first + b)};
  if (!element[0].from.none())
    fingerprint::named_value(hasher_, tracker_.functions(), std::span(element).first(width_));
  return element[byte - first].from;
}

void OperandFates::reads_memory(const Wave& wave, const Pending& p) {
  each_memory_byte(p, [&](std::size_t lane, std::uint64_t at, bool in_range) {
    const auto number = number_of(tracker_.memory().at(at));
    if (!number) return;
    Fate& fate = group_of(wave).fates[*number];
    if (!in_range) {
      if (!fate.dropped) fate.dropped = noted(wave, p, lane);
    } else if (!fate.loaded)
      fate.loaded = noted(wave, p, lane);
    else
      fate.by_several |= fate.loaded->at != p.prepared->instruction->address;
  });
}

void OperandFates::writes_memory(const Wave& wave, const Pending& p) {
  each_memory_byte(p, [&](std::size_t lane, std::uint64_t at, bool in_range) {
    if (at == address_ && in_range) {
      last_ = wave.group->id;
      by_atomics_ |= p.memory->access == Access::atomic;
      return;
    }
    if (isa::is_scalar(p.space) || is_copy(p)) return;
    const auto number = number_of(carried(p, lane, std::size_t(at - p.address[lane])));
    if (!number) return;
    Fate& fate = group_of(wave).fates[*number];
    if (fate.sent) return;
    fate.sent = noted(wave, p, lane);
    fate.sent_nowhere = !in_range;
  });
}

// What is stored in its own place again is not lost.
void OperandFates::writes_lds(const Wave& wave, const Pending& p, std::size_t lane, std::uint64_t at,
                              Fingerprint byte) {
  Group& group = group_of(wave);
  const auto now = number_of(byte);
  if (const auto there = group.in_lds.find(at); there != group.in_lds.end() && now != there->second) {
    Fate& lost = group.fates[there->second];
    if (!lost.over) lost.over = noted(wave, p, lane);
    group.in_lds.erase(there);
  }
  if (!now) return;
  group.in_lds[at] = *now;
  if (Fate& fate = group.fates[*now]; !fate.stored) fate.stored = noted(wave, p, lane);
}

void OperandFates::performs(const Wave& wave, const Pending& p) {
  if (p.memory == nullptr || p.perform == nullptr) return;
  const bool loads = p.memory->access == Access::load;
  if (observe::uses_device_memory(p)) {
    if (loads) reads_memory(wave, p);
    if (!loads) writes_memory(wave, p);
  }
  const bool reads_lds = p.space == Space::lds ? p.memory->access != Access::store : is_copy(p) && !loads;
  Group& group = group_of(wave);
  if (reads_lds)
    each_lds_byte(p, [&](std::size_t lane, std::uint64_t at, std::size_t) {
      if (const auto there = group.in_lds.find(at); there != group.in_lds.end())
        if (Fate& fate = group.fates[there->second]; !fate.reader) fate.reader = noted(wave, p, lane);
    });
  if (p.space == Space::lds && !loads)
    each_lds_byte(p, [&](std::size_t lane, std::uint64_t at, std::size_t byte) {
      writes_lds(wave, p, lane, at, carried(p, lane, byte));
    });
}

void OperandFates::retires(const Wave& wave, const Pending& p) {
  if (p.memory == nullptr || !is_copy(p) || p.memory->access != Access::load) return;
  each_lds_byte(p, [&](std::size_t lane, std::uint64_t at, std::size_t) {
    writes_lds(wave, p, lane, at, tracker_.lds_at(*wave.group, at));
  });
}

Fate OperandFates::anywhere(std::size_t byte) const {
  Fate all;
  for (const auto& [id, group] : groups_) {
    const Fate& own = group.fates[byte];
    if (!all.loaded)
      all.loaded = own.loaded;
    else
      all.by_several |= own.loaded && own.loaded->at != all.loaded->at;
    all.by_several |= own.by_several;
    if (!all.dropped) all.dropped = own.dropped;
  }
  return all;
}

std::optional<OperandFates::Id> OperandFates::maker() const {
  if (!last_ || by_atomics_ || several_launches_ || groups_.at(*last_).shares_copies) return std::nullopt;
  return last_;
}

}  // namespace lockstep::laws
