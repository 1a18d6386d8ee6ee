// Operations between lanes, and between a lane and a scalar register.
#include <bit>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/register_index.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

namespace {

using isa::CrossLane;

Step bad_operand(Wave& wave, const PreparedInstruction& prepared) {
  return wave.stop(FindingKind::register_bounds, prepared, -1,
                   "an operand lies beyond the kernel's registers");
}

int selected_lane(Wave& wave, const PreparedInstruction& prepared) {
  const Scalar lane =
      read_scalar(wave, *prepared.instruction->operand(isa::OperandRole::lane_select), isa::Type::u32);
  if (lane.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "the lane number is undefined");
  return int(lane.value) & (isa::lane_count(wave.width()) - 1);
}

Step read_lane(Wave& wave, const PreparedInstruction& prepared, int lane) {
  const isa::Operand& destination = *prepared.instruction->destination();
  const int r = unified_register(wave, *prepared.instruction->source(0));
  if (r < 0) return bad_operand(wave, prepared);
  const std::uint32_t* undefined = wave.vector.undefined(r);
  Scalar value{wave.vector.read(r)[lane], undefined != nullptr ? undefined[lane] : 0u};
  if (wave.is_exec(destination.index) && value.undefined != 0)
    wave.report(FindingKind::undefined_exec, prepared, lane, "an undefined value is written to EXEC");
  if (!write_scalar(wave, destination, 1, value)) return bad_operand(wave, prepared);
  return Step::next;
}

Step write_lane(Wave& wave, const PreparedInstruction& prepared) {
  const int r = unified_register(wave, *prepared.instruction->destination());
  if (r < 0) return bad_operand(wave, prepared);
  const Scalar value = read_scalar(wave, *prepared.instruction->source(0), isa::Type::u32);
  const std::uint64_t mask = std::uint64_t{1} << selected_lane(wave, prepared);
  Lanes data, undefined;
  data.fill(std::uint32_t(value.value));
  undefined.fill(std::uint32_t(value.undefined));
  wave.vector.write(r, mask, spread(mask), data.data(), value.undefined != 0 ? undefined.data() : nullptr);
  return Step::next;
}

// Swaps lanes of two registers. `partner` maps a lane of the first register to a lane of the second; only
// lanes for which `trades` holds are swapped.
template <typename Trades, typename Partner>
Step exchange(Wave& wave, const PreparedInstruction& prepared, Trades trades, Partner partner) {
  const int a = unified_register(wave, *prepared.instruction->destination()),
            b = unified_register(wave, *prepared.instruction->source(0));
  if (a < 0 || b < 0) return bad_operand(wave, prepared);
  Lanes va, vb, ua{}, ub{};
  std::memcpy(va.data(), wave.vector.read(a), sizeof va);
  std::memcpy(vb.data(), wave.vector.read(b), sizeof vb);
  const bool undefined = wave.vector.undefined(a) != nullptr || wave.vector.undefined(b) != nullptr;
  if (const std::uint32_t* u = wave.vector.undefined(a)) std::memcpy(ua.data(), u, sizeof ua);
  if (const std::uint32_t* u = wave.vector.undefined(b)) std::memcpy(ub.data(), u, sizeof ub);
  const std::uint64_t exec = wave.exec();
  for (int l = 0; l < kMaxLanes; ++l) {
    if (!trades(l)) continue;
    const int p = partner(l);
    if (((exec >> l) & 1) == 0 || ((exec >> p) & 1) == 0) continue;
    std::swap(va[l], vb[p]);
    std::swap(ua[l], ub[p]);
  }
  const std::uint64_t all = wave.every_lane();
  const Lanes& blend = wave.lanes_of(all);
  wave.vector.write(a, all, blend, va.data(), undefined ? ua.data() : nullptr);
  wave.vector.write(b, all, blend, vb.data(), undefined ? ub.data() : nullptr);
  return Step::next;
}

// Executes v_accvgpr_*: moves between the two halves of the unified file, under EXEC.
Step move_register(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const int to = unified_register(wave, *i.destination());
  Source source;
  if (to < 0 || !fetch(wave, i, 0, *i.source(0), isa::Type::u32, source)) return bad_operand(wave, prepared);
  own(source, 1);
  wave.vector.write(to, wave.exec(), wave.exec_lanes(), source.value[0], source.undefined[0]);
  return Step::next;
}

// Executes v_permlane16_b32 (`beside` 0) and v_permlanex16_b32 (16): lane l of a row of 16 receives the lane
// of its own row, or of the one beside it, that four bits of source 1 (lanes 0 to 7) or source 2 select. An
// inactive source lane gives 0 where op_sel[1], BOUND_CTRL, is set, and otherwise leaves the destination
// unchanged; op_sel[0], FI, makes it give its value (RDNA4 ISA, V_PERMLANE16_B32).
Step permute_rows(Wave& wave, const PreparedInstruction& prepared, int beside) {
  const isa::Instruction& i = *prepared.instruction;
  const int to = unified_register(wave, *i.destination()), from = unified_register(wave, *i.source(0));
  if (to < 0 || from < 0) return bad_operand(wave, prepared);
  const Scalar low = read_scalar(wave, *i.source(1), isa::Type::u32),
               high = read_scalar(wave, *i.source(2), isa::Type::u32);
  if (low.undefined != 0 || high.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "the lane numbers are undefined");
  const std::uint64_t select = std::uint64_t(std::uint32_t(low.value)) | high.value << 32, exec = wave.exec();
  const bool fetches_off = (i.modifiers.op_sel & 1) != 0, zeroes = (i.modifiers.op_sel & 2) != 0;
  const std::uint32_t *const value = wave.vector.read(from), *const undefined = wave.vector.undefined(from);
  Lanes data{}, shadow{};
  std::uint64_t lanes = exec;
  for (int l = 0; l < kMaxLanes; ++l) {
    const int source = ((l & ~15) ^ beside) | int(select >> 4 * (l & 15) & 15);
    if (fetches_off || ((exec >> source) & 1) != 0) {
      data[l] = value[source];
      if (undefined != nullptr) shadow[l] = undefined[source];
    } else if (!zeroes) {
      lanes &= ~(std::uint64_t{1} << l);
    }
  }
  wave.vector.write(to, lanes, spread(lanes), data.data(), undefined != nullptr ? shadow.data() : nullptr);
  return Step::next;
}

}  // namespace

