#include "emulator/isa/wait_states.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "emulator/isa/changes.hpp"
#include "emulator/isa/flow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

/// A rule, and how many wait states it asks for.
struct Applicable {
  const WaitRule* rule;
  int window;
};

/// The rules of an arch by what the producer is: most instructions are the producer of few.
class Rules {
 public:
  explicit Rules(const arch::Arch& arch) : arch_(arch) {
    for (const WaitRule& rule : wait_rules())
      if ((rule.archs & arch.instructions) != 0) all_.push_back(&rule);
  }
  bool empty() const { return all_.empty(); }

  std::vector<Applicable> of(const Timing& p) {
    std::vector<Applicable> rules;
    for (const Applicable& a : of_class(p))
      if (a.rule->may_begin(p)) rules.push_back(a);
    return rules;
  }

 private:
  /// The rules that apply to producers of the same classes, whatever their registers.
  const std::vector<Applicable>& of_class(const Timing& p) {
    const auto [at, is_new] = of_class_.try_emplace({p.classes, p.passes});
    if (!is_new) return at->second;
    for (const WaitRule* rule : all_) {
      if (!rule->may_begin(p.classes, p.passes)) continue;
      if (const int window = rule->window(p.passes, arch_); window > 0) at->second.push_back({rule, window});
    }
    return at->second;
  }

  const arch::Arch& arch_;
  std::vector<const WaitRule*> all_;
  /// [classes, passes of the producer]
  std::map<std::pair<std::uint32_t, int>, std::vector<Applicable>> of_class_;
};

/// Follows every path from a producer for as long as any of its rules can still object.
class Paths {
 public:
  Paths(const Program& program, Rules& rules, std::vector<TooClose>& found)
      : program_(program), of_arch_(rules), timings_(program.instructions.size()), found_(found) {}

  void from(std::uint32_t producer) {
    producer_ = producer;
    budget_ = kVisitsPerProducer;
    rules_ = of_arch_.of(timing_of(producer));
    if (rules_.empty()) return;
    timing_ = timing_of(producer);
    window_ = std::ranges::max(rules_, {}, &Applicable::window).window;
    first_ = found_.size();
    follow(producer, {0, timing_.passes, timing_.accesses, timing_.accesses});
  }
  /// Whether all paths of the last producer were followed to the end of its window.
  bool finished() const { return budget_ > 0; }

 private:
  /// How far a path has come.
  struct Way {
    int distance = 0;   ///< wait states behind the producer
    int pipe_free = 0;  ///< the distance at which the pipe's next instruction can issue, and one more
    std::vector<RegisterAccess> live;  ///< the producer's registers that nobody has written since
    std::vector<RegisterAccess> left;  ///< those of vectors in parts, where `live` has all or nothing
  };

  void follow(std::uint32_t from, Way way) {
    std::uint32_t at = from;
    while (true) {
      const Flow f = flow(program_, at);
      const std::int32_t target = f.target ? program_.at(*f.target) : -1;
      if (target >= 0 && at != producer_) follow_branch(std::uint32_t(target), way);
      if (!f.falls || ++at >= timings_.size()) return;
      if (!visit(at, way)) return;
    }
  }

  void follow_branch(std::uint32_t target, Way way) {
    way.distance += kTakenBranchWaitStates - 1;  // one of them was counted when it was visited
    if (visit(target, way)) follow(target, std::move(way));
  }

  // False once no rule can object any more.
  bool visit(std::uint32_t at, Way& way) {
    if (way.distance >= window_ || budget_ == 0) return false;
    --budget_;
    const Timing& consumer = timing_of(at);
    int& distance = way.distance;
    if (consumer.waits_for_pipe()) {
      distance = std::max(distance, way.pipe_free - 1);
      way.pipe_free = distance + 1 + consumer.passes;
    }
    timing_.accesses = way.live;
    for (const Applicable& a : rules_) {
      RegisterAccess where;
      if (distance < a.window && needed(*a.rule, timing_, consumer, *program_.arch, where) > distance &&
          is_left(*a.rule, where, consumer, way))
        note({producer_, at, a.rule, a.window, distance, timing_.passes, whole(where)});
    }
    for (const RegisterAccess& w : consumer.accesses)
      if (w.writes()) hide(w, way.live), hide_parts(w, way.left);
    distance += consumer.wait_states;
    return distance < window_;
  }

  const Timing& timing_of(std::uint32_t i) {
    if (!timings_[i]) timings_[i] = timing(program_.instructions[i], program_);
    return *timings_[i];
  }

