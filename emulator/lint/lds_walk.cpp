#include "emulator/lint/lds_walk.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/semantics.hpp"

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

/// One wave on its way, by its first thread.
class Walk {
 public:
  Walk(const isa::Program& program, const ControlFlow& flow, Operations code, std::uint32_t thread)
      : program_(program), flow_(flow), code_(code), values_(program, code, thread) {}

  std::vector<LdsAccess> accesses() {
    state_ = values_.entry();
    std::optional<std::uint32_t> block = flow_.entries.front();
    for (std::size_t steps = 0; block && steps < kMostSteps;) {
      const Block& now = flow_.blocks[*block];
      came_.try_emplace(now.first, Came{accesses_.size(), barriers_});
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
    const Operation& now = code_[i];
    if (line.semantics == nullptr || !now.issued || !(now.to_lds || now.reads_lds || now.fills_lds))
      return std::nullopt;
    auto ranges = lds_ranges(program_, code_, state_.values, i);
    const auto whole = [&](int half) {
      return state_.values.scalars[std::size_t(isa::scalar::kExec + half)].whole() == ~0u;
    };
    const bool in_row =
        now.to_lds && !now.lds_by_lanes && std::holds_alternative<isa::Memory>(line.semantics->operation);
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
    if (back == nullptr) return std::nullopt;
    note_loop(flow_.blocks[back->to].first);
    if (!repeated_.insert(block.first).second) return std::nullopt;
    return back->to;
  }

  /// What was accessed since the wave first came to the loop's head, if no barrier lies behind that.
  void note_loop(std::uint32_t head) {
    const auto turn = came_.find(head);
    if (turn == came_.end() || turn->second.barriers != barriers_) return;
    for (std::size_t a = turn->second.accesses; a < accesses_.size(); ++a) accesses_[a].may_wait_by_it = true;
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
  std::vector<LdsAccess> accesses_;
  std::set<std::uint32_t> repeated_;
  /// What had been accessed when the wave first came to a block, and behind how many barriers it was.
  struct Came {
    std::size_t accesses;
    std::uint32_t barriers;
  };
  std::map<std::uint32_t, Came> came_;  ///< [the block's first instruction]
};

}  // namespace

std::vector<LdsAccess> follow_wave(const isa::Program& program, const ControlFlow& flow, Operations code,
                                   std::uint32_t thread) {
  return Walk(program, flow, code, thread).accesses();
}

}  // namespace lockstep::lint
