#include "emulator/lint/influence.hpp"

#include <algorithm>
#include <set>

#include "emulator/isa/semantics.hpp"
#include "emulator/lint/exec_lanes.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::File;
using isa::Memory;
using isa::RegisterAccess;
using isa::Role;

constexpr std::uint32_t kScalars = 256, kVectors = 512, kScc = kScalars + kVectors, kLds = kScc + 1,
                        kScratch = kLds + 1, kPlaces = kScratch + 1;

/// What an instruction does to the places: described once, done often.
struct Step {
  std::vector<RegisterAccess> reads, writes;
  std::array<std::vector<RegisterAccess>, kSinks> sinks;
  Sources own = 0;          ///< the sources that the value itself is
  bool keeps = false;       ///< part of what it writes keeps what it was
  bool whole_wave = false;  ///< writes all lanes, whatever EXEC says
  bool reads_scc = false, writes_scc = false, scc_decides = false;
  bool loads_lds = false, loads_scratch = false, stores_lds = false, stores_scratch = false,
       stores_output = false;
  ExecChange exec = ExecChange::none;
};

/// What a vector register holds in lanes that EXEC has masked off comes back when EXEC widens: one level for
/// each narrowing that is open, the innermost last.
constexpr std::size_t kMostLevels = 4;
using Level = std::vector<Sources>;  ///< [vector register]

/// Sources in every place; of vector registers, in the lanes that execute.
struct State {
  std::vector<Sources> places = std::vector<Sources>(kPlaces);
  std::vector<Level> masked;

  std::span<Sources> vectors() { return std::span(places).subspan(kScalars, kVectors); }
};

bool unite(std::span<Sources> into, std::span<const Sources> from) {
  bool changed = false;
  for (std::size_t p = 0; p < into.size(); ++p) {
    changed |= (from[p] & ~into[p]) != 0;
    into[p] |= from[p];
  }
  return changed;
}

void fold(State& state, std::size_t levels) {
  while (state.masked.size() > levels) {
    const Level last = std::move(state.masked.back());
    state.masked.pop_back();
    if (state.masked.empty())
      unite(state.vectors(), last);
    else
      unite(state.masked.back(), last);
  }
}

bool join(State& into, State from) {
  const std::size_t levels = std::min(into.masked.size(), from.masked.size());
  bool changed = into.masked.size() > levels;
  fold(into, levels);
  fold(from, levels);
  changed |= unite(into.places, from.places);
  for (std::size_t n = 0; n < levels; ++n) changed |= unite(into.masked[n], from.masked[n]);
  return changed;
}

void change_exec(State& state, ExecChange change) {
  if (change == ExecChange::none) return;
  if (change == ExecChange::narrows) {
    const auto now = state.vectors();
    if (state.masked.size() == kMostLevels)
      unite(state.masked.back(), now);
    else
      state.masked.emplace_back(now.begin(), now.end());
    return;
  }
  if (state.masked.empty()) return;
  // Lanes of another mask, as the other arm of a branch begins with, may execute beside those of this one.
  const Level last = state.masked.back();
  if (change == ExecChange::widens)
    state.masked.pop_back();
  else
    unite(state.masked.back(), state.vectors());
  unite(state.vectors(), last);
}

template <typename Visit>
void for_each_place(const RegisterAccess& a, Visit visit) {
  const std::uint32_t base = a.file == File::scalar ? 0 : kScalars,
                      size = a.file == File::scalar ? kScalars : kVectors;
  for (std::uint32_t r = a.first; r < std::min<std::uint32_t>(a.first + a.count, size); ++r) visit(base + r);
}

Sources sources(const State& state, const std::vector<RegisterAccess>& registers) {
  Sources all = 0;
  for (const RegisterAccess& a : registers)
    for_each_place(a, [&](std::uint32_t p) { all |= state.places[p]; });
  return all;
}

