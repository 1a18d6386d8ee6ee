// Bytes of LDS that one wave still uses when it comes to a barrier, and that another uses behind it.
//
// The first two waves are followed, each by its first thread, as long as the code says which way they go. A
// loop is taken to run twice at least. Where it says which bytes a thread uses, that the two meet is certain:
// a copy to LDS, or an access, that is not waited for before a barrier may still be under way behind it,
// whether its wave waits there or not.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/lds_ranges.hpp"

namespace lockstep::lint {

namespace {

using isa::Counter;

/// An access that no wait has covered.
struct UnderWay {
  std::uint32_t instruction = 0;
  int younger = 0;
  LdsRanges ranges;
  std::optional<int> lacked{};  ///< what a wait at the first barrier behind it had to allow
};

/// An access, and behind how many barriers; one that was issued before the last of them lacked a wait there.
struct Access {
  std::uint32_t instruction = 0;
  std::uint32_t barriers = 0;
  LdsRanges ranges;
  std::optional<int> lacked;  ///< what the wait had to allow
};

/// One wave on its way, by its first thread.
class Walk {
 public:
  Walk(const isa::Program& program, const ControlFlow& flow, Operations code, std::uint32_t thread)
      : program_(program), flow_(flow), code_(code), values_(program, code, thread) {}

  std::vector<Access> accesses() {
    state_ = values_.entry();
    std::optional<std::uint32_t> block = flow_.entries.front();
    for (std::size_t steps = 0; block && steps < kMostSteps;) {
      const Block& now = flow_.blocks[*block];
      for (std::uint32_t i = now.first; i <= now.last; ++i, ++steps)
        if (!step(i)) return std::move(accesses_);
      block = next(now);
    }
    return std::move(accesses_);
  }

 private:
  static constexpr std::size_t kMostSteps = 10'000;  ///< instructions

  /// False: what comes behind is not known.
  bool step(std::uint32_t i) {
    const Operation& now = code_[i];
    if (now.forgets) return false;
    for (const Counter c : isa::kCounters)
      if (const auto allowed = now.allowed(c)) wait_for(c, *allowed);
    if (now.issued) issue(*now.issued);
    if (const auto ranges = ranges_of(i)) {
      accesses_.push_back({i, barriers_, *ranges, std::nullopt});
      under_way_.push_back({i, 0, *ranges});
    }
    const bool in_two = program_.arch->has(arch::Feature::split_barriers);
    if (in_two ? now.is_signal : now.is_barrier) come_to_barrier();
    if (now.is_barrier) {
      ++barriers_;
      for (const UnderWay& o : late_) accesses_.push_back({o.instruction, barriers_, o.ranges, o.lacked});
      late_.clear();
    }
    values_.step(state_, i);
    return true;
  }

  void come_to_barrier() {
    for (UnderWay& o : under_way_)
      if (!o.lacked) o.lacked = o.younger;
    late_ = under_way_;
  }

  /// A copy's to one place are its wave's where all lanes take part.
  std::optional<LdsRanges> ranges_of(std::uint32_t i) const {
    const isa::Instruction& line = program_.instructions[i];
    const auto* m =
        line.semantics != nullptr ? std::get_if<isa::Memory>(&line.semantics->operation) : nullptr;
    const bool uses = code_[i].to_lds || code_[i].lds_by_lanes;
    if (m == nullptr || !code_[i].issued || !(uses || m->space == isa::Memory::Space::lds))
      return std::nullopt;
    auto ranges = lds_ranges(program_, code_, state_.values, i);
    const auto whole = [&](int half) {
      return state_.values.scalars[std::size_t(isa::scalar::kExec + half)].whole() == ~0u;
    };
    const bool in_row = code_[i].to_lds && !code_[i].lds_by_lanes;
    if (ranges && in_row && whole(0) && whole(1)) ranges->bytes[0].count *= isa::kMaxLanes;
    return ranges;
  }

