// How undefined source bits reach a vector result.
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::machine {

namespace {

using isa::Definedness;

// The lanes in which any bit of the sources in `which` is undefined.
std::uint64_t undefined_lanes(const Operation& op, std::uint8_t which) {
  Lanes any{};
  for (int s = 0; s < op.sources; ++s) {
    if (((which >> s) & 1) == 0) continue;
    const std::uint32_t relevant = isa::bits(op.row->source[s]) == 16 && !op.row->packed ? 0xFFFFu : ~0u;
    for (const std::uint32_t* u : op.source[s].undefined)
      if (u != nullptr)
        for (int l = 0; l < kMaxLanes; ++l) any[l] |= u[l] & relevant;
  }
  if (op.row->accumulates)
    for (const std::uint32_t* u : op.old_undefined)
      if (u != nullptr)
        for (int l = 0; l < kMaxLanes; ++l) any[l] |= u[l];
  std::uint64_t mask = op.row->reads_carry ? op.carry.undefined : 0;
  for (int l = 0; l < kMaxLanes; ++l) mask |= std::uint64_t{any[l] != 0} << l;
  return mask;
}

void spread_strict(std::uint64_t lanes, Result& result) {
  const Lanes all = spread(lanes);
  for (Lanes& u : result.undefined)
    for (int l = 0; l < kMaxLanes; ++l) u[l] |= all[l];
}

// Finds the undefined bits of a monotone operation: evaluates the operation with every undefined bit set to
// 0, then to 1. It is monotone in each bit, so the results differ exactly in the bits that depend on an
// undefined one.
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
        for (int l = 0; l < kMaxLanes; ++l) {
          std::uint32_t& x = source.storage[d][l];
          const std::uint32_t u = op.source[s].undefined[d][l];
          x = ones != 0 ? x | u : x & ~u;
        }
      }
    }
    evaluate(wave, probe, extreme[ones]);
  }
  for (int d = 0; d < isa::dwords(op.row->destination); ++d)
    for (int l = 0; l < kMaxLanes; ++l)
      result.undefined[d][l] = extreme[0].value[d][l] ^ extreme[1].value[d][l];
}

// Finds the undefined bits of an operation with carries: every bit from the lowest undefined bit of any
// source upwards is undefined.
void carried_bits(const Operation& op, Result& result) {
  const auto dword = [&](int s, int d, int l) {
    const std::uint32_t* u = op.source[s].undefined[d];
    return u != nullptr ? std::uint64_t{u[l]} << (32 * d) : 0;
  };
  for (int l = 0; l < kMaxLanes; ++l) {
    std::uint64_t any = 0;
    for (int s = 0; s < op.sources; ++s)
      if (((op.row->selectors >> s) & 1) == 0) any |= dword(s, 0, l) | dword(s, 1, l);
    any |= 0 - any;
    result.undefined[0][l] = std::uint32_t(any);
    result.undefined[1][l] = std::uint32_t(any >> 32);
  }
}

}  // namespace

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
            for (int l = 0; l < kMaxLanes; ++l) result.undefined[d][l] |= op.source[s].undefined[d][l];
      break;
    case Definedness::carries:
      carried_bits(op, result);
      spread_strict(undefined_lanes(op, op.row->selectors), result);
      break;
    case Definedness::halves:
      for (int s = 0; s < 2; ++s)
        if (op.source[s].undefined[0] != nullptr)
          for (int l = 0; l < kMaxLanes; ++l)
            if (op.source[s].undefined[0][l] != 0) result.undefined[0][l] |= s == 0 ? 0xFFFFu : 0xFFFF0000u;
      break;
  }
  if (op.row->writes_mask || op.row->writes_exec) result.mask_undefined = undefined_lanes(op, 0xFF);
}

}  // namespace lockstep::machine
