// Operations between lanes: what they move keeps its fingerprint.
#include <algorithm>
#include <bit>

#include "emulator/fingerprints/following.hpp"

namespace lockstep::fingerprint {

namespace {

using isa::CrossLane;

int first_of(const Following& f, const isa::Operand& operand) {
  return machine::unified_register(f.wave, operand);
}

bool index_depends(Following& f, const isa::Operand* select) {
  if (select == nullptr || !depends(f, *select)) return false;
  f.stop("the number of a lane depends on data");
  return true;
}

void read_lane(Following& f, int lane) {
  const isa::Instruction& i = f.instruction();
  const int r = first_of(f, *i.source(0)), to = i.destination()->index;
  if (r < 0 || to >= machine::ScalarRegisters::kCount) return;
  const Dword from = f.shadow.vector.at(r, lane);
  if (f.wave.is_exec(to) && !none(from)) return f.stop("EXEC depends on data", first_of_data(from));
  f.shadow.scalar.write(to, from);
}

void write_lane(Following& f) {
  const isa::Instruction& i = f.instruction();
  const int to = first_of(f, *i.destination());
  if (to < 0 || index_depends(f, i.operand(isa::OperandRole::lane_select))) return;
  const auto lane = std::size_t(
      machine::read_scalar(f.wave, *i.operand(isa::OperandRole::lane_select), isa::Type::u32).value &
      std::uint64_t(f.lanes() - 1));
  VectorShadow::Register from{};
  from[lane] = operand_from(f, *i.source(0), 0, 0);
  f.shadow.vector.write(to, std::uint64_t{1} << lane, from);
}

/// Lanes of two registers trade places: lane l of the first, where `trades`, with lane l - distance of the
/// second.
template <typename Trades>
void exchange(Following& f, Trades trades, int distance) {
  const isa::Instruction& i = f.instruction();
  const int a = first_of(f, *i.destination()), b = first_of(f, *i.source(0));
  if (a < 0 || b < 0) return;
  VectorShadow::Register first{}, second{};
  for (int l = 0; l < f.lanes(); ++l) {
    first[std::size_t(l)] = f.shadow.vector.at(a, l);
    second[std::size_t(l)] = f.shadow.vector.at(b, l);
  }
  const std::uint64_t exec = f.wave.exec();
  for (int l = 0; l < f.lanes(); ++l)
    if (trades(l) && (exec >> l & 1) != 0 && (exec >> (l - distance) & 1) != 0)
      std::swap(first[std::size_t(l)], second[std::size_t(l - distance)]);
  f.shadow.vector.write(a, f.every_lane(), first);
  f.shadow.vector.write(b, f.every_lane(), second);
}

void move_register(Following& f) {
  const isa::Instruction& i = f.instruction();
  const int to = first_of(f, *i.destination());
  if (to < 0) return;
  if (!depends(f, *i.source(0))) return f.shadow.vector.clear(to, f.wave.exec(), f.every_lane());
  VectorShadow::Register from{};
  for (int l = 0; l < f.lanes(); ++l) from[std::size_t(l)] = operand_from(f, *i.source(0), 0, l);
  f.shadow.vector.write(to, f.wave.exec(), from);
}

}  // namespace

void follow_cross_lane(Following& f) {
  const isa::Instruction& i = f.instruction();
  const auto what = std::get<CrossLane>(i.semantics->operation);
  const std::uint64_t exec = f.wave.exec();
  switch (what) {
    case CrossLane::nop:
      return;
    case CrossLane::readfirstlane:
      return read_lane(f, exec == 0 ? 0 : std::countr_zero(exec));
    case CrossLane::readlane: {
      const isa::Operand* const select = i.operand(isa::OperandRole::lane_select);
      if (index_depends(f, select)) return;
      return read_lane(f, int(machine::read_scalar(f.wave, *select, isa::Type::u32).value) & (f.lanes() - 1));
    }
    case CrossLane::writelane:
      return write_lane(f);
    case CrossLane::swap:
      return exchange(f, [](int) { return true; }, 0);
    case CrossLane::permlane16_swap:
      return exchange(f, [](int l) { return (l & 16) != 0; }, 16);
    case CrossLane::permlane32_swap:
      return exchange(f, [](int l) { return l >= 32; }, 32);
    case CrossLane::accvgpr_read:
    case CrossLane::accvgpr_write:
    case CrossLane::accvgpr_mov:
      return move_register(f);
    default:
      break;
  }
  if (isa::is_relative(what)) return f.stop("a register that M0 selects");
  for (const isa::Operand& o : i.operands)
    if (depends(f, o)) return f.stop("this operation between lanes is not followed");
}

VectorShadow::Register permuted(Following& f) {
  using isa::LanePermute;
  const isa::Instruction& i = f.instruction();
  VectorShadow::Register result{};
  const isa::Operand& data = *i.data(0);
  const isa::Operand* const selector = i.operand(isa::OperandRole::lane_select);
  if (selector != nullptr && depends(f, *selector)) {
    f.stop("the number of a lane depends on data");
    return result;
  }
  if (!depends(f, data)) return result;
  const auto what = std::get<LanePermute>(i.semantics->operation);
  if (selector == nullptr || what == LanePermute::swizzle) {
    f.stop("ds_swizzle is not followed");
    return result;
  }
  const std::uint64_t exec = f.wave.exec();
  const std::uint32_t* const select = f.wave.vector.read(first_of(f, *selector));
  for (int l = 0; l < f.lanes(); ++l) {
    const int other =
        int((select[l] + std::uint32_t(i.modifiers.offset)) >> 2 & std::uint32_t(f.lanes() - 1));
    const bool sends = what == LanePermute::permute;
    const int from = sends ? l : other, to = sends ? other : l;
    if ((exec >> l & 1) == 0) continue;
    if (what != LanePermute::bpermute_of_all && (exec >> from & 1) == 0) continue;  // gives 0
    result[std::size_t(to)] = operand_from(f, data, 0, from);
  }
  return result;
}

}  // namespace lockstep::fingerprint
