#include "emulator/isa/dataflow.hpp"

#include <fmt/core.h>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

using Accesses = std::vector<RegisterAccess>;

void add(Accesses& all, const Operand& o, Role role) {
  switch (o.kind) {
    case Operand::Kind::vector:
      all.push_back({File::vector, role, o.index, o.count});
      break;
    case Operand::Kind::accumulator:
      all.push_back({File::accumulator, role, o.index, o.count});
      break;
    case Operand::Kind::scalar:
      all.push_back({File::scalar, role, o.index, o.count});
      break;
    default:
      break;
  }
}

void add_pair(Accesses& all, std::uint16_t first, Role role) {
  all.push_back({File::scalar, role, first, 2});
}

/// Hands out the operands in the order of the line.
class Operands {
 public:
  explicit Operands(const Instruction& instruction) : operands_(instruction.operands) {}
  const Operand* next() { return next_ < operands_.size() ? &operands_[next_++] : nullptr; }
  bool next_is_vector() const {
    return next_ < operands_.size() && (operands_[next_].kind == Operand::Kind::vector ||
                                        operands_[next_].kind == Operand::Kind::accumulator);
  }

 private:
  const std::vector<Operand>& operands_;
  std::size_t next_ = 0;
};

void take(Accesses& all, Operands& line, Role role) {
  if (const Operand* o = line.next()) add(all, *o, role);
}
void take_rest(Accesses& all, Operands& line, Role role) {
  while (const Operand* o = line.next()) add(all, *o, role);
}

// In the order in which the line names them: destination, mask written, sources, mask read.
void vector_alu(Accesses& all, const Instruction& i, const VectorAlu& row) {
  Operands line(i);
  if (row.destination != Type::none) {
    if (const Operand* d = line.next()) {
      add(all, *d, Role::destination);
      if (row.accumulates) add(all, *d, Role::accumulated);
    }
  }
  if (row.writes_mask) take(all, line, Role::destination);
  for (const Type t : row.source)
    if (t != Type::none) take(all, line, Role::source);
  if (row.reads_carry) {
    if (const Operand* carry = line.next())
      add(all, *carry, Role::mask);
    else
      add_pair(all, scalar::kVcc, Role::mask);
  }
  if (row.writes_exec) add_pair(all, scalar::kExec, Role::destination);
  add_pair(all, scalar::kExec, Role::exec);
}

void cross_lane(Accesses& all, const Instruction& i, CrossLane what) {
  Operands line(i);
  switch (what) {
    case CrossLane::nop:
      return;
    case CrossLane::readlane:
    case CrossLane::writelane:
      take(all, line, Role::destination);
      take(all, line, Role::source);
      take(all, line, Role::lane_select);
      break;
    case CrossLane::swap:
    case CrossLane::permlane16_swap:
    case CrossLane::permlane32_swap:
      while (const Operand* o = line.next()) {
        add(all, *o, Role::source);
        add(all, *o, Role::destination);
      }
      break;
    default:
      take(all, line, Role::destination);
      take_rest(all, line, Role::source);
  }
  add_pair(all, scalar::kExec, Role::exec);
}

void scalar_alu(Accesses& all, const Instruction& i, const ScalarAlu& row) {
  Operands line(i);
  if (row.destination != Type::none) {
    if (const Operand* d = line.next()) {
      add(all, *d, Role::destination);
      if (row.reads_destination) add(all, *d, Role::source);
    }
  }
  take_rest(all, line, Role::source);
  if (row.reads_exec) add_pair(all, scalar::kExec, Role::source);
  if (row.writes_exec) add_pair(all, scalar::kExec, Role::destination);
}

void matrix(Accesses& all, const Instruction& i) {
  Operands line(i);
  take(all, line, Role::destination);
  take(all, line, Role::matrix_ab);
  take(all, line, Role::matrix_ab);
  take(all, line, Role::accumulated);
  take_rest(all, line, Role::matrix_ab);  // block scales
}

// Sparse matrix instructions accumulate into their destination; the last operand is the index.
void sparse_matrix(Accesses& all, const Instruction& i) {
  Operands line(i);
  if (const Operand* d = line.next()) {
    add(all, *d, Role::destination);
    add(all, *d, Role::accumulated);
  }
  take_rest(all, line, Role::matrix_ab);
}

bool loads(const Instruction& i, const Memory& m) {
  if (m.access == Access::load) return !m.to_lds && !i.modifiers.lds;
  return m.access == Access::atomic && (m.returns || (m.space != Memory::Space::lds && i.modifiers.sc0));
}

