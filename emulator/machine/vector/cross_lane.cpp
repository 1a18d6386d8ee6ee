// Operations between lanes, and between a lane and a scalar register.
#include <algorithm>
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
  if (prepared.instruction->modifiers.dpp &&
      wave.exec() != wave.every_lane())  // what a lane that is off gives
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     "fi or bound_ctrl of a swap while lanes are off");
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

/// What a lane gets of one that EXEC has off.
enum class OffLane : std::uint8_t { keeps, zero, value, undefined };

// Writes to each lane what `source_of(lane)` holds.
template <typename SourceOf>
Step permute(Wave& wave, const PreparedInstruction& prepared, OffLane off, const SourceOf& source_of) {
  const isa::Instruction& i = *prepared.instruction;
  const int to = unified_register(wave, *i.destination()), from = unified_register(wave, *i.source(0));
  if (to < 0 || from < 0) return bad_operand(wave, prepared);
  const std::uint64_t exec = wave.exec();
  const std::uint32_t *const value = wave.vector.read(from), *const undefined = wave.vector.undefined(from);
  Lanes data{}, shadow{};
  std::uint64_t lanes = exec;
  bool any_undefined = undefined != nullptr;
  for (int l = 0; l < isa::lane_count(wave.width()); ++l) {
    const int source = source_of(l);
    const bool is_on = ((exec >> source) & 1) != 0;
    if (is_on || off == OffLane::value || off == OffLane::undefined) {
      data[l] = value[source];
      shadow[l] = !is_on && off == OffLane::undefined ? ~0u : undefined != nullptr ? undefined[source] : 0;
      any_undefined |= shadow[l] != 0;
    } else if (off == OffLane::keeps) {
      lanes &= ~(std::uint64_t{1} << l);
    }
  }
  wave.vector.write(to, lanes, spread(lanes), data.data(), any_undefined ? shadow.data() : nullptr);
  return Step::next;
}

Scalar lane_number(Wave& wave, const PreparedInstruction& prepared, std::size_t source) {
  const Scalar number = read_scalar(wave, *prepared.instruction->source(source), isa::Type::u32);
  if (number.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "the lane numbers are undefined");
  return number;
}

// op_sel[0], FI, makes a lane that is off give its value; else op_sel[1], BOUND_CTRL, makes it give 0, and
// without it the destination stays (RDNA4 ISA, V_PERMLANE16_B32).
OffLane off_lane(const isa::Instruction& i) {
  return (i.modifiers.op_sel & 1) != 0   ? OffLane::value
         : (i.modifiers.op_sel & 2) != 0 ? OffLane::zero
                                         : OffLane::keeps;
}

// Executes v_permlane16_b32 (`beside` 0) and v_permlanex16_b32 (16): lane l of a row of 16 receives the lane
// of its own row, or of the one beside it, that four bits of source 1 (lanes 0 to 7) or source 2 select.
Step permute_rows(Wave& wave, const PreparedInstruction& prepared, int beside) {
  const Scalar low = lane_number(wave, prepared, 1), high = lane_number(wave, prepared, 2);
  const std::uint64_t select = std::uint64_t(std::uint32_t(low.value)) | high.value << 32;
  return permute(wave, prepared, off_lane(*prepared.instruction),
                 [&](int l) { return ((l & ~15) ^ beside) | int(select >> 4 * (l & 15) & 15); });
}

// Executes v_permlane16_var_b32 and v_permlanex16_var_b32: the four bits are those of the lane's source 1.
Step permute_rows_by_lane(Wave& wave, const PreparedInstruction& prepared, int beside) {
  const int by = unified_register(wave, *prepared.instruction->source(1));
  if (by < 0) return bad_operand(wave, prepared);
  const std::uint32_t *const number = wave.vector.read(by), *const undefined = wave.vector.undefined(by);
  for (int l = 0; undefined != nullptr && l < isa::lane_count(wave.width()); ++l)
    if ((wave.exec() >> l & 1) != 0 && (undefined[l] & 15) != 0) {
      wave.report(FindingKind::undefined_address, prepared, l, "the lane number is undefined");
      break;
    }
  return permute(wave, prepared, off_lane(*prepared.instruction),
                 [&](int l) { return ((l & ~15) ^ beside) | int(number[l] & 15); });
}

// Executes v_permlane_{bcast,up,down,xor}_b32 over groups of so many lanes as source 2 says, a power of two.
// A lane whose partner lies outside its group keeps its own value.
Step permute_group(Wave& wave, const PreparedInstruction& prepared, CrossLane what) {
  const std::uint32_t lanes = std::uint32_t(isa::lane_count(wave.width()));
  const auto by = std::uint32_t(lane_number(wave, prepared, 1).value);
  const auto width = std::uint32_t(lane_number(wave, prepared, 2).value);
  if (!std::has_single_bit(width) || width > lanes)
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     "groups of lanes are powers of two, and no larger than the wave");
  return permute(wave, prepared, OffLane::undefined, [&](int lane) {
    const std::uint32_t l = std::uint32_t(lane), place = l & (width - 1), delta = std::min(by, width);
    switch (what) {
      case CrossLane::permlane_bcast:
        return int(l - place + (by & (width - 1)));
      case CrossLane::permlane_up:
        return int(place < delta ? l : l - delta);
      case CrossLane::permlane_down:
        return int(place + delta < width ? l + delta : l);
      default:
        return int(by < width ? l ^ by : l);
    }
  });
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
    case CrossLane::permlane16_var:
      return permute_rows_by_lane(wave, prepared, 0);
    case CrossLane::permlanex16_var:
      return permute_rows_by_lane(wave, prepared, 16);
    case CrossLane::permlane_bcast:
    case CrossLane::permlane_up:
    case CrossLane::permlane_down:
    case CrossLane::permlane_xor:
      return permute_group(wave, prepared, std::get<CrossLane>(prepared.instruction->semantics->operation));
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
