#include "emulator/lint/expert_mode.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/path.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Instruction;
using isa::RegisterAccess;

constexpr int kMostWrites = 15, kMostReads = 7;  ///< of va_vdst and vm_vsrc

enum class Unit : std::uint8_t { none, vector, memory };

template <typename T>
const T* operation_of(const Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty() ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

Unit unit_of(const Instruction& i) {
  if (const auto* m = operation_of<isa::Memory>(i)) return isa::is_scalar(m->space) ? Unit::none : Unit::memory;
  if (operation_of<isa::LanePermute>(i) != nullptr) return Unit::memory;
  const bool vector = operation_of<isa::VectorAlu>(i) != nullptr || operation_of<isa::BlockConvert>(i) != nullptr ||
                      operation_of<isa::CrossLane>(i) != nullptr || operation_of<isa::Matrix>(i) != nullptr;
  return vector ? Unit::vector : Unit::none;
}

/// A field of s_wait_alu: its name, and where it is in the immediate.
struct WaitField {
  std::string_view name;
  int first, bits;
};
constexpr WaitField kVaVdst{"va_vdst(", 12, 4}, kVmVsrc{"vm_vsrc(", 2, 3};

/// "depctr_va_vdst(3)" in the line: 3; or of a line with a number.
std::optional<int> field(std::string_view line, const WaitField& f) {
  const auto number = [](std::string_view text, int base) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
  };
  constexpr std::string_view kHexadecimal = " 0x";
  if (const std::size_t at = line.find(kHexadecimal); at != std::string_view::npos)
    if (const auto all = number(line.substr(at + kHexadecimal.size()), 16)) return *all >> f.first & ((1 << f.bits) - 1);
  const std::size_t at = line.find(f.name);
  return at == std::string_view::npos ? std::nullopt : number(line.substr(at + f.name.size()), 10);
}

struct UnderWay {
  std::uint32_t instruction = 0;
  int younger = 0;  ///< of its kind, at least
  bool operator==(const UnderWay&) const = default;
};
using List = std::vector<UnderWay>;  // by instruction

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
    bool expert = false;  ///< on some path
    List writes, reads;   ///< of vector registers, by vector instructions and by memory operations
  };

  ExpertMode(const isa::Program& program, std::span<const Operation> code) : program_(program), code_(code) {}
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
    const Unit unit = unit_of(i);
    if (!s.expert || unit == Unit::none) return;
    if (unit == Unit::vector)
      issue(s.writes, at, kMostWrites, touches(at, true));
    else
      issue(s.reads, at, kMostReads, touches(at, false));
  }

  /// What comes too early, and where the two meet.
  std::vector<std::pair<UnderWay, RegisterAccess>> meetings(const State& s, std::uint32_t at) const {
    std::vector<std::pair<UnderWay, RegisterAccess>> all;
    const Unit unit = unit_of(program_.instructions[at]);
    if (!s.expert || unit == Unit::none) return all;
    const bool overwrites = unit == Unit::vector;
    for (const UnderWay& u : overwrites ? s.reads : s.writes)
      if (const auto both = common(at, overwrites, u.instruction, !overwrites)) all.emplace_back(u, *both);
    return all;
  }

 private:
  void wait(State& s, const Instruction& i) const {
    if (i.mnemonic == "s_wait_idle") s.writes.clear(), s.reads.clear();
    if (i.mnemonic == "s_wait_alu") {
      if (const auto n = field(i.text, kVaVdst)) done(s.writes, *n);
      if (const auto n = field(i.text, kVmVsrc)) done(s.reads, *n);
    }
    // Who waits for all of a counter's operations waits for what they read.
    for (const isa::Counter c : isa::kCounters)
      if (const auto n = isa::allowed(i, c); n && *n == 0)
        std::erase_if(s.reads, [&](const UnderWay& u) {
          const auto& issued = code_[u.instruction].issued;
          return issued && issued->counter == c;
        });
  }

  /// In their order, as LLVM counts them.
  static void done(List& list, int allowed) {
    std::erase_if(list, [&](const UnderWay& u) { return u.younger >= allowed; });
  }

  static void set_mode(State& s, const Instruction& i) {
    constexpr std::int64_t kScheduleMode = 26, kExpert = 2;
    const Control* const what = operation_of<Control>(i);
    if (what == nullptr || i.modifiers.offset != kScheduleMode || i.modifiers.offset0 != 0) return;
    if (*what == Control::setreg_immediate)
      s.expert = (std::int64_t(isa::constant_bits(*i.source(0), isa::Type::u32)) & 3) == kExpert;
    if (*what == Control::setreg) s.expert = true;
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

  std::optional<RegisterAccess> common(std::uint32_t now, bool now_writes, std::uint32_t other, bool other_writes) const {
    for (const RegisterAccess& mine : code_[now].accesses)
      for (const RegisterAccess& theirs : code_[other].accesses)
        if (mine.file == isa::File::vector && mine.writes() == now_writes && theirs.writes() == other_writes && mine.overlaps(theirs))
          return mine;
    return std::nullopt;
  }

  const isa::Program& program_;
  std::span<const Operation> code_;
};

Finding finding(const isa::Program& program, std::uint32_t at, const UnderWay& u, const RegisterAccess& both) {
  const bool overwrites = unit_of(program.instructions[at]) == Unit::vector;
  Finding f;
  f.kind = Kind::wait;
  f.severity = findings::Severity::manual;
  f.instruction = at;
  f.other = program.instructions[u.instruction].address;
  f.registers = isa::name(both);
  f.text = fmt::format("{} {}, which {} {}, in expert mode, where nothing but s_wait_alu orders them",
                       overwrites ? "overwrites" : "reads", f.registers, place(program.instructions[u.instruction]),
                       overwrites ? "reads" : "writes");
  f.needed = fmt::format("s_wait_alu depctr_{}({})", overwrites ? "vm_vsrc" : "va_vdst", u.younger);
  return f;
}

}  // namespace

std::vector<Finding> check_expert_mode(const isa::Program& program, const ControlFlow& flow,
                                       std::span<const Operation> code) {
  std::vector<Finding> all;
  if (program.arch != "gfx1250") return all;
  const ExpertMode analysis(program, code);
  const bool done = for_each_instruction(flow, analysis, [&](const ExpertMode::State& state, std::uint32_t at) {
    for (const auto& [under_way, both] : analysis.meetings(state, at)) all.push_back(finding(program, at, under_way, both));
  });
  if (!done) all.push_back(too_much_work(flow));
  return all;
}

}  // namespace lockstep::lint