// Buffers name the data first; the others the address first, except that what returns comes before all.
void memory(Accesses& all, const Instruction& i, const Memory& m) {
  const bool returns = loads(i, m), has_data = m.access != Access::load;
  const bool buffer = m.space == Memory::Space::buffer;
  const bool scalar_memory = is_scalar(m.space);
  Operands line(i);
  if (scalar_memory || (buffer && !i.modifiers.lds)) {
    if (const Operand* first = line.next()) {
      if (returns) add(all, *first, Role::destination);
      if (has_data) add(all, *first, Role::data);
    }
    take_rest(all, line, Role::address);
  } else if (buffer) {
    take_rest(all, line, Role::address);
  } else {
    if (returns) take(all, line, Role::destination);
    take(all, line, Role::address);
    while (has_data && line.next_is_vector()) take(all, line, Role::data);
    take_rest(all, line, Role::address);
  }
  if (!scalar_memory) add_pair(all, scalar::kExec, Role::exec);
  if (m.to_lds || i.modifiers.lds || m.thread_address)
    all.push_back({File::scalar, Role::address, scalar::kM0, 1});
}

void lane_permute(Accesses& all, const Instruction& i) {
  Operands line(i);
  take(all, line, Role::destination);
  take_rest(all, line, Role::data);
  add_pair(all, scalar::kExec, Role::exec);
}

void control(Accesses& all, const Instruction& i, Control what) {
  Operands line(i);
  switch (what) {
    case Control::getreg:
    case Control::getpc:
    case Control::memory_time:
      take(all, line, Role::destination);
      break;
    case Control::call:
    case Control::swappc:
      take(all, line, Role::destination);
      take_rest(all, line, Role::source);
      break;
    case Control::branch_vccz:
    case Control::branch_vccnz:
      add_pair(all, scalar::kVcc, Role::source);
      break;
    case Control::branch_execz:
    case Control::branch_execnz:
      add_pair(all, scalar::kExec, Role::source);
      break;
    case Control::send_message:
      all.push_back({File::scalar, Role::source, scalar::kM0, 1});
      break;
    default:
      take_rest(all, line, Role::source);
  }
}

// What has no row: the first operand of an ALU operation is its destination, as everywhere in this assembly.
void by_name(Accesses& all, const Instruction& i) {
  if (i.mnemonic.starts_with("v_smfmac")) return sparse_matrix(all, i);
  if (i.mnemonic.starts_with("v_mfma")) return matrix(all, i);
  const bool alu = i.mnemonic.starts_with("v_") || i.mnemonic.starts_with("s_");
  Operands line(i);
  if (alu) take(all, line, Role::destination);
  take_rest(all, line, alu ? Role::source : Role::address);
  if (i.mnemonic.starts_with("v_")) add_pair(all, scalar::kExec, Role::exec);
}

}  // namespace

std::string name(const RegisterAccess& r) {
  if (r.file == File::scalar && r.first == scalar::kExec) return "exec";
  if (r.file == File::scalar && r.first == scalar::kVcc) return "vcc";
  if (r.file == File::scalar && r.first == scalar::kM0) return "m0";
  const char letter = r.file == File::vector ? 'v' : r.file == File::accumulator ? 'a' : 's';
  return r.count == 1 ? fmt::format("{}{}", letter, r.first)
                      : fmt::format("{}[{}:{}]", letter, r.first, r.first + r.count - 1);
}

std::vector<RegisterAccess> dataflow(const Instruction& instruction) {
  Accesses all;
  all.reserve(instruction.operands.size() + 2);
  if (instruction.semantics == nullptr || instruction.mnemonic.starts_with("v_smfmac")) {
    by_name(all, instruction);
    return all;
  }
  const auto& operation = instruction.semantics->operation;
  if (const auto* v = std::get_if<VectorAlu>(&operation))
    vector_alu(all, instruction, *v);
  else if (const auto* c = std::get_if<CrossLane>(&operation))
    cross_lane(all, instruction, *c);
  else if (const auto* s = std::get_if<ScalarAlu>(&operation))
    scalar_alu(all, instruction, *s);
  else if (const auto* f = std::get_if<Control>(&operation))
    control(all, instruction, *f);
  else if (const auto* m = std::get_if<Memory>(&operation))
    memory(all, instruction, *m);
  else if (std::holds_alternative<LanePermute>(operation))
    lane_permute(all, instruction);
  else if (std::holds_alternative<Matrix>(operation))
    matrix(all, instruction);
  else if (!std::holds_alternative<CacheControl>(operation))
    by_name(all, instruction);
  return all;
}

bool crosses_lanes(const Instruction& i) {
  if (i.modifiers.dpp || i.semantics == nullptr) return true;
  const auto& what = i.semantics->operation;
  return std::holds_alternative<CrossLane>(what) || std::holds_alternative<Matrix>(what) ||
         std::holds_alternative<LanePermute>(what);
}

}  // namespace lockstep::isa
