// From a vector result to the contents of its register: output modifier, clamp, denormals, position.
#include <bit>
#include <cmath>

#include "emulator/isa/tables/half.hpp"
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

using isa::VectorAlu;

// How MODE and the modifiers change a float result: CDNA4 ISA, "Output modifiers"; LLVM's SIFoldOperands
// knows the same. An output modifier counts only where MODE flushes denormal results and is not IEEE.
struct Finish {
  bool flush = false, clamp = false, dx10 = false;
  std::uint8_t omod = 0;

  bool nothing() const { return !flush && !clamp && omod == 0; }
};

constexpr std::array<double, 4> kFactor{1, 2, 4, 0.5};

Finish finish_of(std::uint32_t mode, const isa::Modifiers& m, isa::Type element, bool omod_counts) {
  const bool is_single = element == isa::Type::f32, is_brain = element == isa::Type::bf16;
  Finish f;
  f.flush = !is_brain && ((mode >> (is_single ? 5 : 7)) & 1) == 0;
  f.clamp = m.clamp;
  f.dx10 = ((mode >> 8) & 1) != 0;
  if (omod_counts && f.flush && ((mode >> 9) & 1) == 0) f.omod = m.omod;
  return f;
}

// Applies the output modifier and clamp to a number. `smallest` is the smallest normal number of the format;
// a product with a factor is exact, or flushed.
double finished(double x, double smallest, const Finish& f) {
  x *= kFactor[f.omod];
  if (f.flush && std::fabs(x) < smallest) x = std::copysign(0.0, x);
  if (f.omod != 0 && x == 0) x = 0;
  if (!f.clamp) return x;
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

// Applies the modifiers to a bit pattern. NaNs keep their bits, unless clamp makes them 0.
std::uint32_t finished_bits(isa::Type element, std::uint32_t bits, const Finish& f) {
  const bool is_half = element == isa::Type::f16, is_brain = element == isa::Type::bf16;
  const double x = is_half ? isa::widen(isa::Half{std::uint16_t(bits)})
                           : double(std::bit_cast<float>(is_brain ? bits << 16 : bits));
  if (x != x) return f.clamp && f.dx10 ? 0 : bits;
  if (is_half) return isa::narrow_half(finished(x, 0x1p-14, f)).bits;
  const auto out = std::bit_cast<std::uint32_t>(float(finished(x, 0x1p-126, f)));
  return is_brain ? out >> 16 : out;
}

void finish_doubles(const Finish& f, Result& result) {
  for (int l = 0; l < kMaxLanes; ++l) {
    const std::uint64_t bits = result.value[0][l] | std::uint64_t{result.value[1][l]} << 32;
    const auto x = std::bit_cast<double>(bits);
    const double y = x == x ? finished(x, 0x1p-1022, f) : f.clamp && f.dx10 ? 0 : x;
    const auto out = std::bit_cast<std::uint64_t>(y);
    result.value[0][l] = std::uint32_t(out);
    result.value[1][l] = std::uint32_t(out >> 32);
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
  for (int l = 0; l < kMaxLanes; ++l) {
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

// Places a 16-bit result in the half that op_sel[3] or the mnemonic selects. The other half is kept, or
// becomes 0 where the row says so and the result is in the low half.
void place_half(const VectorAlu& row, const isa::Modifiers& m, const std::uint32_t* old,
                const std::uint32_t* old_undefined, Result& result) {
  const bool high = row.to_high_half || ((m.op_sel >> 3) & 1) != 0;
  const int shift = high ? 16 : 0;
  const std::uint32_t field = 0xFFFFu << shift;
  const std::uint32_t kept = high || row.keeps_half ? ~field : 0u;
  for (int l = 0; l < kMaxLanes; ++l) {
    result.value[0][l] = ((result.value[0][l] << shift) & field) | (old[l] & kept);
    result.undefined[0][l] = ((result.undefined[0][l] << shift) & field) |
                             (old_undefined != nullptr ? old_undefined[l] & kept : 0u);
  }
  if (old_undefined != nullptr && kept != 0) result.any_undefined = true;
}

// Places an 8-bit result in the byte that op_sel[3:2] selects; the others are kept.
void place_byte(const isa::Modifiers& m, const std::uint32_t* old, const std::uint32_t* old_undefined,
                Result& result) {
  const int shift = 8 * int((m.op_sel >> 2) & 3);
  const std::uint32_t field = 0xFFu << shift;
  for (int l = 0; l < kMaxLanes; ++l) {
    result.value[0][l] = ((result.value[0][l] << shift) & field) | (old[l] & ~field);
    result.undefined[0][l] = ((result.undefined[0][l] << shift) & field) |
                             (old_undefined != nullptr ? old_undefined[l] & ~field : 0u);
  }
  if (old_undefined != nullptr) result.any_undefined = true;
}

}  // namespace

void finish_float(const Wave& wave, const isa::Modifiers& m, const VectorAlu& row, Result& result) {
  const bool is_pair = row.pair != isa::Type::none;
  const isa::Type element = is_pair ? row.pair : row.destination;
  if (!isa::is_float(element)) return;
  const bool two_halves = isa::bits(element) == 16 && (is_pair || row.packed);
  const Finish f = finish_of(wave.mode, m, element, !two_halves);
  if (f.nothing()) return;
  if (element == isa::Type::f64) return finish_doubles(f, result);
  const int registers = isa::bits(element) == 32 && (is_pair || row.packed) ? 2 : 1;
  for (int r = 0; r < registers; ++r)
    for (std::uint32_t& x : result.value[std::size_t(r)])
      x = two_halves ? finished_bits(element, x & 0xFFFF, f) | finished_bits(element, x >> 16, f) << 16
                     : finished_bits(element, x, f);
}

void place_narrow(const isa::Modifiers& m, const Operation& op, Result& result) {
  const VectorAlu& row = *op.row;
  if (m.sdwa) {
    place_sdwa(*m.sdwa, op.old[0], op.old_undefined[0], result);
  } else if (isa::bits(row.destination) == 16 && !row.packed) {
    place_half(row, m, op.old[0], op.old_undefined[0], result);
  } else if (row.op_sel_byte) {
    place_byte(m, op.old[0], op.old_undefined[0], result);
  }
}

}  // namespace lockstep::machine