Step execute_cross_lane(Wave& wave, const PreparedInstruction& prepared) {
  switch (std::get<CrossLane>(prepared.instruction->semantics->operation)) {
    case CrossLane::nop:
      return Step::next;
    case CrossLane::readfirstlane:
      return read_lane(wave, prepared, wave.exec() == 0 ? 0 : std::countr_zero(wave.exec()));
    case CrossLane::readlane:
      return read_lane(wave, prepared, selected_lane(wave, prepared));
    case CrossLane::writelane:
      return write_lane(wave, prepared);
    case CrossLane::swap:
      return exchange(wave, prepared, [](int) { return true; }, [](int l) { return l; });
    case CrossLane::permlane16_swap:
      // Swaps odd rows of 16 lanes of the first register with the even rows before them of the second.
      return exchange(wave, prepared, [](int l) { return (l & 16) != 0; }, [](int l) { return l - 16; });
    case CrossLane::permlane32_swap:
      return exchange(wave, prepared, [](int l) { return l >= 32; }, [](int l) { return l - 32; });
    case CrossLane::permlane16:
      return permute_rows(wave, prepared, 0);
    case CrossLane::permlanex16:
      return permute_rows(wave, prepared, 16);
    case CrossLane::accvgpr_read:
    case CrossLane::accvgpr_write:
    case CrossLane::accvgpr_mov:
      return move_register(wave, prepared);
    case CrossLane::move_from_relative:
    case CrossLane::move_to_relative:
    case CrossLane::move_relative:
    case CrossLane::move_relative_apart:
    case CrossLane::swap_relative:
      return execute_relative_move(wave, prepared);
  }
  return execute_unsupported(wave, prepared);
}

}  // namespace lockstep::machine
