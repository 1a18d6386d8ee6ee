#include "emulator/checks/lds_races.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include <fmt/format.h>

#include "emulator/checks/lds_changes.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using machine::Pending;
using machine::Wave;

namespace {

bool uses_lds(const Pending& p) {
  return p.lds.in_row() || (p.space == isa::Memory::Space::lds && p.perform != nullptr);
}

// Takes out the lanes of a store that change nothing.
void leave_out_the_same(const Wave& wave, const Pending& p, LdsOperation& operation) {
  for (int e = 0; e < operation.elements; ++e) operation.lanes[std::size_t(e)] &= ~lanes_in_lds(wave, p, e);
}

/// The lanes' addresses, and from where to where they lie.
LOCKSTEP_CLONES void place(const Pending& p, LdsOperation& o) {
  std::uint32_t lowest = ~0u, highest = 0;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
    const auto at = std::uint32_t(p.address[l]);
    o.at[l] = at;
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  o.lowest = lowest;
  o.highest = highest;
}

void describe(const Wave& wave, const Pending& p, std::uint32_t now, LdsOperation& o) {
  o.first = p.stamp;
  o.last = now;
  o.instruction = p.prepared->index;
  o.wave = std::uint8_t(wave.id);
  o.writes = p.lds.in_row() || p.memory->access != isa::Access::load;
  o.atomic = p.memory->access == isa::Access::atomic;
  o.elements = !p.lds.in_row() && p.memory->pair ? 2 : 1;
  o.bytes = p.lds.in_row() ? std::max<std::uint32_t>(4, p.memory->bytes) : p.memory->bytes;
  o.lanes = {p.lanes, o.elements == 2 ? p.lanes : 0};
  o.second = std::int32_t(p.second);
  o.in_row = p.lds.in_row() || p.in_row();
  if (!o.in_row) return place(p, o);
  o.lowest = std::uint32_t(p.lds.in_row() ? p.lds.base : p.address[0]);
  o.highest = o.address(isa::kMaxLanes - 1);
}

// What is known of a large block: not which of its bytes
constexpr std::uint64_t kAnyByte = ~std::uint64_t{0};

/// From the lowest lane's to the highest's: right, or too many.
struct Blocks {
  std::uint32_t first, last;
};
Blocks blocks_between(const LdsOperation& o) {
  return {o.lowest / LdsRaces::kLarge, (o.highest + o.bytes - 1) / LdsRaces::kLarge};
}

/// A fragment, or a row of one: not worth asking every lane which of them it uses.
bool is_narrow(const LdsOperation& o, Blocks between) {
  constexpr std::uint32_t kNarrow = 4;
  return o.elements == 1 && ~o.lanes[0] == 0 && between.last - between.first < kNarrow;
}

// One bit a block; LDS has 160 KiB at most.
using BlockSet = std::array<std::uint64_t, 4>;
constexpr std::uint32_t kBlocks = 64 * std::tuple_size_v<BlockSet>;

LOCKSTEP_CLONES BlockSet blocks_of(const LdsOperation& o) {
  BlockSet used{};
  for (std::size_t e = 0; e < o.elements; ++e)
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
      const std::uint64_t live = o.lanes[e] >> l & 1;
      const std::uint32_t at = o.address(l) + (e == 0 ? 0u : std::uint32_t(o.second));
      const std::uint32_t first = at / LdsRaces::kLarge, last = (at + o.bytes - 1) / LdsRaces::kLarge;
      used[first / 64 % 4] |= live << first % 64;
      used[last / 64 % 4] |= live << last % 64;
    }
  return used;
}

}  // namespace

void LdsRaces::workgroup_begins(const machine::Workgroup& group) {
  large_.resize(kBlocks);
  small_.resize(std::max<std::size_t>(small_.size(), (group.lds.size() + kSmall - 1) / kSmall));
  kept_.clear();
  oldest_ = in_small_ = 0;
  under_way_.clear();
  use_.begin(group.lds.size());
}

// The epoch before which nothing was issued that is not over.
std::uint32_t LdsRaces::horizon() const {
  return under_way_.empty() ? epochs_.now() : under_way_.front().first;
}

// What is over can only meet an operation that was issued before.
void LdsRaces::barrier(const machine::Workgroup&) {
  const std::uint32_t oldest_issue = horizon();
  while (oldest_ < kept_.size() && kept_[oldest_].last < oldest_issue) ++oldest_;
  if (2 * oldest_ < kept_.size()) return;
  kept_.erase(kept_.begin(), kept_.begin() + std::ptrdiff_t(oldest_));
  in_small_ -= std::min(in_small_, oldest_);
  oldest_ = 0;
}

void LdsRaces::issues(machine::Wave&, Pending& p) {
  if (!uses_lds(p)) return;
  if (under_way_.empty() || under_way_.back().first != p.stamp) under_way_.emplace_back(p.stamp, 0);
  ++under_way_.back().second;
}

