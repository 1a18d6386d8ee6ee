#include <algorithm>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/lds_ranges.hpp"

namespace lockstep::lint {

namespace {

using isa::Counter;

struct OnItsWay {
  std::uint32_t instruction = 0;
  int younger = 0;
  LdsRanges ranges;
  bool operator==(const OnItsWay&) const = default;
};

/// Two that concern the same bytes.
struct Clash {
  OnItsWay first;
  std::uint32_t at = 0;  ///< the byte
};

class LdsBytes {
 public:
  struct State {
    ThreadValues::State thread;
    std::vector<OnItsWay> operations;  ///< copies, and what else uses LDS, whose places are known
  };

  LdsBytes(const isa::Program& program, Operations code, std::uint32_t thread)
      : program_(program), code_(code), values_(program, code, thread) {}

  State entry() const { return {values_.entry(), {}}; }
  State resumed() const { return {values_.resumed(), {}}; }
  static std::size_t size(const State& s) { return ThreadValues::size(s.thread) + s.operations.size(); }
  bool may_go(const State& s, std::uint32_t instruction, Edge::Way way) const {
    return values_.may_go(s.thread, instruction, way);
  }

  void step(State& s, std::uint32_t i) const {
    const Operation& now = code_[i];
    if (now.forgets) s.operations.clear();
    for (const Counter c : isa::kCounters)
      if (const auto allowed = now.allowed(c)) wait_for(s, c, *allowed);
    for (const Clash& clash : clashes(s, i)) std::erase(s.operations, clash.first);  // said once
    const bool uses = now.issued && uses_lds(now);
    const auto ranges = uses ? lds_ranges(program_, code_, s.thread.values, i) : std::nullopt;
    if (now.issued) issue(s, *now.issued);
    if (uses) std::erase_if(s.operations, [&](const OnItsWay& o) { return o.instruction == i; });
    if (ranges) s.operations.push_back({i, 0, *ranges});
    values_.step(s.thread, i);
  }

  bool join(State& into, const State& from) const {
    bool changed = ThreadValues::join(into.thread, from.thread);
    for (const OnItsWay& o : from.operations) {
      const auto same = std::ranges::find_if(into.operations, [&](const OnItsWay& p) {
        return p.instruction == o.instruction && p.ranges == o.ranges;
      });
      const auto places = std::ranges::count(into.operations, o.instruction, &OnItsWay::instruction);
      if (same == into.operations.end() && places >= kPlaces) continue;
      if (same == into.operations.end()) {
        into.operations.push_back(o);
        changed = true;
      } else if (o.younger < same->younger) {
        same->younger = o.younger;
        changed = true;
      }
    }
    return changed;
  }

  /// Reads and writes against copies on their way, copies against reads and writes on theirs.
  std::vector<Clash> clashes(const State& s, std::uint32_t i) const {
    std::vector<Clash> all;
    const Operation& now = code_[i];
    if (s.operations.empty() || !uses_lds(now)) return all;
    const auto ranges = lds_ranges(program_, code_, s.thread.values, i);
    if (!ranges) return all;
    for (const OnItsWay& o : s.operations)
      if (code_[o.instruction].to_lds != now.to_lds)
        if (const auto at = o.ranges.common(*ranges)) all.push_back({o, *at});
    return all;
  }

 private:
  static bool uses_lds(const Operation& o) { return o.to_lds || o.reads_lds || o.fills_lds; }

  static constexpr std::ptrdiff_t kPlaces = 4;  ///< places of one instruction at most, on different paths

  void wait_for(State& s, Counter counter, int allowed) const {
    std::erase_if(s.operations, [&](const OnItsWay& o) {
      const isa::Issued& issued = *code_[o.instruction].issued;
      return issued.counter == counter && isa::covered(issued, o.younger, allowed);
    });
  }

  void issue(State& s, const isa::Issued& now) const {
    wait_for(s, now.counter, isa::most_outstanding(now.counter, *program_.arch) - now.weight);
    if (!now.ordered) return;
    for (OnItsWay& o : s.operations)
      if (code_[o.instruction].issued->counter == now.counter) o.younger += now.weight;
  }

  const isa::Program& program_;
  Operations code_;
  ThreadValues values_;
};

Finding describe(const isa::Program& program, Operations code, const Clash& clash, std::uint32_t at,
                 std::uint32_t thread) {
  const Operation &now = code[at], &before = code[clash.first.instruction];
  const std::string other = place(program.instructions[clash.first.instruction]);
  Finding f = found_at(FindingKind::lds_copy, at);
  f.other_address = program.instructions[clash.first.instruction].address;
  f.text = now.to_lds ? fmt::format("fills LDS {:#x}, which {} may still be {}, of thread {}", clash.at,
                                    other, before.reads_lds ? "reading" : "writing", thread)
                      : fmt::format("{} LDS {:#x}, which {} fills, before a wait for it, of thread {}",
                                    now.reads_lds ? "reads" : "writes", clash.at, other, thread);
  f.needed = isa::wait_text(before.issued->counter, clash.first.younger, *program.arch) +
             (clash.first.younger > 0 ? " or lower" : "");
  return f;
}

/// What thread 0 makes of an instruction.
enum class First : std::uint8_t { not_reached, off, perhaps };

/// Nobody knows how many threads there are. A thread other than the first is meant only where the code leaves
/// the first out: the second, where lane 0 is off; one of the second wave, where the first wave does not
/// come.
bool is_meant(std::uint32_t thread, std::uint32_t second_wave, First first) {
  return thread == 0 || first == (thread < second_wave ? First::off : First::not_reached);
}

}  // namespace

std::vector<Finding> check_lds_bytes(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads) {
  std::vector<Finding> findings;
  const auto copies = [](const Operation& o) { return o.to_lds; };
  if (std::ranges::none_of(code, copies) || std::ranges::any_of(code, &Operation::unfollowed))
    return findings;
  std::vector<First> first(program.instructions.size(), First::not_reached);
  const auto second_wave = std::uint32_t(isa::lane_count(program.width));
  for (const std::uint32_t thread : {0u, 1u, second_wave}) {
    if (thread > 0 && most_threads > 0 && thread >= most_threads) continue;
    const LdsBytes bytes(program, code, thread);
    const bool done = for_each_instruction(flow, bytes, [&](const LdsBytes::State& state, std::uint32_t at) {
      if (thread == 0) first[at] = state.thread.values.lane_is_off() ? First::off : First::perhaps;
      if (!is_meant(thread, second_wave, first[at])) return;
      const auto clashes = bytes.clashes(state, at);
      // What covers the youngest covers all.
      const auto worst =
          std::ranges::min_element(clashes, {}, [](const Clash& c) { return c.first.younger; });
      if (worst != clashes.end()) findings.push_back(describe(program, code, *worst, at, thread));
    });
    if (!done) {
      findings.push_back(too_much_work(flow));
      break;
    }
  }
  return findings;
}

}  // namespace lockstep::lint
