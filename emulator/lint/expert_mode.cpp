#include "emulator/lint/expert_mode.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/argument_reads.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/path.hpp"
#include "emulator/lint/wait_alu.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Instruction;
using isa::RegisterAccess;

using Unit = ExpertUnit;

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

struct UnderWay {
  std::uint32_t instruction = 0;
  int younger = 0;  ///< operations of its kind behind it, at least
  bool operator==(const UnderWay&) const = default;
};
using List = std::vector<UnderWay>;  // [instruction]

bool unite(List& into, const List& from) {
  bool changed = false;
  for (const UnderWay& u : from) {
    const auto here = std::ranges::lower_bound(into, u.instruction, {}, &UnderWay::instruction);
    if (here == into.end() || here->instruction != u.instruction) {
      into.insert(here, u);
      changed = true;
    } else if (u.younger < here->younger) {
      here->younger = u.younger;
      changed = true;
    }
  }
  return changed;
}

class ExpertMode {
 public:
  struct State {
    bool expert = false;  ///< whether the mode is on, on some path
    /// Writes of vector registers by vector instructions, reads of them by memory operations.
    List writes, reads;
  };

  ExpertMode(const isa::Program& program, Operations code) : program_(program), code_(code) {}
  static State entry() { return {}; }
  static State resumed() { return {}; }
  static std::size_t size(const State& s) { return s.writes.size() + s.reads.size(); }
  static bool join(State& into, const State& from) {
    const bool mode = from.expert && !into.expert;
    into.expert |= from.expert;
    const bool writes = unite(into.writes, from.writes), reads = unite(into.reads, from.reads);
    return mode || writes || reads;
  }

  void step(State& s, std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    wait(s, i);
    set_mode(s, i);
    const Unit unit = expert_unit(i);
    if (!s.expert || unit == Unit::none) return;
    if (unit == Unit::vector)
      issue(s.writes, at, kMostWritesUnderWay, touches(at, true));
    else
      issue(s.reads, at, kMostReadsUnderWay, touches(at, false));
  }

  /// What comes too early, and how many of its kind are younger.
  std::vector<std::pair<ExpertPair, int>> meetings(const State& s, std::uint32_t at) const {
    std::vector<std::pair<ExpertPair, int>> all;
    const Unit unit = expert_unit(program_.instructions[at]);
    if (!s.expert || unit == Unit::none) return all;
    const bool overwrites = unit == Unit::vector;
    for (const UnderWay& u : overwrites ? s.reads : s.writes)
      if (auto pair = common(at, u.instruction, overwrites)) all.emplace_back(*pair, u.younger);
    return all;
  }

 private:
  void wait(State& s, const Instruction& i) const {
    if (const auto n = allowed(i, kVaVdst)) done(s.writes, *n);
    if (const auto n = allowed(i, kVmVsrc)) done(s.reads, *n);
    // Who waits for all of a counter's operations waits for what they read.
    for (const isa::Counter c : isa::kCounters)
      if (const auto n = isa::allowed(i, c); n && *n == 0)
        std::erase_if(s.reads, [&](const UnderWay& u) {
          const auto& issued = code_[u.instruction].issued;
          return issued && issued->counter == c;
        });
  }

  /// Takes out those that `allowed` lets be done: the oldest, in the order in which LLVM counts them.
  static void done(List& list, int allowed) {
    std::erase_if(list, [&](const UnderWay& u) { return u.younger >= allowed; });
  }

  static void set_mode(State& s, const Instruction& i) {
    if (!sets_schedule_mode(i)) return;
    s.expert = may_be_expert(i);
    if (!s.expert) s.writes.clear(), s.reads.clear();
  }

  bool touches(std::uint32_t at, bool writes) const {
    return std::ranges::any_of(code_[at].accesses, [&](const RegisterAccess& a) {
      return a.file == isa::File::vector && a.writes() == writes;
    });
  }

  /// All of a kind count, whatever they write or read; the halves of a pair are one.
  void issue(List& list, std::uint32_t at, int most, bool matters) const {
    if (!program_.instructions[at].continues)
      for (UnderWay& u : list) ++u.younger;
    std::erase_if(list, [&](const UnderWay& u) { return u.younger >= most || u.instruction == at; });
    if (!matters) return;
    const auto place = std::ranges::lower_bound(list, at, {}, &UnderWay::instruction);
    list.insert(place, {at, 0});
  }

