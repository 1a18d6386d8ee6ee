// Vector ALU: fetch, evaluate the row's function over all lanes, carry definedness, write back under EXEC.
#include <bit>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

using isa::VectorAlu;

bool is_narrow(const VectorAlu& row) {
  return row.op_sel_byte || (isa::bits(row.destination) == 16 && !row.packed);
}

void write_exec(Wave& wave, const PreparedInstruction& prepared, std::uint64_t lanes, const Result& result) {
  if ((result.mask_undefined & lanes) != 0)
    wave.report(FindingKind::undefined_exec, prepared, std::countr_zero(result.mask_undefined & lanes),
                "EXEC is compared from an undefined value");
  wave.write_lane_mask(isa::scalar::kExec, {result.mask & lanes, 0});
}

void write_mask(Wave& wave, const PreparedInstruction& prepared, const isa::Operand& operand,
                std::uint64_t lanes, const Result& result) {
  if (operand.index == isa::scalar::kExec) {
    write_exec(wave, prepared, lanes, result);
  } else {
    write_lane_mask(wave, operand, {result.mask & lanes, result.mask_undefined & lanes});
  }
}

}  // namespace

Step execute_vector_alu(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  Operation op;
  op.row = &std::get<VectorAlu>(instruction.semantics->operation);
  op.function = m.clamp && op.row->saturating != nullptr ? op.row->saturating : op.row->by_level.best();
  op.bitop3 = m.bitop3;
  if (op.row->rounds && isa::rounds_otherwise(*op.row, wave.mode)) {
    if (op.row->directed == nullptr)
      return wave.stop(FindingKind::unsupported, prepared, -1, "MODE.round is not nearest even");
    op.function = op.row->directed;
  }
  if (const auto problem = gather(wave, instruction, op))
    return wave.stop(problem->kind, prepared, -1, problem->text);
  int first = -1;
  const isa::Operand *const destination = instruction.destination(), *const mask = instruction.mask();
  if (destination != nullptr && !locate_destination(wave, *destination, op, first))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "the destination lies beyond the kernel's registers");

  Result result;
  if (op.row->packed) {
    evaluate_packed(wave, m, op, result);
  } else {
    evaluate(wave, op, result);
    if (op.any_undefined) carry_definedness(wave, op, result);
    if (!op.any_undefined && (is_narrow(*op.row) || m.sdwa)) result.undefined = {};
  }
  finish_float(wave, m, *op.row, result);

  std::uint64_t lanes = wave.exec();
  if (m.dpp) lanes &= dpp_lanes(*m.dpp, wave.exec(), wave.width());
  if (destination != nullptr) {
    place_narrow(m, op, result);
    const Lanes& blend = m.dpp ? spread(lanes) : wave.exec_lanes();
    for (int d = 0; d < destination->count && d < 2; ++d)
      wave.vector.write(first + d, lanes, blend, result.value[d].data(),
                        result.any_undefined ? result.undefined[d].data() : nullptr);
  }
  if (mask != nullptr) write_mask(wave, prepared, *mask, lanes, result);
  if (op.row->writes_exec) write_exec(wave, prepared, lanes, result);
  return Step::next;
}

}  // namespace lockstep::machine