// Stores and atomics are judged before they change LDS.
void LdsRaces::performs(const Wave& wave, const Pending& p) {
  if (p.lds.in_row() || !uses_lds(p) || p.memory->access == isa::Access::load) return;
  describe(wave, p, epochs_.now(), kept_.emplace_back());
  if (p.memory->access == isa::Access::store) leave_out_the_same(wave, p, kept_.back());
  note_last(wave, p);
}

void LdsRaces::retires(const Wave& wave, const Pending& p) {
  if (!uses_lds(p)) return;
  if (p.lds.in_row() || p.memory->access == isa::Access::load) {
    describe(wave, p, epochs_.now(), kept_.emplace_back());
    kept_.back().unchanged = p.lds.in_row() && is_in_lds(wave, p);
    note_last(wave, p);
  }
  if (!under_way_.empty() && under_way_.back().first == p.stamp) {  // nearly always
    --under_way_.back().second;
  } else {
    for (auto& [epoch, count] : under_way_)
      if (epoch == p.stamp) --count;
  }
  while (!under_way_.empty() && under_way_.front().second == 0) under_way_.pop_front();
}

// Whether another wave may use these bytes of the block at the same time; from now on this one does.
bool LdsRaces::use(Block& block, std::uint64_t bytes, const LdsOperation& o, std::uint32_t horizon) {
  const bool met = block.write.others_since(o.first, o.wave, bytes) ||
                   (o.writes && block.read.others_since(o.first, o.wave, bytes));
  (o.writes ? block.write : block.read).add(o.last, o.wave, bytes, horizon);
  return met;
}

bool LdsRaces::may_meet_in_large(const LdsOperation& o) {
  bool met = false;
  const std::uint32_t oldest_issue = horizon();
  const Blocks between = blocks_between(o);
  if (is_narrow(o, between)) {
    for (std::uint32_t b = between.first; b <= between.last; ++b)
      met |= use(large_[b % kBlocks], kAnyByte, o, oldest_issue);
    return met;
  }
  BlockSet used = blocks_of(o);
  for (std::size_t word = 0; word < used.size(); ++word)
    for (; used[word] != 0; used[word] &= used[word] - 1)
      met |= use(large_[64 * word + std::size_t(std::countr_zero(used[word]))], kAnyByte, o, oldest_issue);
  return met;
}

bool LdsRaces::may_meet_in_small(const LdsOperation& o) {
  static_assert(kSmall == 64);  // a bit for each byte
  bool met = false;
  const std::uint32_t oldest_issue = horizon();
  const std::uint64_t element = (std::uint64_t{1} << o.bytes) - 1;
  o.each([&](int, std::uint32_t address) {
    const std::uint32_t block = address / kSmall, at = address % kSmall;
    met |= use(small_[block], element << at, o, oldest_issue);
    if (at + o.bytes > kSmall) met |= use(small_[block + 1], element >> (kSmall - at), o, oldest_issue);
  });
  return met;
}

// The operation that was kept last.
void LdsRaces::note_last(const Wave& wave, const Pending& p) {
  constexpr std::size_t kMostKept = 4096;
  const std::size_t last = kept_.size() - 1;
  const LdsOperation& operation = kept_[last];
  bool met = may_meet_in_large(operation) || last >= kMostKept;
  if (met) {
    for (in_small_ = std::max(in_small_, oldest_); in_small_ < last; ++in_small_)
      may_meet_in_small(kept_[in_small_]);
    ++in_small_;  // the operation
    met = may_meet_in_small(operation) || last >= kMostKept;
  }
  if (!met) return;
  std::vector<LdsUse::Meeting> none, meetings;
  for (; oldest_ < last; ++oldest_) use_.note(kept_[oldest_], none);
  use_.note(operation, meetings);
  for (const LdsUse::Meeting& meeting : meetings) report(wave, p, operation, meeting);
  kept_.clear();
  oldest_ = in_small_ = 0;
}

void LdsRaces::report(const Wave& wave, const Pending& p, const LdsOperation& mine,
                      const LdsUse::Meeting& meeting) {
  const LdsUse::Access& theirs = meeting.theirs;
  const auto severity = mine.unchanged ? findings::Severity::risk : findings::Severity::wrong;
  if (!findings_.is_new(findings::FindingKind::lds_race, mine.instruction, theirs.instruction, severity))
    return;
  const isa::Instruction& other = wave.environment().program->decoded->instructions[theirs.instruction];
  findings_.add(
      findings::FindingKind::lds_race, wave, *p.prepared, meeting.lane, theirs.instruction,
      fmt::format("{} LDS {:#x}, which {} uses by {} @{:#x}; no barrier lies between{}",
                  mine.writes ? "writes" : "reads", meeting.address,
                  theirs.several ? std::string("another wave") : fmt::format("wave {}", theirs.wave),
                  other.text, other.address, mine.unchanged ? ", but it writes what is there already" : ""),
      severity);
}

}  // namespace lockstep::checks