  std::optional<ExpertPair> common(std::uint32_t now, std::uint32_t other, bool overwrites) const {
    for (const RegisterAccess& mine : code_[now].accesses)
      for (const RegisterAccess& theirs : code_[other].accesses)
        if (mine.file == isa::File::vector && mine.writes() == overwrites && theirs.writes() != overwrites &&
            mine.overlaps(theirs))
          return ExpertPair{other, now, mine, theirs, overwrites};
    return std::nullopt;
  }

  const isa::Program& program_;
  Operations code_;
};

Finding finding(const isa::Program& program, const ExpertPair& pair, int younger) {
  Finding f = found_at(FindingKind::wait, pair.consumer);
  f.other_address = program.instructions[pair.producer].address;
  f.registers = isa::name(pair.at);
  f.text = expert_text(program, pair);
  f.needed = expert_wait(pair, younger);
  return f;
}

}  // namespace

Unit expert_unit(const Instruction& i) {
  if (const auto* m = operation_of<isa::Memory>(i))
    return isa::is_scalar(m->space) ? Unit::none : Unit::memory;
  if (operation_of<isa::LanePermute>(i) != nullptr) return Unit::memory;
  const bool vector = operation_of<isa::VectorAlu>(i) != nullptr ||
                      operation_of<isa::BlockConvert>(i) != nullptr ||
                      operation_of<isa::CrossLane>(i) != nullptr || operation_of<isa::Matrix>(i) != nullptr;
  return vector ? Unit::vector : Unit::none;
}

bool sets_schedule_mode(const Instruction& i) {
  constexpr std::int64_t kScheduleMode = 26;
  const Control* const what = operation_of<Control>(i);
  const bool sets = what != nullptr && (*what == Control::setreg_immediate || *what == Control::setreg);
  return sets && i.modifiers.offset == kScheduleMode && i.modifiers.offset0 == 0;
}

std::string expert_text(const isa::Program& program, const ExpertPair& pair) {
  return fmt::format("{} {}, which {} {}, in expert mode, where nothing but s_wait_alu orders them",
                     pair.overwrites ? "overwrites" : "reads", isa::name(pair.at),
                     place(program.instructions[pair.producer]), pair.overwrites ? "reads" : "writes");
}

std::string expert_wait(const ExpertPair& pair, int younger) {
  return fmt::format("s_wait_alu depctr_{}({})", pair.overwrites ? "vm_vsrc" : "va_vdst", younger);
}

std::vector<ExpertPair> expert_pairs(const code_object::CodeObject& object, const isa::Program& program) {
  std::vector<ExpertPair> all;
  const auto enters = [](const Instruction& i) { return sets_schedule_mode(i) && may_be_expert(i); };
  if (!program.arch->has(arch::Feature::expert_mode) || std::ranges::none_of(program.instructions, enters))
    return all;
  for (const code_object::Kernel& kernel : object.kernels) {
    const ControlFlow flow = kernel_code(object, program, kernel);
    const OperationTable code = operations(program, flow, kernel.descriptor.accum_offset);
    const ExpertMode analysis(program, code);
    for_each_instruction(flow, analysis, [&](const ExpertMode::State& state, std::uint32_t at) {
      for (const auto& [pair, younger] : analysis.meetings(state, at))
        if (std::ranges::find(all, pair) == all.end()) all.push_back(pair);
    });
  }
  return all;
}

std::vector<Finding> check_expert_mode(const isa::Program& program, const ControlFlow& flow,
                                       Operations code) {
  std::vector<Finding> all;
  if (!program.arch->has(arch::Feature::expert_mode)) return all;
  const ExpertMode analysis(program, code);
  const bool done =
      for_each_instruction(flow, analysis, [&](const ExpertMode::State& state, std::uint32_t at) {
        for (const auto& [pair, younger] : analysis.meetings(state, at))
          all.push_back(finding(program, pair, younger));
      });
  if (!done) all.push_back(too_much_work(flow));
  return all;
}

}  // namespace lockstep::lint
