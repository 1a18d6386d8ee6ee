#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/expert_mode.hpp"
#include "emulator/lint/expert_order.hpp"
#include "emulator/lint/fixed_point.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Instruction;

constexpr std::string_view kArrive = "ds_atomic_async_barrier_arrive_b64";
constexpr int kScalarWritesApart = 10, kNopsBeforeMode = 2;

template <typename T>
const T* what_of(const Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty() ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

bool is_vector_operation(const Instruction& i) {
  return expert_unit(i) == ExpertUnit::vector;
}

bool is_vector_memory(const Instruction& i) {
  return expert_unit(i) == ExpertUnit::memory;
}

bool computes(const Instruction& i) {
  return is_vector_operation(i) || is_vector_memory(i) || what_of<isa::ScalarAlu>(i) != nullptr;
}

bool is_permlane(const Instruction& i) {
  return i.mnemonic.starts_with("v_permlane");
}

bool reads_scratch_base(const Instruction& i) {
  return i.text.find("src_flat_scratch_base") != std::string::npos;
}

bool reads_state(const Instruction& i) {
  // STATUS, STATE_PRIV, EXCP_FLAG_PRIV, EXCP_FLAG_USER
  constexpr std::array<std::int64_t, 4> kStates{2, 4, 17, 18};
  const auto* what = what_of<Control>(i);
  return what != nullptr && *what == Control::getreg &&
         std::ranges::find(kStates, i.modifiers.offset) != kStates.end();
}

bool writes_first_mode_bit(const Instruction& i) {
  constexpr std::int64_t kMode = 1;
  const auto* what = what_of<Control>(i);
  const bool sets = what != nullptr && (*what == Control::setreg || *what == Control::setreg_immediate);
  return sets && i.modifiers.offset == kMode && i.modifiers.offset0 == 0 && i.modifiers.offset1 == 1;
}

/// What is under way on some path.
struct Since {
  std::uint32_t instruction = 0;
  int writes = 0;       ///< instructions that write SGPRs since, at least
  bool vector = false;  ///< a vector instruction is it
  bool operator==(const Since&) const = default;
};

class CertainHazards {
 public:
  struct State {
    /// The last v_cmpx, if no vector instruction but v_nop came after.
    std::optional<std::uint32_t> compared;
    std::optional<std::uint32_t> computed;  ///< the last instruction, if no s_wait_alu 0 came after
    std::optional<std::uint32_t> vector;    ///< the last vector instruction but v_nop, with `nops` after it
    int nops = 0;
    std::vector<std::uint32_t> reading;    ///< memory operations that may still be reading registers
    std::optional<std::uint32_t> arrived;  ///< an arrival that may still be
    std::vector<Since> base;               ///< writes of s102 and s103
  };

  CertainHazards(const isa::Program& program, Operations code) : program_(program), code_(code) {}
  static State entry() { return {}; }
  static State resumed() { return {}; }
  static std::size_t size(const State& s) { return 1 + s.reading.size() + s.base.size(); }
  static bool join(State& into, const State& from) {
    const bool compared = unite(into.compared, from.compared), computed = unite(into.computed, from.computed),
               arrived = unite(into.arrived, from.arrived);
    bool changed = compared || computed || arrived;
    if (from.vector && (!into.vector || from.nops < into.nops))
      into.vector = from.vector, into.nops = from.nops, changed = true;
    for (const std::uint32_t r : from.reading) {
      const auto here = std::ranges::lower_bound(into.reading, r);
      if (here == into.reading.end() || *here != r) into.reading.insert(here, r), changed = true;
    }
    for (const Since& f : from.base) {
      const auto here = std::ranges::lower_bound(into.base, f.instruction, {}, &Since::instruction);
      if (here == into.base.end() || here->instruction != f.instruction)
        into.base.insert(here, f), changed = true;
      else if (f.writes < here->writes)
        here->writes = f.writes, changed = true;
    }
    return changed;
  }

  void step(State& s, std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    wait(s, i);
    const bool vector = is_vector_operation(i), nop = i.mnemonic == "v_nop";
    if (vector && !nop) s.compared = i.mnemonic.starts_with("v_cmpx") ? std::optional(at) : std::nullopt;
    if (computes(i)) s.computed = at;
    if (nop) ++s.nops;
    if (vector && !nop) s.vector = at, s.nops = 0;
    if (s.nops >= kNopsBeforeMode) s.vector.reset();
    if (vector || is_vector_memory(i)) s.arrived.reset();  // said once
    if (i.mnemonic == kArrive) s.arrived = at;
    if (is_vector_memory(i) && i.mnemonic != kArrive) remember(s.reading, at);
    write_scalars(s, at, vector);
  }

  /// What is wrong with an instruction: what rule it breaks, with whom, and what would mend it.
  struct Meeting {
    const char* rule;
    std::uint32_t other;
    std::string needed;
  };
  std::vector<Meeting> meetings(const State& s, const ControlFlow& flow, std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    std::vector<Meeting> all;
    if (is_permlane(i) && s.compared)
      all.push_back({"compare-to-permlane", *s.compared,
                     "a vector instruction between, such as v_mov_b32 of a register to itself"});
    if (reads_state(i) && s.computed) all.push_back({"state-read", *s.computed, "s_wait_alu 0 between"});
    if (writes_first_mode_bit(i) && s.vector) all.push_back({"mode-write", *s.vector, "two v_nop between"});
    if (i.mnemonic == kArrive) {
      if (!s.reading.empty())
        all.push_back({"arrive", s.reading.back(), "s_wait_alu depctr_vm_vsrc(0) between"});
      if (const auto clause = clause_of(flow, at))
        all.push_back({"arrive", *clause, "another place: it is in that clause"});
    }
    if (s.arrived && (is_vector_operation(i) || is_vector_memory(i)))
      all.push_back({"arrive", *s.arrived, "s_wait_alu depctr_vm_vsrc(0) between"});
    if (reads_scratch_base(i))
      for (const Since& b : s.base)
        all.push_back({"scratch-base", b.instruction,
                       fmt::format("s_wait_alu depctr_{}(0) between", b.vector ? "va_sdst" : "sa_sdst")});
    return all;
  }

 private:
  static bool unite(std::optional<std::uint32_t>& into, const std::optional<std::uint32_t>& from) {
    if (!from || (into && *into >= *from)) return false;
    into = from;
    return true;
  }
  static void remember(std::vector<std::uint32_t>& list, std::uint32_t at) {
    const auto here = std::ranges::lower_bound(list, at);
    if (here == list.end() || *here != at) list.insert(here, at);
  }

  void wait(State& s, const Instruction& i) const {
    if (waits_for_all(i)) s.computed.reset();
    if (allowed(i, kVmVsrc) == 0) s.reading.clear(), s.arrived.reset();
    for (const isa::Counter c : isa::kCounters)
      if (const auto n = isa::allowed(i, c); n && *n == 0) {
        const auto counted = [&](std::uint32_t at) {
          const auto& issued = code_[at].issued;
          return issued && issued->counter == c;
        };
        std::erase_if(s.reading, counted);
        if (s.arrived && counted(*s.arrived)) s.arrived.reset();
      }
    const bool scalar = allowed(i, kSaSdst) == 0, vector = allowed(i, kVaSdst) == 0;
    std::erase_if(s.base, [&](const Since& b) { return b.vector ? vector : scalar; });
  }

  void write_scalars(State& s, std::uint32_t at, bool vector) const {
    constexpr int kFirst = 102, kLast = 103;
    if (!vector && what_of<isa::ScalarAlu>(program_.instructions[at]) == nullptr) return;
    bool any = false, base = false;
    for (const isa::RegisterAccess& a : code_[at].accesses) {
      if (a.file != isa::File::scalar || !a.writes()) continue;
      any = true;
      base |= a.overlaps({isa::File::scalar, a.role, kFirst, kLast - kFirst + 1});
    }
    if (!any) return;
    for (Since& b : s.base) ++b.writes;
    std::erase_if(s.base,
                  [&](const Since& b) { return b.writes >= kScalarWritesApart || b.instruction == at; });
    if (!base) return;
    s.base.insert(std::ranges::lower_bound(s.base, at, {}, &Since::instruction), {at, 0, vector});
  }

  /// The s_clause that the instruction is in: of one less than its immediate says, in the same block.
  std::optional<std::uint32_t> clause_of(const ControlFlow& flow, std::uint32_t at) const {
    const auto block =
        std::ranges::find_if(flow.blocks, [&](const Block& b) { return b.first <= at && at <= b.last; });
    for (std::uint32_t i = at; block != flow.blocks.end() && i > block->first;) {
      const Instruction& before = program_.instructions[--i];
      if (before.mnemonic != "s_clause") continue;
      constexpr std::string_view kHexadecimal = " 0x";
      const std::string_view line = before.text;
      const std::size_t digits = line.find(kHexadecimal);
      unsigned length = 0;
      if (digits != std::string_view::npos)
        std::from_chars(line.data() + digits + kHexadecimal.size(), line.data() + line.size(), length, 16);
      return at - i <= (length & 63) + 1 ? std::optional(i) : std::nullopt;
    }
    return std::nullopt;
  }

  const isa::Program& program_;
  Operations code_;
};

Finding hazard_finding(const isa::Program& program, std::uint32_t at, const CertainHazards::Meeting& m) {
  Finding f = found_at(FindingKind::nop, at);
  f.severity = findings::Severity::risk;
  f.other_address = program.instructions[m.other].address;
  f.rule = m.rule;
  f.text = fmt::format("{}: too close to {}", f.rule, place(program.instructions[m.other]));
  f.needed = m.needed;
  return f;
}

}  // namespace

std::vector<Finding> check_gfx1250_hazards(const isa::Program& program, const ControlFlow& flow,
                                           Operations code) {
  std::vector<Finding> all;
  if (!program.arch->has(arch::Feature::vector_spacers)) return all;
  const CertainHazards analysis(program, code);
  const bool done =
      for_each_instruction(flow, analysis, [&](const CertainHazards::State& state, std::uint32_t at) {
        for (const CertainHazards::Meeting& m : analysis.meetings(state, flow, at))
          all.push_back(hazard_finding(program, at, m));
      });
  if (!done) all.push_back(too_much_work(flow));
  return all;
}

}  // namespace lockstep::lint