bool is_exec(const RegisterAccess& a) {
  return a.file == File::scalar && a.first + a.count > isa::scalar::kExec &&
         a.first <= isa::scalar::kExec + 1;
}

/// Whether the result is only a part of the register, or not of every lane that executes.
bool keeps_part(const isa::Instruction& i) {
  if (i.modifiers.dpp || i.modifiers.sdwa || i.mnemonic == "v_writelane_b32") return true;
  if (const auto* v = std::get_if<isa::VectorAlu>(&i.semantics->operation))
    return v->keeps_half || v->op_sel_byte || v->to_high_half || (i.modifiers.op_sel & 8) != 0;
  const auto* m = std::get_if<Memory>(&i.semantics->operation);
  return m != nullptr && (m->low_half || m->high_half);
}

void describe_memory(Step& s, const isa::Instruction& i, const Memory& m) {
  const bool flat = m.space == Memory::Space::flat, lds = m.space == Memory::Space::lds;
  const bool scratch = m.space == Memory::Space::scratch;
  const bool loads = m.access != isa::Access::store, stores = m.access != isa::Access::load;
  s.loads_lds = (lds || flat) && loads;
  s.stores_lds = (lds || flat) && stores;
  s.loads_scratch = (scratch || flat) && loads;
  s.stores_scratch = (scratch || flat) && stores;
  s.stores_output = !lds && !scratch && stores;
  s.keeps |= m.to_lds || i.modifiers.lds;
  // Copies between LDS and memory, whose place in LDS a register says.
  s.loads_lds |= m.lds_in_register && stores;
  s.stores_lds |= m.lds_in_register && loads;
}

void describe_tensor_copy(Step& s, isa::Access access) {
  const bool stores = access == isa::Access::store;
  s.stores_output = s.loads_lds = stores;
  s.stores_lds = !stores;
  s.keeps |= !stores;
}

void describe_control(Step& s, const isa::Instruction&, Control what) {
  s.scc_decides = what == Control::branch_scc0 || what == Control::branch_scc1;
  auto& decided = s.sinks[std::size_t(Sink::control)];
  if (what != Control::send_message) decided.insert(decided.end(), s.reads.begin(), s.reads.end());
}

Step describe(const isa::Program& program, std::uint32_t at, int accum_offset) {
  const isa::Instruction& i = program.instructions[at];
  Step s;
  s.exec = exec_change(i, program.width);
  for (RegisterAccess a : isa::dataflow(i, program.width)) {
    a = unified(a, accum_offset);
    if (a.role == Role::exec) continue;
    if (a.writes()) {
      s.writes.push_back(a);
    } else if (a.role == Role::address || a.role == Role::lane_select) {
      s.sinks[std::size_t(Sink::address)].push_back(a);
    } else {
      s.reads.push_back(a);
    }
  }
  if (i.semantics == nullptr || !i.unreadable.empty()) return s;
  s.keeps = keeps_part(i);
  const auto& operation = i.semantics->operation;
  s.whole_wave = std::holds_alternative<isa::Matrix>(operation);
  if (const auto* row = std::get_if<isa::ScalarAlu>(&operation)) {
    s.reads_scc = row->reads_scc;
    s.writes_scc = row->writes_scc;
  }
  if (const auto* m = std::get_if<Memory>(&operation)) describe_memory(s, i, *m);
  if (const auto* copy = std::get_if<isa::TensorCopy>(&operation)) describe_tensor_copy(s, copy->access);
  if (const auto* c = std::get_if<Control>(&operation)) describe_control(s, i, *c);
  return s;
}

/// From here on the line does not say which registers are meant.
bool is_unfollowed(const isa::Instruction& i) {
  if (i.semantics == nullptr) return false;
  const auto* lanes = std::get_if<isa::CrossLane>(&i.semantics->operation);
  if (lanes != nullptr && isa::is_relative(*lanes)) return true;
  const auto* what = std::get_if<Control>(&i.semantics->operation);
  return what != nullptr && *what >= Control::vector_skip && *what <= Control::move_to_relative;
}

