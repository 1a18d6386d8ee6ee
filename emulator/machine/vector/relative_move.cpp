#include "emulator/machine/vector/relative_move.hpp"

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

namespace {

using isa::CrossLane;
using isa::Operand;

/// Offsets that M0 adds to the source and destination registers.
struct Distances {
  std::uint32_t source = 0, destination = 0;
};

Distances distances(CrossLane what, std::uint32_t m0) {
  constexpr std::uint32_t kIndex = 0x3FF;
  switch (what) {
    case CrossLane::move_from_relative:
      return {m0, 0};
    case CrossLane::move_to_relative:
      return {0, m0};
    case CrossLane::move_relative:
      return {m0, m0};
    default:  // two separate indices
      return {m0 & kIndex, m0 >> 16 & kIndex};
  }
}

/// The operand with `distance` added to its register; unchanged where it is no vector register.
Operand moved(const Operand& operand, std::uint32_t distance) {
  constexpr std::uint32_t kFar = 1 << 15;  // beyond all registers: an index does not wrap around
  Operand to = operand;
  if (operand.kind == Operand::Kind::vector)
    to.index = std::uint16_t(std::min(operand.index + std::uint64_t{distance}, std::uint64_t{kFar}));
  return to;
}

struct Ends {
  Operand from, to;
};

Ends ends_of(const isa::Instruction& i, std::uint32_t m0) {
  const Distances d = distances(std::get<CrossLane>(i.semantics->operation), m0);
  return {moved(*i.source(0), d.source), moved(*i.destination(), d.destination)};
}

bool swaps(const isa::Instruction& i) {
  return std::get<CrossLane>(i.semantics->operation) == CrossLane::swap_relative;
}

}  // namespace

Step execute_relative_move(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if (m0.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the register index, is undefined");
  const auto [from, to] = ends_of(i, std::uint32_t(m0.value));
  const int target = unified_register(wave, to);
  Source source, old;
  if (target < 0 || !fetch(wave, i, 0, from, isa::Type::u32, source) ||
      (swaps(i) && !fetch(wave, i, 0, to, isa::Type::u32, old)))
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a relative register lies beyond those of the kernel");
  own(source, 1);
  if (swaps(i)) {
    own(old, 1);
    wave.vector.write(unified_register(wave, from), wave.exec(), wave.exec_lanes(), old.value[0],
                      old.undefined[0]);
  }
  wave.vector.write(target, wave.exec(), wave.exec_lanes(), source.value[0], source.undefined[0]);
  return Step::next;
}

std::vector<isa::RegisterAccess> uses_of_relative_move(const Wave& wave,
                                                       const PreparedInstruction& prepared) {
  using isa::Role;
  const auto [from, to] =
      ends_of(*prepared.instruction, std::uint32_t(wave.scalar.read32(isa::scalar::kM0).value));
  std::vector<isa::RegisterAccess> all;
  const auto add = [&](const Operand& o, Role role) {
    if (o.kind == Operand::Kind::vector) all.push_back({isa::File::vector, role, o.index, 1});
    if (o.kind == Operand::Kind::scalar) all.push_back({isa::File::scalar, role, o.index, 1});
  };
  add(from, Role::source);
  add(to, Role::destination);
  if (swaps(*prepared.instruction)) add(from, Role::destination);
  all.push_back({isa::File::scalar, Role::source, isa::scalar::kM0, 1});
  return all;
}

}  // namespace lockstep::machine
