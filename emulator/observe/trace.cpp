#include "emulator/observe/trace.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emulator/isa/roles.hpp"
#include "emulator/observe/lane_text.hpp"

namespace lockstep::observe {
namespace {

using isa::Operand;
using machine::PreparedInstruction;
using machine::Scalar;
using machine::ScalarRegisters;
using machine::Step;
using machine::Wave;
using Kind = TraceEntry::Kind;

LaneValues lanes_of(Wave& wave, int r) {
  LaneValues lanes;
  const std::uint32_t* value = wave.vector.read(r);
  const std::uint32_t* undefined = wave.vector.undefined(r);
  for (int l = 0; l < machine::kMaxLanes; ++l) {
    const std::uint32_t hidden = undefined != nullptr ? undefined[l] : 0;
    lanes[l] = {value[l] & ~hidden, hidden};
  }
  return lanes;
}

std::string vector_name(const Wave& wave, int r) {
  const int accumulators = wave.environment().accum_offset;
  return r < accumulators ? fmt::format("v{}", r) : fmt::format("a{}", r - accumulators);
}

struct Special {
  int index;
  const char* name;
};
constexpr Special kSpecials[] = {{isa::scalar::kFlatScratch, "flat_scratch"},
                                 {isa::scalar::kXnackMask, "xnack_mask"},
                                 {isa::scalar::kVcc, "vcc"},
                                 {isa::scalar::kExec, "exec"}};

/// `first` and `count` registers as the assembler names them.
std::string scalar_name(int first, int count) {
  for (const Special& s : kSpecials) {
    if (first != s.index && first != s.index + 1) continue;
    if (count == 2) return s.name;
    return fmt::format("{}_{}", s.name, first == s.index ? "lo" : "hi");
  }
  if (first == isa::scalar::kM0) return "m0";
  const bool temporary = first >= isa::scalar::kTtmp0;
  const char* file = temporary ? "ttmp" : "s";
  const int number = temporary ? first - isa::scalar::kTtmp0 : first;
  return count == 1 ? fmt::format("{}{}", file, number)
                    : fmt::format("{}[{}:{}]", file, number, number + count - 1);
}

std::string scalar_text(const Wave& wave, int first, int count) {
  if (count == 2) {
    const Scalar s = wave.scalar.read64(first);
    if (s.undefined == 0) return fmt::format("{:#x}", s.value);
  }
  std::string all;
  for (int i = 0; i < count; ++i) {
    const Scalar s = wave.scalar.read32(first + i);
    all += (i == 0 ? "" : " ") + text(LaneValue{s.value, s.undefined});
  }
  return all;
}

// What the text does not name.
bool reads_scc(const isa::Instruction& i) {
  if (i.semantics == nullptr) return false;
  if (const auto* row = std::get_if<isa::ScalarAlu>(&i.semantics->operation)) return row->reads_scc;
  const auto* row = std::get_if<isa::Control>(&i.semantics->operation);
  return row != nullptr && (*row == isa::Control::branch_scc0 || *row == isa::Control::branch_scc1);
}

bool is_mask(int r) {
  return r == isa::scalar::kVcc || r == isa::scalar::kExec;
}

/// The mask that a conditional branch looks at, -1 when the instruction is none.
int branch_mask(const isa::Instruction& i) {
  const auto* row = i.semantics != nullptr ? std::get_if<isa::Control>(&i.semantics->operation) : nullptr;
  if (row == nullptr) return -1;
  if (*row == isa::Control::branch_vccz || *row == isa::Control::branch_vccnz) return isa::scalar::kVcc;
  if (*row == isa::Control::branch_execz || *row == isa::Control::branch_execnz) return isa::scalar::kExec;
  return -1;
}

bool is_memory(const isa::Instruction& i) {
  return i.semantics != nullptr && (std::holds_alternative<isa::Memory>(i.semantics->operation) ||
                                    std::holds_alternative<isa::LanePermute>(i.semantics->operation));
}

// Matrix instructions read all lanes, whatever EXEC says.
std::uint64_t reading_lanes(const Wave& wave, const isa::Instruction& i) {
  const bool matrix = i.semantics != nullptr && std::holds_alternative<isa::Matrix>(i.semantics->operation);
  return matrix ? wave.every_lane() : wave.exec();
}

bool is_scalar_register(const Operand& o) {
  return o.kind == Operand::Kind::scalar && o.index + o.count <= ScalarRegisters::kCount;
}

/// The operand's registers of the unified file, -1 when it has none.
int first_register(const Wave& wave, const Operand& o) {
  return machine::unified_register(wave, o);
}

}  // namespace

const char* name(Kind kind) {
  constexpr std::array kNames{"arrives", "reads", "address", "writes", "stops"};
  return kNames[std::size_t(kind)];
}

std::string text(const TraceStep& step) {
  std::string all = fmt::format("{:#x}  {}\n", step.instruction->address, step.instruction->text);
  for (const TraceEntry& e : step.entries) {
    const char* word = e.kind == Kind::reads ? "" : name(e.kind);
    all += fmt::format("    {:<8}{}{}{}\n", word, e.what, e.what.empty() ? "" : " = ", e.value);
  }
  return all;
}

machine::Interest Trace::interest(const Wave& wave) {
  return is_selected(wave) ? machine::Interest::both : machine::Interest::nothing;
}

bool Trace::is_selected(const Wave& wave) const {
  return !finished_ && wave.id == selection_.wave && wave.group->id == selection_.workgroup;
}

void Trace::add(Kind kind, std::string what, std::string value) {
  step_.entries.push_back({kind, std::move(what), std::move(value)});
}

bool Trace::begins(const Wave& wave, const isa::Instruction& instruction) {
  if (logging_) return false;
  const std::uint64_t index = wave.steps - 1;
  logging_ = launch_ == selection_.launch && index >= selection_.from_index &&
             (!selection_.from_address || instruction.address == *selection_.from_address);
  return logging_;
}

std::uint32_t Trace::executes(Wave& wave, const PreparedInstruction& prepared) {
  if (finished_) return 0;
  if (wave.steps == 1) ++launch_;
  const bool first = begins(wave, *prepared.instruction);
  if (!logging_) return 0;
  step_ = {wave.steps - 1, prepared.instruction, {}};
  if (first) {
    vector_.resize(std::size_t(wave.vector.count()));
    vector_undefined_.resize(vector_.size());
    add_changes(wave, Kind::arrives, nullptr);
    step_.entries.clear();
    add(Kind::arrives, "exec", fmt::format("{:#x}", wave.exec()));
  } else {
    add_changes(wave, Kind::arrives, nullptr);
  }
  add_reads(wave, *prepared.instruction);
  in_step_ = true;
  return 0;
}

void Trace::add_reads(Wave& wave, const isa::Instruction& instruction) {
  const std::uint64_t mask = reading_lanes(wave, instruction);
  std::vector<std::string> seen;
  for (const isa::OperandUse& use : isa::operand_uses(instruction)) {
    if (!use.read) continue;
    const Operand& o = *use.operand;
    if (const int r = first_register(wave, o); r >= 0) {
      for (int d = 0; d < o.count; ++d) {
        std::string what = vector_name(wave, r + d);
        if (std::ranges::find(seen, what) != seen.end()) continue;
        seen.push_back(what);
        add(Kind::reads, std::move(what), text(lanes_of(wave, r + d), mask, wave.width()));
      }
    } else if (is_scalar_register(o)) {
      add(Kind::reads, scalar_name(o.index, o.count), scalar_text(wave, o.index, o.count));
    }
  }
  if (reads_scc(instruction)) add(Kind::reads, "scc", wave.scc_undefined ? "?" : wave.scc ? "1" : "0");
  if (const int r = branch_mask(instruction); r >= 0) {
    const int masks = isa::mask_registers(wave.width());
    add(Kind::reads, scalar_name(r, masks), scalar_text(wave, r, masks));
  }
}

// Logs the registers that differ from when they were last looked at, and the results of `results` whether
// they differ or not.
void Trace::add_changes(Wave& wave, Kind kind, const isa::Instruction* results) {
  std::vector<bool> vector_result(vector_.size());
  std::array<bool, ScalarRegisters::kCount> scalar_result{};
  for (const isa::OperandUse& use :
       results != nullptr ? isa::operand_uses(*results) : std::vector<isa::OperandUse>()) {
    if (use.read) continue;
    const Operand& o = *use.operand;
    const int r = first_register(wave, o);
    for (int d = 0; d < o.count; ++d) {
      if (r >= 0) vector_result[std::size_t(r + d)] = true;
      if (is_scalar_register(o)) scalar_result[std::size_t(o.index + d)] = true;
    }
  }
  for (int r = 0; r < int(vector_.size()); ++r) {
    const auto i = std::size_t(r);
    const LaneValues now = lanes_of(wave, r);
    std::uint64_t changed = 0;
    for (int l = 0; l < machine::kMaxLanes; ++l) {
      const auto value = std::uint32_t(now[l].value), undefined = std::uint32_t(now[l].undefined);
      changed |= std::uint64_t{vector_[i][l] != value || vector_undefined_[i][l] != undefined} << l;
      vector_[i][l] = value;
      vector_undefined_[i][l] = undefined;
    }
    if (vector_result[i]) changed |= reading_lanes(wave, *results);
    changed &= wave.every_lane();
    if (changed != 0) add(kind, vector_name(wave, r), text(now, changed, wave.width()));
  }
  const int masks = isa::mask_registers(wave.width());
  for (int r = 0; r < ScalarRegisters::kCount; r += 2) {
    std::array<bool, 2> changed{};
    for (int h = 0; h < 2; ++h) {
      Scalar& before = scalar_[std::size_t(r + h)];
      const Scalar now = wave.scalar.read32(r + h);
      changed[std::size_t(h)] =
          before.value != now.value || before.undefined != now.undefined || scalar_result[std::size_t(r + h)];
      before = now;
    }
    const bool is_pair = scalar_name(r, 2).find('[') == std::string::npos;  // vcc, exec and the like
    const bool together = is_pair ? changed[0] || changed[1] : changed[0] && changed[1];
    if (together && r != isa::scalar::kM0 && !(is_mask(r) && masks == 1)) {
      add(kind, scalar_name(r, 2), scalar_text(wave, r, 2));
      continue;
    }
    for (int h = 0; h < 2; ++h)
      if (changed[std::size_t(h)]) add(kind, scalar_name(r + h, 1), scalar_text(wave, r + h, 1));
  }
  if (wave.scc != scc_ || wave.scc_undefined != scc_undefined_)
    add(kind, "scc", wave.scc_undefined ? "?" : wave.scc ? "1" : "0");
  scc_ = wave.scc;
  scc_undefined_ = wave.scc_undefined;
}

void Trace::issues(Wave& wave, machine::Pending& pending) {
  if (!in_step_ || !is_selected(wave) || pending.lanes == 0) return;
  LaneValues lanes;
  const machine::Allocation* owner = nullptr;
  bool one_owner = true;
  std::uint64_t dropped = 0;
  const bool buffer = pending.space == isa::Memory::Space::buffer;
  for (int l = 0; l < machine::kMaxLanes; ++l) {
    lanes[l].value = pending.address[l];
    if (((pending.lanes >> l) & 1) == 0) continue;
    if (buffer && pending.in_range(l) == 0) {
      dropped |= std::uint64_t{1} << l;
      continue;
    }
    one_owner &= owner == nullptr || owner == pending.owners.of(l);
    owner = pending.owners.of(l);
  }
  const bool scalar = isa::is_scalar(pending.space);
  const std::uint64_t taking_part = pending.lanes & ~dropped;
  std::string value = scalar ? text(lanes[0]) : text(lanes, taking_part, wave.width());
  if (pending.second != 0) value += fmt::format(", and {:+#x} from there", pending.second);
  if (owner != nullptr && one_owner) value += fmt::format(" in {}", owner->name());
  if (dropped != 0) value += fmt::format(", out of range: lanes {:#x}", dropped);
  if (pending.space != pending.memory->space)
    value += pending.space == isa::Memory::Space::lds ? " in LDS" : " in scratch";
  if (pending.lds.in_row()) value += fmt::format(", to LDS from {:#x}", pending.lds.base);
  add(Kind::address, "", std::move(value));
}

bool Trace::executed(Wave& wave, const PreparedInstruction& prepared, Step step) {
  if (!in_step_) return !finished_;
  in_step_ = false;
  const bool settled = !is_memory(*prepared.instruction) ||
                       wave.environment().schedule.kind == machine::Schedule::Kind::earliest;
  add_changes(wave, Kind::writes, settled && step != Step::stopped ? prepared.instruction : nullptr);
  if (step == Step::stopped && wave.group->stop) add(Kind::stops, "", wave.group->stop->line());
  ++logged_;
  const bool wanted = sink_(step_);
  finished_ = !wanted || logged_ >= selection_.count || step == Step::ended || step == Step::stopped;
  return !finished_;
}

}  // namespace lockstep::observe