  // Leaves what `w` does not overwrite. Of vectors that is all or nothing: accumulators are forwarded whole.
  static void hide(const RegisterAccess& w, std::vector<RegisterAccess>& live) {
    for (RegisterAccess& r : live) {
      const int first = r.first, end = r.first + r.count, from = w.first, to = w.first + w.count;
      const bool all = from <= first && end <= to;
      if (!w.overlaps(r) || (!all && r.file != File::scalar)) continue;
      if (from <= first) r.first = std::uint16_t(std::min(to, end));
      if (from <= first || end <= to) r.count = std::uint16_t(from <= first ? end - r.first : from - first);
    }
    std::erase_if(live, [](const RegisterAccess& r) { return r.count == 0; });
  }

  static void hide_parts(const RegisterAccess& w, std::vector<RegisterAccess>& left) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      const RegisterAccess r = left[i];
      if (r.file == File::scalar || !w.overlaps(r)) continue;
      const int end = w.first + w.count, behind = r.first + r.count - end;
      left[i].count = std::uint16_t(std::max(0, w.first - r.first));
      if (behind > 0) left.push_back({r.file, r.role, std::uint16_t(end), std::uint16_t(behind)});
    }
    std::erase_if(left, [](const RegisterAccess& r) { return r.count == 0; });
  }

  // Whether the consumer uses a part of a vector access of the producer's that nobody has written since.
  static bool is_left(const WaitRule& rule, const RegisterAccess& of_producer, const Timing& consumer,
                      const Way& way) {
    if (rule.registers != WaitRule::Kind::vector || rule.consumer_roles == 0) return true;
    return std::ranges::any_of(way.left, [&](const RegisterAccess& part) {
      return part.role == of_producer.role && part.overlaps(of_producer) &&
             std::ranges::any_of(consumer.accesses, [&](const RegisterAccess& a) {
               return (rule.consumer_roles >> std::uint32_t(a.role) & 1) != 0 && a.overlaps(part);
             });
    });
  }

  // The producer's access of which `part` is left.
  RegisterAccess whole(const RegisterAccess& part) {
    for (const RegisterAccess& a : timing_of(producer_).accesses)
      if (part.file == File::scalar && a.role == part.role && a.overlaps(part)) return a;
    return part;
  }

  void note(const TooClose& pair) {
    for (std::size_t i = first_; i < found_.size(); ++i)
      if (found_[i].consumer == pair.consumer && found_[i].rule == pair.rule) {
        found_[i].found = std::min(found_[i].found, pair.found);
        return;
      }
    found_.push_back(pair);
  }

  const Program& program_;
  Rules& of_arch_;
  std::vector<std::optional<Timing>> timings_;  ///< timings of the instructions that were asked for
  std::vector<TooClose>& found_;
  std::uint32_t producer_ = 0;
  Timing timing_;  ///< the producer's, with the registers that are live where a path has come to
  std::vector<Applicable> rules_;
  int window_ = 0;
  std::size_t first_ = 0;
  /// Compiled code needs a few dozen; only code made of branches, which nobody trusts, needs more.
  static constexpr int kVisitsPerProducer = 2000;
  int budget_ = 0;
};

int widest_window() {
  constexpr int kMostPasses = 16;
  int widest = 0;
  for (const arch::Arch* const arch : arch::all())
    for (const WaitRule& rule : wait_rules()) widest = std::max(widest, rule.window(kMostPasses, *arch));
  return widest;
}

/// The pairs of the producers that `wanted` names.
template <typename Wanted>
WaitStates follow_producers(const Program& program, Wanted wanted) {
  WaitStates found;
  Rules rules(*program.arch);
  if (rules.empty()) return found;
  Paths paths(program, rules, found.pairs);
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    if (!wanted(i)) continue;
    paths.from(i);
    if (!paths.finished()) found.unfinished.push_back(i);
  }
  return found;
}

}  // namespace

WaitStates too_close(const Program& program) {
  return follow_producers(program, [](std::uint32_t) { return true; });
}

WaitStates too_close(const Program& program, const Program& before, const WaitStates& known) {
  if (before.arch != program.arch || before.instructions.size() != program.instructions.size())
    return too_close(program);
  // Each instruction on a path is a wait state at least, so no window is longer than that many steps.
  const std::vector<bool> near = near_changes(before, program, widest_window());
  WaitStates found = follow_producers(program, [&](std::uint32_t producer) { return near[producer]; });
  std::vector<TooClose> kept, pairs;
  for (const TooClose& pair : known.pairs)
    if (!near[pair.producer]) kept.push_back(pair);
  std::ranges::merge(found.pairs, kept, std::back_inserter(pairs), {}, &TooClose::producer,
                     &TooClose::producer);
  found.pairs = std::move(pairs);
  for (const std::uint32_t producer : known.unfinished)
    if (!near[producer]) found.unfinished.push_back(producer);
  std::ranges::sort(found.unfinished);
  return found;
}

}  // namespace lockstep::isa
