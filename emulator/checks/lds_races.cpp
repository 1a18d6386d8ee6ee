#include "emulator/checks/lds_races.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "emulator/machine/waves/wave.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

namespace {

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
  group_ = &group;
  large_.resize(kBlocks);
  small_.resize(std::max<std::size_t>(small_.size(), (group.lds.size() + kSmall - 1) / kSmall));
  in_small_ = 0;
  under_way_.clear();
  history_.workgroup_begins(group);
}

// The epoch before which nothing was issued that is not over.
std::uint32_t LdsRaces::horizon() const {
  return under_way_.empty() ? epochs_.now() : under_way_.front().first;
}

// What is over can only meet an operation that was issued before.
void LdsRaces::barrier() {
  const std::uint32_t oldest_issue = horizon();
  if (history_.any_sorted()) {
    bring_to_small();
    history_.sort_kept();
    in_small_ = 0;
  }
  const std::size_t forgotten = history_.forget([=](const LdsOperation& o) { return o.last < oldest_issue; });
  in_small_ -= std::min(in_small_, forgotten);
}

void LdsRaces::begins(LdsOperation& o) {
  history_.begins();
  o.first = epochs_.now();
  o.known = 0;
  o.rank = o.first;
  if (under_way_.empty() || under_way_.back().first != o.first) under_way_.emplace_back(o.first, 0);
  ++under_way_.back().second;
}

void LdsRaces::ends(const LdsOperation& o) {
  if (!under_way_.empty() && under_way_.back().first == o.first) {  // nearly always
    --under_way_.back().second;
  } else {
    for (auto& [epoch, count] : under_way_)
      if (epoch == o.first) --count;
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
  o.each([&](std::size_t, int, std::uint32_t address) {
    const std::uint32_t block = address / kSmall, at = address % kSmall;
    met |= use(small_[block], element << at, o, oldest_issue);
    if (at + o.bytes > kSmall) met |= use(small_[block + 1], element >> (kSmall - at), o, oldest_issue);
  });
  return met;
}

void LdsRaces::bring_to_small() {
  const auto kept = history_.kept();
  for (; in_small_ < kept.size(); ++in_small_) may_meet_in_small(kept[in_small_]);
}

// Asks the large blocks first, and the small ones only if those say yes.
bool LdsRaces::may_meet(const LdsOperation& o) {
  const bool is_full = history_.kept().size() >= LdsHistory::kMostKept;
  if (!may_meet_in_large(o) && !is_full) return false;
  bring_to_small();
  const bool met = may_meet_in_small(o);
  if (met || is_full) history_.sort_kept();
  in_small_ = history_.kept().size() + 1;  // and this one
  return met;
}

void LdsRaces::judge(const LdsOperation& operation) {
  const bool met = may_meet(operation);
  ends(operation);
  if (met) history_.meet(operation, [this](const LdsHistory::Meeting& meeting) { report(meeting); });
  history_.keep(operation);
}

// The one that was issued behind more barriers is named first, else the one further on in the program:
// whichever was over first.
void LdsRaces::report(const LdsHistory::Meeting& m) {
  const auto rank = [](const LdsOperation& o) { return std::tuple(o.first, o.prepared->index, o.wave); };
  const bool swaps = rank(m.mine) < rank(m.theirs);
  races_.add(*group_, m, swaps, m.mine.first != m.theirs.first);
}

}  // namespace lockstep::checks
