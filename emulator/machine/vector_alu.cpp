// Vector ALU: fetch, evaluate the row's function over 64 lanes, carry definedness, write back under EXEC.
#include <bit>
#include <optional>

#include "vector_fetch.hpp"

namespace lockstep::machine {

namespace {

using isa::Definedness;
using isa::VectorAlu;

struct Operation {
  const VectorAlu* row = nullptr;
  std::array<Source, 3> source;
  std::array<const std::uint32_t*, 2> old{};
  std::array<const std::uint32_t*, 2> old_undefined{};
  Scalar carry;
  std::uint8_t bitop3 = 0;
  int sources = 0;
  bool any_undefined = false;
};

struct Result {
  std::array<Lanes, 2> value, undefined;
  std::uint64_t mask = 0, mask_undefined = 0;
  bool any_undefined = false;
};

isa::LaneInputs inputs_of(const Wave& wave, const Operation& op) {
  isa::LaneInputs in;
  for (int s = 0; s < op.sources; ++s) in.source[s] = op.source[s].value;
  in.old = op.old;
  in.carry = op.carry.value;
  in.mode = wave.mode;
  in.bitop3 = op.bitop3;
  return in;
}

void evaluate(const Wave& wave, const Operation& op, Result& result) {
  isa::LaneOutputs out{{result.value[0].data(), result.value[1].data()}, 0};
  op.row->evaluate(inputs_of(wave, op), out);
  result.mask = out.mask;
}

// Lanes in which any bit of the sources in `which` is undefined.
std::uint64_t undefined_lanes(const Operation& op, std::uint8_t which) {
  Lanes any{};
  for (int s = 0; s < op.sources; ++s) {
    if (((which >> s) & 1) == 0) continue;
    const std::uint32_t relevant = isa::bits(op.row->source[s]) == 16 && !op.row->packed ? 0xFFFFu : ~0u;
    for (const std::uint32_t* u : op.source[s].undefined)
      if (u != nullptr)
        for (int l = 0; l < kLanes; ++l) any[l] |= u[l] & relevant;
  }
  if (op.row->accumulates)
    for (const std::uint32_t* u : op.old_undefined)
      if (u != nullptr)
        for (int l = 0; l < kLanes; ++l) any[l] |= u[l];
  std::uint64_t mask = op.row->reads_carry ? op.carry.undefined : 0;
  for (int l = 0; l < kLanes; ++l) mask |= std::uint64_t{any[l] != 0} << l;
  return mask;
}

void spread_strict(std::uint64_t lanes, Result& result) {
  const Lanes all = spread(lanes);
  for (Lanes& u : result.undefined)
    for (int l = 0; l < kLanes; ++l) u[l] |= all[l];
}

// The operation on the sources with every undefined bit set to 0, then to 1: monotone in each bit, so the
// results differ exactly in the bits that depend on an undefined one.
void moved_bits(const Wave& wave, Operation& op, Result& result) {
  std::array<Result, 2> extreme;
  for (int ones = 0; ones < 2; ++ones) {
    Operation probe = op;
    for (int s = 0; s < op.sources; ++s) {
      Source& source = probe.source[s];
      for (int d = 0; d < 2; ++d)
        if (op.source[s].value[d] == op.source[s].storage[d].data())
          source.value[d] = source.storage[d].data();
      if (((op.row->selectors >> s) & 1) != 0) continue;
      own(source, isa::dwords(op.row->source[s]));
      for (int d = 0; d < 2; ++d) {
        if (op.source[s].undefined[d] == nullptr) continue;
        for (int l = 0; l < kLanes; ++l) {
          std::uint32_t& x = source.storage[d][l];
          const std::uint32_t u = op.source[s].undefined[d][l];
          x = ones != 0 ? x | u : x & ~u;
        }
      }
    }
    evaluate(wave, probe, extreme[ones]);
  }
  for (int d = 0; d < isa::dwords(op.row->destination); ++d)
    for (int l = 0; l < kLanes; ++l) result.undefined[d][l] = extreme[0].value[d][l] ^ extreme[1].value[d][l];
}

// Every bit from the lowest undefined bit of any source upwards.
void carried_bits(const Operation& op, Result& result) {
  const auto dword = [&](int s, int d, int l) {
    const std::uint32_t* u = op.source[s].undefined[d];
    return u != nullptr ? std::uint64_t{u[l]} << (32 * d) : 0;
  };
  for (int l = 0; l < kLanes; ++l) {
    std::uint64_t any = 0;
    for (int s = 0; s < op.sources; ++s)
      if (((op.row->selectors >> s) & 1) == 0) any |= dword(s, 0, l) | dword(s, 1, l);
    any |= 0 - any;
    result.undefined[0][l] = std::uint32_t(any);
    result.undefined[1][l] = std::uint32_t(any >> 32);
  }
}

void carry_definedness(const Wave& wave, Operation& op, Result& result) {
  result.undefined[0].fill(0);
  result.undefined[1].fill(0);
  result.any_undefined = true;
  switch (op.row->definedness) {
    case Definedness::strict:
      spread_strict(undefined_lanes(op, 0xFF), result);
      break;
    case Definedness::moves:
      moved_bits(wave, op, result);
      spread_strict(undefined_lanes(op, op.row->selectors), result);
      break;
    case Definedness::merges:
      for (int s = 0; s < op.sources; ++s)
        for (int d = 0; d < 2; ++d)
          if (op.source[s].undefined[d] != nullptr)
            for (int l = 0; l < kLanes; ++l) result.undefined[d][l] |= op.source[s].undefined[d][l];
      break;
    case Definedness::carries:
      carried_bits(op, result);
      spread_strict(undefined_lanes(op, op.row->selectors), result);
      break;
    case Definedness::halves:
      for (int s = 0; s < 2; ++s)
        if (op.source[s].undefined[0] != nullptr)
          for (int l = 0; l < kLanes; ++l)
            if (op.source[s].undefined[0][l] != 0) result.undefined[0][l] |= s == 0 ? 0xFFFFu : 0xFFFF0000u;
      break;
  }
  if (op.row->writes_mask) result.mask_undefined = undefined_lanes(op, 0xFF);
}

float clamped(float x, bool dx10) {
  return x != x ? (dx10 ? 0.0f : x) : x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

// omod, clamp and the flushing of denormal results; f32 only, which is all that kernels use them on.
bool finish_float(const Wave& wave, const isa::Modifiers& m, const VectorAlu& row, Result& result) {
  const bool flush =
      isa::is_float(row.destination) && row.destination == isa::Type::f32 && ((wave.mode >> 5) & 1) == 0;
  if (!m.clamp && m.omod == 0 && !flush) return true;
  if (row.destination != isa::Type::f32 || row.packed) return !m.clamp && m.omod == 0;
  const bool dx10 = ((wave.mode >> 8) & 1) != 0;
  constexpr std::array<float, 4> kFactor{1.0f, 2.0f, 4.0f, 0.5f};
  for (std::uint32_t& bits : result.value[0]) {
    if (flush && (bits & 0x7F800000u) == 0) bits &= 0x80000000u;
    float x = std::bit_cast<float>(bits) * kFactor[m.omod];
    if (m.clamp) x = clamped(x, dx10);
    if (m.clamp || m.omod != 0) bits = std::bit_cast<std::uint32_t>(x);
  }
  return true;
}

// ---- packed operations: the row's function once per half
// -----------------------------------------------------------------

// Half `half` (0 low, 1 high) of every source, as op_sel and op_sel_hi choose it. 16-bit types take halves of
// a dword, 32-bit types take dwords of a pair.
void choose_half(const isa::Modifiers& m, int half, const Operation& whole, Operation& part) {
  for (int s = 0; s < whole.sources; ++s) {
    const bool high = (((half == 0 ? m.op_sel : m.op_sel_hi) >> s) & 1) != 0;
    const bool negate = (((half == 0 ? m.neg_lo : m.neg_hi) >> s) & 1) != 0;
    const bool narrow = isa::bits(whole.row->source[s]) == 16;
    const int dword = !narrow && high && whole.source[s].value[1] != nullptr ? 1 : 0;
    Source& out = part.source[s];
    const std::uint32_t* value = whole.source[s].value[dword];
    const std::uint32_t* undefined = whole.source[s].undefined[dword];
    const int shift = narrow && high ? 16 : 0;
    const std::uint32_t sign = negate ? (narrow ? 0x8000u : 0x80000000u) : 0u;
    const std::uint32_t keep = narrow ? 0xFFFFu : ~0u;
    for (int l = 0; l < kLanes; ++l) out.storage[0][l] = ((value[l] >> shift) & keep) ^ sign;
    out.value = {out.storage[0].data(), nullptr};
    out.undefined = {};
    if (undefined == nullptr) continue;
    for (int l = 0; l < kLanes; ++l) out.undefined_storage[0][l] = (undefined[l] >> shift) & keep;
    out.undefined[0] = out.undefined_storage[0].data();
  }
}

void evaluate_packed(const Wave& wave, const isa::Modifiers& m, Operation& op, Result& result) {
  const bool narrow = isa::bits(op.row->destination) == 16;
  Operation part;
  part.row = op.row;
  part.sources = op.sources;
  result.undefined = {};
  for (int half = 0; half < 2; ++half) {
    choose_half(m, half, op, part);
    Result one;
    evaluate(wave, part, one);
    one.undefined = {};
    if (op.any_undefined) carry_definedness(wave, part, one);
    for (int l = 0; l < kLanes; ++l) {
      if (!narrow) {
        result.value[half][l] = one.value[0][l];
        result.undefined[half][l] = one.undefined[0][l];
      } else {
        const int shift = 16 * half;
        const std::uint32_t below = half == 0 ? 0u : 0xFFFFu;
        result.value[0][l] = (result.value[0][l] & below) | (one.value[0][l] & 0xFFFFu) << shift;
        result.undefined[0][l] = (result.undefined[0][l] & below) | (one.undefined[0][l] & 0xFFFFu) << shift;
      }
    }
  }
  result.any_undefined = op.any_undefined;
}

// ---- 16-bit halves and SDWA destinations
// ------------------------------------------------------------------------------

void shift_selected_halves(const isa::Modifiers& m, Operation& op) {
  for (int s = 0; s < op.sources; ++s) {
    if (((m.op_sel >> s) & 1) == 0 || isa::bits(op.row->source[s]) != 16) continue;
    own(op.source[s], 1);
    for (std::uint32_t& x : op.source[s].storage[0]) x >>= 16;
    if (op.source[s].undefined[0] != nullptr)
      for (std::uint32_t& x : op.source[s].undefined_storage[0]) x >>= 16;
  }
}

struct Field {
  std::uint32_t mask;
  int shift;
};

Field field_of(isa::Select s) {
  switch (s) {
    case isa::Select::dword:
      return {~0u, 0};
    case isa::Select::word0:
      return {0xFFFFu, 0};
    case isa::Select::word1:
      return {0xFFFF0000u, 16};
    default:
      return {0xFFu << (8 * int(s)), 8 * int(s)};
  }
}

void place_sdwa(const isa::Sdwa& sdwa, const std::uint32_t* old, const std::uint32_t* old_undefined,
                Result& result) {
  const Field field = field_of(sdwa.dst);
  if (field.mask == ~0u) return;
  const std::uint32_t low_mask = field.mask >> field.shift;
  const std::uint32_t sign_bit = (low_mask >> 1) + 1;
  for (int l = 0; l < kLanes; ++l) {
    const std::uint32_t x = result.value[0][l] & low_mask, u = result.undefined[0][l] & low_mask;
    std::uint32_t rest = 0, rest_undefined = 0;
    if (sdwa.unused == isa::Unused::preserve) {
      rest = old[l];
      rest_undefined = old_undefined != nullptr ? old_undefined[l] : 0;
    } else if (sdwa.unused == isa::Unused::sext) {
      const std::uint32_t above = ~((field.mask - 1) | field.mask);
      rest = (x & sign_bit) != 0 ? above : 0;
      rest_undefined = (u & sign_bit) != 0 ? above : 0;
    }
    result.value[0][l] = (x << field.shift) | (rest & ~field.mask);
    result.undefined[0][l] = (u << field.shift) | (rest_undefined & ~field.mask);
  }
  if (old_undefined != nullptr && sdwa.unused == isa::Unused::preserve) result.any_undefined = true;
}

// A 16-bit result goes to the half that op_sel[3] chooses. The other half is kept, or becomes 0 where the row
// says so and the result is in the low half.
void place_half(const VectorAlu& row, const isa::Modifiers& m, const std::uint32_t* old,
                const std::uint32_t* old_undefined, Result& result) {
  const bool high = ((m.op_sel >> 3) & 1) != 0;
  const int shift = high ? 16 : 0;
  const std::uint32_t field = 0xFFFFu << shift;
  const std::uint32_t kept = high || row.keeps_half ? ~field : 0u;
  for (int l = 0; l < kLanes; ++l) {
    result.value[0][l] = ((result.value[0][l] << shift) & field) | (old[l] & kept);
    result.undefined[0][l] = ((result.undefined[0][l] << shift) & field) |
                             (old_undefined != nullptr ? old_undefined[l] & kept : 0u);
  }
  if (old_undefined != nullptr && kept != 0) result.any_undefined = true;
}

// An 8-bit result goes to the byte that op_sel[3:2] chooses; the others are kept.
void place_byte(const isa::Modifiers& m, const std::uint32_t* old, const std::uint32_t* old_undefined,
                Result& result) {
  const int shift = 8 * int((m.op_sel >> 2) & 3);
  const std::uint32_t field = 0xFFu << shift;
  for (int l = 0; l < kLanes; ++l) {
    result.value[0][l] = ((result.value[0][l] << shift) & field) | (old[l] & ~field);
    result.undefined[0][l] = ((result.undefined[0][l] << shift) & field) |
                             (old_undefined != nullptr ? old_undefined[l] & ~field : 0u);
  }
  if (old_undefined != nullptr) result.any_undefined = true;
}

// ---- operands
// ------------------------------------------------------------------------------------------------------------

// v_cmp_class asks about denormals: it sees them whatever MODE says.
bool flushes(const VectorAlu& row) {
  return row.destination != isa::Type::none || isa::is_float(row.source[1]);
}

struct Places {
  const isa::Operand* destination = nullptr;
  const isa::Operand* mask = nullptr;
  const isa::Operand* carry = nullptr;  // nullptr: VCC
};

void take_high_dword(Source& source) {
  if (source.value[1] == nullptr) return;
  source.value = {source.value[1], nullptr};
  source.undefined = {source.undefined[1], nullptr};
}

// The line names destination, mask destination, sources, carry, in this order; sources that are not written
// are the destination (accumulation).
struct Problem {
  FindingKind kind;
  const char* text;
};

std::optional<Problem> gather(Wave& wave, const isa::Instruction& instruction, Operation& op,
                              Places& places) {
  const auto& operands = instruction.operands;
  std::size_t next = 0;
  const auto take = [&]() -> const isa::Operand* {
    return next < operands.size() ? &operands[next++] : nullptr;
  };
  if (op.row->destination != isa::Type::none) places.destination = take();
  if (op.row->writes_mask) places.mask = take();
  while (op.sources < 3 && op.row->source[op.sources] != isa::Type::none) {
    const isa::Operand* operand = take();
    if (operand == nullptr) return Problem{FindingKind::unsupported, "an operand is missing"};
    const bool in_file =
        operand->kind == isa::Operand::Kind::vector || operand->kind == isa::Operand::Kind::accumulator;
    if (in_file && unified_register(wave, *operand) < 0)
      return Problem{FindingKind::register_bounds, "a source lies beyond the kernel's registers"};
    isa::Type type = op.row->source[op.sources];
    const bool pair = op.row->op_sel_dwords || (op.row->packed && isa::bits(type) == 32);
    if (pair && operand->kind != isa::Operand::Kind::constant)
      type = operand->count == 2 ? isa::Type::u64 : isa::Type::u32;
    if (op.row->packed && isa::bits(type) == 16 && operand->kind != isa::Operand::Kind::constant)
      type = isa::Type::u32;
    if (!fetch(wave, instruction, op.sources, *operand, type, op.source[op.sources], flushes(*op.row)))
      return Problem{FindingKind::unsupported, "an operand can't be read as a vector source"};
    if (op.row->op_sel_dwords && ((instruction.modifiers.op_sel >> op.sources) & 1) != 0)
      take_high_dword(op.source[op.sources]);
    op.any_undefined |= op.source[op.sources].any_undefined();
    ++op.sources;
  }
  if (op.row->reads_carry) {
    const isa::Operand* carry = take();
    op.carry =
        carry != nullptr ? read_scalar(wave, *carry, isa::Type::u64) : wave.scalar.read64(isa::scalar::kVcc);
    op.carry.undefined &= wave.exec();
    op.any_undefined |= op.carry.undefined != 0;
  }
  return std::nullopt;
}

bool locate_destination(Wave& wave, const Places& places, Operation& op, int& first) {
  first = unified_register(wave, *places.destination);
  if (first < 0) return false;
  for (int d = 0; d < places.destination->count && d < 2; ++d) {
    op.old[d] = wave.vector.read(first + d);
    op.old_undefined[d] = wave.vector.undefined(first + d);
    if (op.row->accumulates && op.old_undefined[d] != nullptr) op.any_undefined = true;
  }
  return true;
}

void write_exec(Wave& wave, const Bound& code, std::uint64_t lanes, const Result& result) {
  if ((result.mask_undefined & lanes) != 0)
    wave.report(FindingKind::undefined_exec, code, std::countr_zero(result.mask_undefined & lanes),
                "EXEC is compared from an undefined value");
  wave.scalar.write64(isa::scalar::kExec, {result.mask & lanes, 0});
}

void write_mask(Wave& wave, const Bound& code, const isa::Operand& operand, std::uint64_t lanes,
                const Result& result) {
  if (operand.kind == isa::Operand::Kind::scalar && operand.index == isa::scalar::kExec) {
    write_exec(wave, code, lanes, result);
  } else {
    write_scalar(wave, operand, 2, {result.mask & lanes, result.mask_undefined & lanes});
  }
}

}  // namespace

Step execute_vector_alu(Wave& wave, const Bound& code) {
  const isa::Instruction& instruction = *code.instruction;
  const isa::Modifiers& m = instruction.modifiers;
  Operation op;
  op.row = &std::get<VectorAlu>(instruction.semantics->operation);
  op.bitop3 = m.bitop3;
  Places places;
  if ((wave.mode & 0xF) != 0 && isa::is_float(op.row->destination))
    return wave.stop(FindingKind::unsupported, code, -1, "MODE.round is not nearest even");
  if (const auto problem = gather(wave, instruction, op, places))
    return wave.stop(problem->kind, code, -1, problem->text);
  int first = -1;
  if (places.destination != nullptr && !locate_destination(wave, places, op, first))
    return wave.stop(FindingKind::register_bounds, code, -1,
                     "the destination lies beyond the kernel's registers");

  const bool narrow = isa::bits(op.row->destination) == 16 && !op.row->packed;
  const bool byte = op.row->op_sel_byte;
  if (m.op_sel != 0 && !op.row->packed && !op.row->op_sel_dwords && !byte) {
    if (!op.row->op_sel_halves)
      return wave.stop(FindingKind::unsupported, code, -1, "op_sel on this instruction");
    shift_selected_halves(m, op);
  }
  Result result;
  if (op.row->packed) {
    evaluate_packed(wave, m, op, result);
  } else {
    evaluate(wave, op, result);
    if (op.any_undefined) carry_definedness(wave, op, result);
    if (!op.any_undefined && (narrow || byte || m.sdwa)) result.undefined = {};
  }
  if (!finish_float(wave, m, *op.row, result))
    return wave.stop(FindingKind::unsupported, code, -1, "clamp or omod on this instruction");

  std::uint64_t lanes = wave.exec();
  if (m.dpp) lanes &= dpp_lanes(*m.dpp, wave.exec());
  if (places.destination != nullptr) {
    if (m.sdwa) {
      place_sdwa(*m.sdwa, op.old[0], op.old_undefined[0], result);
    } else if (narrow) {
      place_half(*op.row, m, op.old[0], op.old_undefined[0], result);
    } else if (byte) {
      place_byte(m, op.old[0], op.old_undefined[0], result);
    }
    const Lanes& blend = m.dpp ? spread(lanes) : wave.exec_lanes();
    for (int d = 0; d < places.destination->count && d < 2; ++d)
      wave.vector.write(first + d, lanes, blend, result.value[d].data(),
                        result.any_undefined ? result.undefined[d].data() : nullptr);
  }
  if (places.mask != nullptr) write_mask(wave, code, *places.mask, lanes, result);
  if (op.row->writes_exec) write_exec(wave, code, lanes, result);
  return Step::next;
}

}  // namespace lockstep::machine
