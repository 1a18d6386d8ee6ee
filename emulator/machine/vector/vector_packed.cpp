// Evaluation of a vector row, whole or half by half.
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

isa::LaneInputs inputs_of(const Wave& wave, const Operation& op) {
  isa::LaneInputs in;
  for (int s = 0; s < op.sources; ++s) in.source[s] = op.source[s].value;
  in.old = op.old;
  in.carry = op.carry.value;
  in.mode = wave.mode;
  in.bitop3 = op.bitop3;
  return in;
}

// Takes half `half` (0 low, 1 high) of every source, as op_sel and op_sel_hi select it. 16-bit types take
// halves of a dword, 32-bit types take dwords of a pair.
void choose_half(const Wave& wave, const isa::Modifiers& m, int half, const Operation& whole,
                 Operation& part) {
  for (int s = 0; s < whole.sources; ++s) {
    const bool high = (((half == 0 ? m.op_sel : m.op_sel_hi) >> s) & 1) != 0;
    const bool negate = (((half == 0 ? m.neg_lo : m.neg_hi) >> s) & 1) != 0;
    const bool narrow = isa::bits(whole.row->source[s]) == 16;
    const int dword = !narrow && high && whole.source[s].value[1] != nullptr ? 1 : 0;
    Source& out = part.source[s];
    const std::uint32_t* value = whole.source[s].value[dword];
    const std::uint32_t* undefined = whole.source[s].undefined[dword];
    const int shift = narrow && high ? 16 : 0;
    const std::uint32_t sign = narrow ? 0x8000u : 0x80000000u;
    const std::uint32_t keep = narrow ? 0xFFFFu : ~0u;
    for (int l = 0; l < kMaxLanes; ++l) out.storage[0][l] = (value[l] >> shift) & keep;
    flush_lanes(wave.mode, whole.row->source[s], out.storage);
    if (negate)
      for (std::uint32_t& x : out.storage[0]) x ^= sign;
    out.value = {out.storage[0].data(), nullptr};
    out.undefined = {};
    if (undefined == nullptr) continue;
    for (int l = 0; l < kMaxLanes; ++l) out.undefined_storage[0][l] = (undefined[l] >> shift) & keep;
    out.undefined[0] = out.undefined_storage[0].data();
  }
}

}  // namespace

void evaluate(const Wave& wave, const Operation& op, Result& result) {
  isa::LaneOutputs out{{result.value[0].data(), result.value[1].data()}, 0};
  op.function(inputs_of(wave, op), out);
  result.mask = out.mask;
}

void evaluate_packed(const Wave& wave, const isa::Modifiers& m, Operation& op, Result& result) {
  const bool narrow = isa::bits(op.row->destination) == 16;
  Operation part;
  part.row = op.row;
  part.function = op.function;
  part.sources = op.sources;
  result.undefined = {};
  for (int half = 0; half < 2; ++half) {
    choose_half(wave, m, half, op, part);
    Result one;
    evaluate(wave, part, one);
    one.undefined = {};
    if (op.any_undefined) carry_definedness(wave, part, one);
    for (int l = 0; l < kMaxLanes; ++l) {
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

}  // namespace lockstep::machine
