#include "emulator/lint/expert_mode.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/argument_reads.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/path.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Instruction;
using isa::RegisterAccess;

template <typename T>
const T* operation_of(const Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty() ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

/// Whether an instruction that sets the mode turns expert mode on.
bool may_be_expert(const Instruction& i) {
  constexpr std::int64_t kExpert = 2;
  const Control* const what = operation_of<Control>(i);
  if (what == nullptr || *what != Control::setreg_immediate) return true;
  return (std::int64_t(isa::constant_bits(*i.source(0), isa::Type::u32)) & 3) == kExpert;
}

/// Registers of an instruction's accesses, those of one access behind those of another. What lies past the
/// last bit counts as not replaced.
using Registers = std::bitset<128>;

struct UnderWay {
  std::uint32_t instruction = 0;
  ExpertProgress progress{};
  Registers replaced{};  ///< those that vector instructions behind it write: they, in order, are what matters
  Registers read{};      ///< those that it writes and vector instructions behind it read, which waits for it
};
using List = std::vector<UnderWay>;  // [instruction]

/// Where paths differ, what is known of both: the fewest behind it, no fence, what both replace.
bool unite(UnderWay& into, const UnderWay& from) {
  const ExpertProgress &a = into.progress, &b = from.progress;
  const ExpertProgress both{std::min(a.younger, b.younger), std::min(a.issued, b.issued),
                            a.fenced && b.fenced, std::min(a.in_order, b.in_order),
                            a.done_in_order && b.done_in_order};
  const Registers replaced = into.replaced & from.replaced, read = into.read & from.read;
  const bool same = both == a && replaced == into.replaced && read == into.read;
  into.progress = both;
  into.replaced = replaced;
  into.read = read;
  return !same;
}

bool unite(List& into, const List& from) {
  bool changed = false;
  for (const UnderWay& u : from) {
    const auto here = std::ranges::lower_bound(into, u.instruction, {}, &UnderWay::instruction);
    if (here != into.end() && here->instruction == u.instruction) {
      changed |= unite(*here, u);
      continue;
    }
    into.insert(here, u);
    changed = true;
  }
  return changed;
}

class ExpertMode {
 public:
  struct State {
    bool expert = false;  ///< whether the mode is on, on some path
    List under_way;       ///< vector instructions and memory operations that use vector registers
  };

  ExpertMode(const isa::Program& program, Operations code, std::span<const ExpertFacts> facts)
      : program_(program), code_(code), facts_(facts) {}
  static State entry() { return {}; }
  static State resumed() { return {}; }
  static std::size_t size(const State& s) { return s.under_way.size(); }
  static bool join(State& into, const State& from) {
    const bool mode = from.expert && !into.expert;
    into.expert |= from.expert;
    return unite(into.under_way, from.under_way) || mode;
  }

  void step(State& s, std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    if (is_wait(i))
      std::erase_if(s.under_way,
                    [&](const UnderWay& u) { return is_done_by(i, u.progress, facts_[u.instruction]); });
    if (is_wait(i))
      for (UnderWay& u : s.under_way) note_order(i, u.progress, facts_[u.instruction]);
    set_mode(s, i);
    if (!s.expert || facts_[at].unit == ExpertUnit::none) return;
    std::erase_if(s.under_way, [&](const UnderWay& u) { return is_replaced(u, at); });
    for (UnderWay& u : s.under_way) {
      starts_behind(u.progress, facts_[u.instruction], facts_[at]);
      if (facts_[u.instruction].unit == ExpertUnit::vector && facts_[at].unit == ExpertUnit::vector)
        note_replaced(u, at);
    }
    std::erase_if(s.under_way, [&](const UnderWay& u) {
      return u.instruction == at || is_past_the_counter(u.progress, facts_[u.instruction]);
    });
    if (!uses_vectors(at)) return;
    s.under_way.insert(std::ranges::lower_bound(s.under_way, at, {}, &UnderWay::instruction), UnderWay{at});
  }

  /// What comes too early, and what is known of what it comes too early for.
  std::vector<std::pair<ExpertPair, ExpertProgress>> meetings(const State& s, std::uint32_t at) const {
    std::vector<std::pair<ExpertPair, ExpertProgress>> all;
    if (!s.expert || facts_[at].unit == ExpertUnit::none) return all;
    for (const UnderWay& u : s.under_way)
      if (auto pair = meet(at, u)) all.emplace_back(*pair, u.progress);
    return all;
  }

 private:
  static void set_mode(State& s, const Instruction& i) {
    if (!sets_schedule_mode(i)) return;
    s.expert = may_be_expert(i);
    if (!s.expert) s.under_way.clear();
  }

  bool uses_vectors(std::uint32_t at) const {
    return std::ranges::any_of(code_[at].accesses,
                               [](const RegisterAccess& a) { return a.file == isa::File::vector; });
  }

  bool needs_order(std::uint32_t now, std::uint32_t other, const RegisterAccess& mine,
                   const RegisterAccess& theirs) const {
    const ExpertFacts &me = facts_[now], &they = facts_[other];
    if (they.unit == ExpertUnit::vector)
      return me.unit == ExpertUnit::memory && (mine.writes() || (theirs.writes() && !keeps_its_value(other)));
    const bool in_order = me.unit == ExpertUnit::memory && me.kind == they.kind;
    return mine.writes() && !theirs.writes() && !in_order && !keeps_its_value(now);
  }

  /// A register moved to itself, as LLVM does to keep v_cmpx and v_permlane apart: whoever reads it gets the
  /// same value before and after.
  bool keeps_its_value(std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    if (i.mnemonic != "v_mov_b32" || i.modifiers.dpp) return false;
    std::optional<int> to, from;
    for (const RegisterAccess& a : code_[at].accesses)
      if (a.file == isa::File::vector) (a.writes() ? to : from) = a.first;
    return from && to == from;
  }

  /// Calls visit(access, its first register's place in Registers) for those of an instruction.
  template <typename Visit>
  void for_each_access(std::uint32_t instruction, const Visit& visit) const {
    std::size_t place = 0;
    for (const RegisterAccess& a : code_[instruction].accesses) {
      if (a.file == isa::File::vector) visit(a, place);
      place += a.count;
    }
  }

  /// Notes which registers of one under way the vector instruction `now` writes or reads.
  void note_replaced(UnderWay& u, std::uint32_t now) const {
    bool has_result = false;
    const bool keeps = keeps_its_value(now);
    for_each_access(u.instruction, [&](const RegisterAccess& theirs, std::size_t place) {
      for (const RegisterAccess& mine : code_[now].accesses)
        for (int r = 0; mine.overlaps(theirs) && r < theirs.count; ++r) {
          const std::size_t bit = place + std::size_t(r);
          const int number = theirs.first + r;
          if (number < mine.first || number >= mine.first + mine.count || bit >= u.replaced.size()) continue;
          if (mine.writes() && !keeps) u.replaced.set(bit);
          if (theirs.writes()) u.read.set(bit);
          has_result |= theirs.writes() && !mine.writes();
        }
    });
    // Who has a result has read its sources.
    for_each_access(u.instruction, [&](const RegisterAccess& theirs, std::size_t place) {
      for (std::size_t bit = place; bit < place + theirs.count && bit < u.read.size(); ++bit)
        if (has_result && !theirs.writes()) u.read.set(bit);
    });
  }

  /// Whether others stand for all registers that meet: who has written them since, or, for one who writes
  /// them, who has read them since.
  static bool is_replaced(const UnderWay& u, std::size_t place, const RegisterAccess& theirs,
                          const RegisterAccess& mine) {
    const Registers done = mine.writes() ? u.replaced | u.read : u.replaced;
    for (int r = 0; r < theirs.count; ++r) {
      if (theirs.first + r < mine.first || theirs.first + r >= mine.first + mine.count) continue;
      if (place + std::size_t(r) >= done.size() || !done[place + std::size_t(r)]) return false;
    }
    return true;
  }

  /// What is read too early says more than what is overwritten too early.
  std::optional<ExpertPair> meet(std::uint32_t now, const UnderWay& u) const {
    const std::uint32_t other = u.instruction;
    std::optional<ExpertPair> found;
    for (const RegisterAccess& mine : code_[now].accesses)
      for_each_access(other, [&](const RegisterAccess& theirs, std::size_t place) {
        if (mine.file == isa::File::vector && mine.overlaps(theirs) &&
            needs_order(now, other, mine, theirs) && !is_replaced(u, place, theirs, mine) &&
            (!found || (found->at.writes() && !mine.writes())))
          found = ExpertPair{other, now, mine, theirs, facts_[other].unit};
      });
    return found;
  }

  /// A load over what a vector instruction is still writing is what is wrong, not who uses it then.
  bool is_replaced(const UnderWay& u, std::uint32_t now) const {
    if (facts_[u.instruction].unit != ExpertUnit::vector || facts_[now].unit != ExpertUnit::memory)
      return false;
    const auto pair = meet(now, u);
    return pair && pair->at.writes() && pair->other.writes();
  }

  const isa::Program& program_;
  Operations code_;
  std::span<const ExpertFacts> facts_;  // [instruction]
};

std::vector<ExpertFacts> facts_of(const isa::Program& program) {
  std::vector<ExpertFacts> facts;
  facts.reserve(program.instructions.size());
  for (const Instruction& i : program.instructions) facts.push_back(expert_facts(i));
  return facts;
}

bool ever_expert(const isa::Program& program) {
  return program.arch->has(arch::Feature::expert_mode) &&
         std::ranges::any_of(program.instructions,
                             [](const Instruction& i) { return sets_schedule_mode(i) && may_be_expert(i); });
}

Finding finding(const isa::Program& program, const ExpertPair& pair, const ExpertProgress& producer) {
  Finding f = found_at(FindingKind::wait, pair.consumer);
  f.other_address = program.instructions[pair.producer].address;
  f.registers = isa::name(pair.at);
  f.text = expert_text(program, pair);
  f.needed = expert_wait(pair, producer.younger);
  if (producer.done_in_order) f.severity = findings::Severity::note;
  return f;
}

}  // namespace

