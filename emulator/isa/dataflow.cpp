#include "emulator/isa/dataflow.hpp"

#include <fmt/core.h>

#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

using Accesses = std::vector<RegisterAccess>;

void add(Accesses& all, const Operand* o, Role role) {
  if (o == nullptr) return;
  switch (o->kind) {
    case Operand::Kind::vector:
      all.push_back({File::vector, role, o->index, o->count});
      break;
    case Operand::Kind::accumulator:
      all.push_back({File::accumulator, role, o->index, o->count});
      break;
    case Operand::Kind::scalar:
      all.push_back({File::scalar, role, o->index, o->count});
      break;
    default:
      break;
  }
}

/// A mask with one bit per lane has as many registers as the wave's width takes, whatever the line names.
void add_mask(Accesses& all, std::uint16_t first, Role role, WaveWidth width) {
  all.push_back({File::scalar, role, first, std::uint16_t(mask_registers(width))});
}

void add_mask(Accesses& all, const Operand* o, Role role, WaveWidth width) {
  if (o != nullptr && o->kind == Operand::Kind::scalar) add_mask(all, o->index, role, width);
}

void add_sources(Accesses& all, const Instruction& i, Role role) {
  for (std::size_t s = 0; s < 3; ++s) add(all, i.source(s), role);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, const VectorAlu& row) {
  add(all, i.destination(), Role::destination);
  if (row.accumulates) add(all, i.destination(), Role::accumulated);
  add_mask(all, i.mask(), Role::destination, width);
  add(all, i.source(0), Role::source);
  add(all, i.source(1), Role::source);
  add(all, i.source(2), i.mnemonic.starts_with("v_dot") ? Role::accumulated : Role::source);
  if (row.reads_carry) add_mask(all, &carry_in(i), Role::mask, width);
  if (row.writes_exec) add_mask(all, scalar::kExec, Role::destination, width);
  add_mask(all, scalar::kExec, Role::exec, width);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, const BlockConvert&) {
  add(all, i.destination(), Role::destination);
  add_sources(all, i, Role::source);
  add(all, i.operand(OperandRole::seed), Role::source);
  add(all, i.scale(0), Role::source);
  add_mask(all, scalar::kExec, Role::exec, width);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, CrossLane what) {
  switch (what) {
    case CrossLane::nop:
      return;
    case CrossLane::swap:
    case CrossLane::permlane16_swap:
    case CrossLane::permlane32_swap:
      for (const Operand* o : {i.destination(), i.source(0)}) {
        add(all, o, Role::source);
        add(all, o, Role::destination);
      }
      break;
    case CrossLane::move_from_relative:
    case CrossLane::move_to_relative:
    case CrossLane::move_relative:
    case CrossLane::move_relative_apart:
    case CrossLane::swap_relative:
      // Which registers are read and written M0 says: the line's own are where counting begins.
      add(all, i.destination(), Role::source);
      add(all, i.source(0), Role::source);
      all.push_back({File::scalar, Role::source, scalar::kM0, 1});
      break;
    default:
      add(all, i.destination(), Role::destination);
      add(all, i.source(0), Role::source);
      add(all, i.source(1), Role::source);
      add(all, i.source(2), Role::source);
      add(all, i.operand(OperandRole::lane_select), Role::lane_select);
  }
  add_mask(all, scalar::kExec, Role::exec, width);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, const ScalarAlu& row) {
  add(all, i.destination(), Role::destination);
  if (row.reads_destination) add(all, i.destination(), Role::source);
  add_sources(all, i, Role::source);
  if (row.reads_exec) add_mask(all, scalar::kExec, Role::source, width);
  if (row.writes_exec) add_mask(all, scalar::kExec, Role::destination, width);
}

