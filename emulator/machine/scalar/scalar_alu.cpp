#include "emulator/machine/scalar/execute.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

namespace {

using isa::Definedness;
using isa::ScalarAlu;

struct Sources {
  isa::ScalarInputs in;
  std::array<std::uint64_t, 3> undefined{};
  std::uint64_t old_undefined = 0;
};

std::uint64_t width_mask(isa::Type type) {
  return isa::dwords(type) == 2 ? ~std::uint64_t{0} : 0xFFFFFFFFull;
}

bool any_strict(const ScalarAlu& row, const Sources& s, std::uint8_t which, bool scc_undefined) {
  for (std::size_t i = 0; i < s.undefined.size(); ++i)
    if (((which >> i) & 1) != 0 && (s.undefined[i] & width_mask(row.source[i])) != 0) return true;
  return (row.reads_scc && scc_undefined) || (row.reads_destination && s.old_undefined != 0);
}

// Whether one defined bit that is set settles SCC: bitwise operations set it to "the result is not zero".
bool settles_scc(const ScalarAlu& row) {
  const bool bitwise = row.definedness == Definedness::moves || row.definedness == Definedness::merges;
  return bitwise && row.writes_scc && !row.writes_exec && row.destination != isa::Type::none;
}

struct Shadow {
  std::uint64_t destination = 0;
  bool scc = false;
};

Shadow carry_definedness(const ScalarAlu& row, const Sources& s, bool scc_undefined) {
  const bool any = any_strict(row, s, 0xFF, scc_undefined);
  Shadow shadow{0, any};
  if (!any) return shadow;
  const std::uint64_t all = width_mask(row.destination);
  switch (row.definedness) {
    case Definedness::merges:
      shadow.destination = (s.undefined[0] | s.undefined[1]) & all;
      break;
    case Definedness::moves: {
      std::array<isa::ScalarOutputs, 2> out;
      for (int ones = 0; ones < 2; ++ones) {
        isa::ScalarInputs in = s.in;
        for (int i = 0; i < 2; ++i)
          if (((row.selectors >> i) & 1) == 0)
            in.source[i] = (ones != 0) != (((row.inverted >> i) & 1) != 0) ? in.source[i] | s.undefined[i]
                                                                           : in.source[i] & ~s.undefined[i];
        row.evaluate(in, out[ones]);
      }
      shadow.destination = (out[0].destination ^ out[1].destination) & all;
      if (any_strict(row, s, row.selectors, scc_undefined)) shadow.destination = all;
      break;
    }
    case Definedness::carries: {
      std::uint64_t undefined = 0;
      for (std::size_t i = 0; i < s.undefined.size(); ++i)
        undefined |= s.undefined[i] & width_mask(row.source[i]);
      shadow.destination = (undefined | (0 - undefined)) & all;
      break;
    }
    case Definedness::strict:
    case Definedness::halves:
      shadow.destination = all;
  }
  return shadow;
}

// Bits of MODE for floats: [1:0] rounds f32, [3:2] f16; [4] and [6] keep their denormals as sources, [5] and
// [7] as results. Only gfx1250 has rows of scalar floats.
constexpr unsigned kRoundsSingles = 0, kRoundsHalves = 2, kKeepsSources = 4, kKeepsResults = 5;

std::uint64_t flushed(std::uint64_t bits, isa::Type type, std::uint32_t mode, unsigned keeps) {
  const bool half = type == isa::Type::f16;
  if ((!half && type != isa::Type::f32) ||
      (mode >> (keeps + (half ? kRoundsHalves : kRoundsSingles)) & 1) != 0)
    return bits;
  const std::uint64_t sign = half ? 0x8000 : 0x80000000, exponent = half ? 0x7C00 : 0x7F800000;
  return (bits & exponent) == 0 ? bits & (half ? ~std::uint64_t{0x7FFF} : sign) : bits;
}

bool rounds_otherwise(const ScalarAlu& row, std::uint32_t mode) {
  return row.rounds &&
         (mode >> (row.destination == isa::Type::f32 ? kRoundsSingles : kRoundsHalves) & 3) != 0;
}

}  // namespace

Step execute_scalar_alu(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& instruction = *prepared.instruction;
  const auto& row = std::get<ScalarAlu>(instruction.semantics->operation);
  const isa::Operand* const destination = instruction.destination();
  const bool directed = rounds_otherwise(row, wave.mode);
  if (directed && row.directed == nullptr)
    return wave.stop(FindingKind::unsupported, prepared, -1, "MODE.round is not nearest even");
  Sources s;
  for (std::size_t i = 0; i < row.source.size() && row.source[i] != isa::Type::none; ++i) {
    const Scalar value = read_scalar(wave, *instruction.source(i), row.source[i]);
    s.in.source[i] = flushed(value.value, row.source[i], wave.mode, kKeepsSources);
    s.undefined[i] = value.undefined;
  }
  if (row.reads_destination && destination != nullptr) {
    const Scalar old = read_scalar(wave, *destination, row.destination);
    s.in.old = flushed(old.value, row.destination, wave.mode, kKeepsSources);
    s.old_undefined = old.undefined;
  }
  s.in.scc = wave.scc;
  s.in.exec = wave.exec();
  s.in.mode = wave.mode;

  isa::ScalarOutputs out;
  (directed ? row.directed : row.evaluate)(s.in, out);
  out.destination = flushed(out.destination, row.destination, wave.mode, kKeepsResults);
  Shadow shadow = carry_definedness(row, s, wave.scc_undefined);
  if (shadow.scc && settles_scc(row))
    shadow.scc = shadow.destination != 0 && (out.destination & ~shadow.destination) == 0;
  if (row.writes_exec) shadow.destination = 0;  // s_*_saveexec keeps the old EXEC, which is always defined
  if (row.writes_exec) {
    if (any_strict(row, s, 0xFF, wave.scc_undefined))
      wave.report(FindingKind::undefined_exec, prepared, -1, "EXEC is computed from an undefined value");
    wave.write_lane_mask(isa::scalar::kExec, {out.exec, 0});
  }
  if (destination != nullptr && out.write) {
    Scalar value{out.destination, shadow.destination};
    const bool is_exec = destination->kind == isa::Operand::Kind::scalar && wave.is_exec(destination->index);
    if (is_exec && value.undefined != 0) {
      wave.report(FindingKind::undefined_exec, prepared, -1, "an undefined value is written to EXEC");
      value.undefined = 0;
    }
    if (!write_scalar(wave, *destination, isa::dwords(row.destination), value))
      return wave.stop(FindingKind::unsupported, prepared, -1, "the destination is not a scalar register");
  }
  if (row.writes_scc) {
    wave.scc = out.scc;
    wave.scc_undefined = shadow.scc;
  }
  return Step::next;
}

}  // namespace lockstep::machine