class Analysis {
 public:
  Analysis(const isa::Program& program, const ControlFlow& flow, int accum_offset,
           const std::function<bool(std::uint32_t)>& was_executed,
           const std::function<std::optional<std::uint32_t>(std::uint32_t)>& source_of)
      : flow_(flow), was_executed_(was_executed), steps_(flow.blocks.size()) {
    for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
      if (!was_executed(flow.blocks[b].first)) continue;
      for (std::uint32_t at = flow.blocks[b].first; at <= flow.blocks[b].last; ++at) {
        steps_[b].push_back(describe(program, at, accum_offset));
        if (const auto source = source_of(at))
          steps_[b].back().own = Sources{1} << std::min(*source, kMostSources - 1);
        result_.followed &= !is_unfollowed(program.instructions[at]);
      }
    }
    for (const Undecided& u : flow.undecided) result_.followed &= !was_executed(u.instruction);
  }

  Influence run() {
    if (!result_.followed) return result_;
    std::vector<std::optional<State>> heads(flow_.blocks.size());
    std::set<std::uint32_t> open;
    for (const std::uint32_t b : flow_.entries)
      if (was_executed_(flow_.blocks[b].first)) heads[b].emplace(), open.insert(b);
    while (!open.empty()) {
      const std::uint32_t b = *open.begin();
      open.erase(open.begin());
      State state = *heads[b];
      for (const Step& s : steps_[b]) take(state, s);
      for (const Edge& e : flow_.blocks[b].out) {
        if (!was_executed_(flow_.blocks[e.to].first)) continue;
        if (!heads[e.to])
          heads[e.to] = state;
        else if (!join(*heads[e.to], state))
          continue;
        open.insert(e.to);
      }
    }
    return result_;
  }

 private:
  void take(State& state, const Step& s) {
    for (std::size_t k = 0; k < kSinks; ++k) result_.reach[k] |= sources(state, s.sinks[k]);
    Sources in = sources(state, s.reads) | sources(state, s.sinks[std::size_t(Sink::address)]) | s.own;
    if (s.reads_scc) in |= state.places[kScc];
    if (s.loads_lds) in |= state.places[kLds];
    if (s.loads_scratch) in |= state.places[kScratch];
    if (s.scc_decides) result_.reach[std::size_t(Sink::control)] |= state.places[kScc];
    if (s.stores_output) result_.reach[std::size_t(Sink::output)] |= in;
    if (s.stores_lds) state.places[kLds] |= in;
    if (s.stores_scratch) state.places[kScratch] |= in;
    if (s.writes_scc) state.places[kScc] = in;
    for (const RegisterAccess& a : s.writes) write(state, s, a, in);
    change_exec(state, s.exec);
  }

  void write(State& state, const Step& s, const RegisterAccess& a, Sources in) {
    if (is_exec(a)) result_.reach[std::size_t(Sink::control)] |= in;
    for_each_place(a, [&](std::uint32_t p) {
      state.places[p] = s.keeps ? state.places[p] | in : in;
      if (p < kScalars || !s.whole_wave) return;
      for (Level& level : state.masked) level[p - kScalars] = in;
    });
  }

  const ControlFlow& flow_;
  const std::function<bool(std::uint32_t)>& was_executed_;
  std::vector<std::vector<Step>> steps_;  ///< [block]; of those that were executed
  Influence result_;
};

}  // namespace

Influence influence(const isa::Program& program, std::span<const std::uint32_t> entries, int accum_offset,
                    const std::function<bool(std::uint32_t)>& was_executed,
                    const std::function<std::optional<std::uint32_t>(std::uint32_t)>& source_of) {
  const ControlFlow flow = control_flow(program, entries);
  return Analysis(program, flow, accum_offset, was_executed, source_of).run();
}

}  // namespace lockstep::lint