// Sparse matrix instructions accumulate into their destination.
void accesses(Accesses& all, const Instruction& i, WaveWidth, const Matrix& row) {
  add(all, i.destination(), Role::destination);
  if (row.sparse) add(all, i.destination(), Role::accumulated);
  add(all, i.source(0), Role::matrix_ab);
  add(all, i.source(1), Role::matrix_ab);
  add(all, i.operand(OperandRole::index), Role::matrix_ab);
  add(all, i.source(2), Role::accumulated);
  add(all, i.scale(0), Role::matrix_ab);
  add(all, i.scale(1), Role::matrix_ab);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, const Memory& m) {
  const bool scalar_memory = is_scalar(m.space);
  add(all, i.destination(), Role::destination);
  const auto add_data = [&] {
    add(all, i.data(0), Role::data);
    add(all, i.data(1), Role::data);
  };
  // The line's order: buffers and scalar memory name the data before the address.
  const bool data_first = scalar_memory || m.space == Memory::Space::buffer;
  if (data_first) add_data();
  add(all, i.operand(OperandRole::address), Role::address);
  if (!data_first) add_data();
  add(all, i.operand(OperandRole::base), Role::address);
  add(all, i.operand(OperandRole::offset), Role::address);
  if (!scalar_memory) add_mask(all, scalar::kExec, Role::exec, width);
  if (m.to_lds || i.modifiers.lds || m.thread_address || m.multicast)
    all.push_back({File::scalar, Role::address, scalar::kM0, 1});
}

void accesses(Accesses& all, const Instruction& i, WaveWidth, const TensorCopy&) {
  for (std::size_t n = 0; n < 4; ++n) add(all, i.operand(nth(OperandRole::group0, n)), Role::address);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, LanePermute) {
  add(all, i.destination(), Role::destination);
  add(all, i.operand(OperandRole::lane_select), Role::data);
  add(all, i.data(0), Role::data);
  add_mask(all, scalar::kExec, Role::exec, width);
}

void accesses(Accesses& all, const Instruction& i, WaveWidth width, Control what) {
  switch (what) {
    case Control::branch_vccz:
    case Control::branch_vccnz:
      add_mask(all, scalar::kVcc, Role::source, width);
      break;
    case Control::branch_execz:
    case Control::branch_execnz:
      add_mask(all, scalar::kExec, Role::source, width);
      break;
    case Control::send_message:
      all.push_back({File::scalar, Role::source, scalar::kM0, 1});
      break;
    case Control::move_from_relative:
    case Control::move_to_relative:
      // Which register is written, or read, M0 says: the line's own is where counting begins.
      add(all, i.destination(), Role::source);
      add_sources(all, i, Role::source);
      break;
    default:
      add(all, i.destination(), Role::destination);
      add_sources(all, i, Role::source);
  }
}

void accesses(Accesses& all, const Instruction& i, WaveWidth, CacheControl) {
  add(all, i.operand(OperandRole::address), Role::address);
  add(all, i.operand(OperandRole::base), Role::address);
}

// What has no roles: the first operand of an ALU operation is its destination, as everywhere in this
// assembly.
void by_name(Accesses& all, const Instruction& i, WaveWidth width) {
  const std::string_view m = i.mnemonic;
  const bool alu = m.starts_with("v_") || m.starts_with("s_");
  const bool sparse = m.starts_with("v_smfmac"), matrix = sparse || m.starts_with("v_mfma");
  for (std::size_t at = 0; at < i.operands.size(); ++at) {
    const Operand* const o = &i.operands[at];
    if (at == 0 && alu) {
      add(all, o, Role::destination);
      if (sparse) add(all, o, Role::accumulated);
    } else if (matrix) {
      add(all, o, !sparse && at == 3 ? Role::accumulated : Role::matrix_ab);
    } else {
      add(all, o, alu ? Role::source : Role::address);
    }
  }
  if (m.starts_with("v_") && !matrix) add_mask(all, scalar::kExec, Role::exec, width);
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

std::vector<RegisterAccess> dataflow(const Instruction& instruction, WaveWidth width) {
  Accesses all;
  all.reserve(instruction.operands.size() + 2);
  if (instruction.semantics == nullptr || !instruction.unreadable.empty())
    by_name(all, instruction, width);
  else
    std::visit([&](const auto& row) { accesses(all, instruction, width, row); },
               instruction.semantics->operation);
  return all;
}

bool crosses_lanes(const Instruction& i) {
  if (i.modifiers.dpp || i.semantics == nullptr) return true;
  const auto& what = i.semantics->operation;
  return std::holds_alternative<CrossLane>(what) || std::holds_alternative<Matrix>(what) ||
         std::holds_alternative<LanePermute>(what);
}

}  // namespace lockstep::isa