  /// Where the code does not say whether a loop goes on, it does so once.
  std::optional<std::uint32_t> next(const Block& block) {
    const Edge* only = nullptr;
    const Edge* back = nullptr;
    int ways = 0;
    for (const Edge& e : block.out) {
      if (!values_.may_go(state_, block.last, e.way)) continue;
      ++ways;
      only = &e;
      if (flow_.blocks[e.to].first <= block.first) back = &e;
    }
    if (ways == 1) return only->to;
    if (back == nullptr || !repeated_.insert(block.first).second) return std::nullopt;
    return back->to;
  }

  void wait_for(Counter counter, int allowed) {
    std::erase_if(under_way_, [&](const UnderWay& o) {
      const isa::Issued& issued = *code_[o.instruction].issued;
      return issued.counter == counter && isa::covered(issued, o.younger, allowed);
    });
  }

  void issue(const isa::Issued& now) {
    wait_for(now.counter, isa::most_outstanding(now.counter, *program_.arch) - now.weight);
    if (!now.ordered) return;
    for (UnderWay& o : under_way_)
      if (code_[o.instruction].issued->counter == now.counter) o.younger += now.weight;
  }

  const isa::Program& program_;
  const ControlFlow& flow_;
  Operations code_;
  ThreadValues values_;
  ThreadValues::State state_;
  std::uint32_t barriers_ = 0;
  std::vector<UnderWay> under_way_;
  std::vector<UnderWay> late_;  ///< under way when the wave came to the barrier that it has yet to pass
  std::vector<Access> accesses_;
  std::set<std::uint32_t> repeated_;
};

struct Wave {
  std::uint32_t thread = 0;
  std::vector<Access> accesses;
};

bool reads(Operations code, std::uint32_t i) {
  return code[i].reads_lds;
}

Finding describe(const isa::Program& program, Operations code, const Access& late, const Wave& late_wave,
                 const Access& behind, const Wave& behind_wave, std::uint32_t at) {
  Finding f = found_at(FindingKind::lds_race, behind.instruction);
  const isa::Instruction& other = program.instructions[late.instruction];
  f.other_address = other.address;
  f.text = fmt::format(
      "thread {} {} LDS {:#x}, which {} of thread {} may still be {}: its wave does not wait for that before "
      "the barrier between",
      behind_wave.thread, reads(code, behind.instruction) ? "reads" : "writes", at, place(other),
      late_wave.thread, reads(code, late.instruction) ? "reading" : "filling");
  f.needed = isa::wait_text(code[late.instruction].issued->counter, *late.lacked, *program.arch) +
             (*late.lacked > 0 ? " or lower before it" : " before it");
  return f;
}

}  // namespace

std::vector<Finding> check_lds_order(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads) {
  std::vector<Finding> findings;
  const auto second_wave = std::uint32_t(isa::lane_count(program.width));
  if ((most_threads > 0 && most_threads <= second_wave) ||
      std::ranges::none_of(code, &Operation::is_barrier) ||
      std::ranges::any_of(code, &Operation::unfollowed) ||
      std::ranges::any_of(code, &Operation::other_barrier) || flow.entries.size() != 1)
    return findings;
  const Wave first{0, Walk(program, flow, code, 0).accesses()};
  const Wave second{second_wave, Walk(program, flow, code, second_wave).accesses()};
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const auto compare = [&](const Wave& late_wave, const Wave& behind_wave) {
    for (const Access& late : late_wave.accesses) {
      if (!late.lacked) continue;
      const auto [begin, end] =
          std::ranges::equal_range(behind_wave.accesses, late.barriers, {}, &Access::barriers);
      for (auto behind = begin; behind != end; ++behind) {
        if (behind->lacked || reads(code, late.instruction) == reads(code, behind->instruction)) continue;
        const auto at = late.ranges.common(behind->ranges);
        if (at && seen.emplace(late.instruction, behind->instruction).second)
          findings.push_back(describe(program, code, late, late_wave, *behind, behind_wave, *at));
      }
    }
  };
  compare(first, second);
  compare(second, first);
  return findings;
}

}  // namespace lockstep::lint