bool sets_schedule_mode(const Instruction& i) {
  constexpr std::int64_t kScheduleMode = 26;
  const Control* const what = operation_of<Control>(i);
  const bool sets = what != nullptr && (*what == Control::setreg_immediate || *what == Control::setreg);
  return sets && i.modifiers.offset == kScheduleMode && i.modifiers.offset0 == 0;
}

std::string expert_text(const isa::Program& program, const ExpertPair& pair) {
  return fmt::format("{} {}, which {} {}, in expert mode, where nothing but s_wait_alu orders them",
                     pair.at.writes() ? "overwrites" : "reads", isa::name(pair.at),
                     place(program.instructions[pair.producer]), pair.other.writes() ? "writes" : "reads");
}

std::string expert_wait(const ExpertPair& pair, int younger) {
  return fmt::format("s_wait_alu depctr_{}({})",
                     pair.counted_by == ExpertUnit::memory ? "vm_vsrc" : "va_vdst", younger);
}

std::vector<ExpertPair> expert_pairs(const code_object::CodeObject& object, const isa::Program& program) {
  std::vector<ExpertPair> all;
  if (!ever_expert(program)) return all;
  const std::vector<ExpertFacts> facts = facts_of(program);
  for (const code_object::Kernel& kernel : object.kernels) {
    const ControlFlow flow = kernel_code(object, program, kernel);
    const OperationTable code = operations(program, flow, kernel.descriptor.accum_offset);
    const ExpertMode analysis(program, code, facts);
    for_each_instruction(flow, analysis, [&](const ExpertMode::State& state, std::uint32_t at) {
      for (const auto& [pair, producer] : analysis.meetings(state, at))
        if (std::ranges::find(all, pair) == all.end()) all.push_back(pair);
    });
  }
  return all;
}

std::vector<Finding> check_expert_mode(const isa::Program& program, const ControlFlow& flow,
                                       Operations code) {
  std::vector<Finding> all;
  if (!ever_expert(program)) return all;
  const std::vector<ExpertFacts> facts = facts_of(program);
  const ExpertMode analysis(program, code, facts);
  const bool done =
      for_each_instruction(flow, analysis, [&](const ExpertMode::State& state, std::uint32_t at) {
        for (const auto& [pair, producer] : analysis.meetings(state, at))
          all.push_back(finding(program, pair, producer));
      });
  if (!done) all.push_back(too_much_work(flow));
  return all;
}

}  // namespace lockstep::lint
