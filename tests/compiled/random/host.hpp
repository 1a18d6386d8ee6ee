// What lanes do together, on the host: written from the ISA manual, over arrays of 64 lanes.
#pragma once

#include <cmath>

#include "tests/compiled/random/prelude.hpp"

namespace lockstep::compiled {

inline U64 ballot(const U32* x) {
  U64 mask = 0;
  for (int l = 0; l < 64; ++l) mask |= U64(x[l] & 1) << l;
  return mask;
}

/// The lane that feeds lane l under a DPP control; -1: none.
inline int dpp_from(int control, int l) {
  const int row = l & ~15, in_row = l & 15, n = control & 15;
  if (control <= 0xFF) return (l & ~3) + (control >> (2 * (l & 3)) & 3);
  if (control <= 0x10F) return in_row + n < 16 ? l + n : -1;
  if (control <= 0x11F) return in_row - n >= 0 ? l - n : -1;
  if (control <= 0x12F) return row + ((in_row + 16 - n) & 15);
  if (control == 0x130) return l < 63 ? l + 1 : -1;
  if (control == 0x134) return (l + 1) & 63;
  if (control == 0x138) return l - 1;
  if (control == 0x13C) return (l + 63) & 63;
  if (control == 0x140) return row + 15 - in_row;
  if (control == 0x141) return (l & ~7) + 7 - (l & 7);
  return row + n;  // 0x150 and above
}
inline U32 dpp(const U32* old, const U32* x, int control, int rows, int banks, bool bound, int l) {
  const int from = dpp_from(control, l);
  const bool on = (rows >> (l / 16) & 1) != 0 && (banks >> (l / 4 & 3) & 1) != 0;
  if (!on || (from < 0 && !bound)) return old[l];
  return from < 0 ? 0 : x[from];
}
inline U32 swizzle(const U32* x, int pattern, int l) {
  if ((pattern & 0x8000) != 0) return x[(l & ~3) + (pattern >> (2 * (l & 3)) & 3)];
  return x[(l & 32) | ((((l & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31))];
}
/// Lanes of which bit `row` is set change places: the first's against the second's without.
inline U32 swapped(const U32* a, const U32* b, int row, int which, int l) {
  const int other = which == 0 ? l ^ row : l ^ row;
  if (which == 0) return (l & row) != 0 ? b[other] : a[l];
  return (l & row) != 0 ? b[l] : a[other];
}

inline U32 byte(U64 x, unsigned i) {
  return U32(x >> (8 * i) & 0xFF);
}
inline U32 permuted(U32 a, U32 b, U32 selectors) {
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 s = byte(selectors, i);
    const U64 both = U64(a) << 32 | b;
    const U32 x = s >= 13   ? 0xFF
                  : s == 12 ? 0
                  : s >= 8  ? (byte(both, 2 * s - 15) >= 0x80 ? 0xFF : 0)
                            : byte(both, s);
    result |= x << (8 * i);
  }
  return result;
}
inline U32 sum_of_differences(U32 a, U32 b, U32 c) {
  for (unsigned i = 0; i < 4; ++i)
    c += byte(a, i) < byte(b, i) ? byte(b, i) - byte(a, i) : byte(a, i) - byte(b, i);
  return c;
}
inline U32 averages(U32 a, U32 b, U32 c) {
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= (byte(a, i) + byte(b, i) + (byte(c, i) & 1)) / 2 << (8 * i);
  return result;
}
inline U32 field_of(U32 x, U32 at, U32 width) {
  return width == 0 ? 0 : x >> at & ((1u << width) - 1);
}
inline I32 signed_field_of(U32 x, U32 at, U32 width) {
  return width == 0 ? 0 : I32(U32(I32(x) >> at) << (32 - width)) >> (32 - width);
}
inline I32 dot4(U32 a, U32 b, I32 c) {
  U32 sum = U32(c);
  for (unsigned i = 0; i < 4; ++i) sum += U32(int(I8(byte(a, i))) * int(I8(byte(b, i))));
  return I32(sum);
}
inline I32 dot2(U32 a, U32 b, I32 c) {
  return I32(U32(c) + U32(int(I16(a)) * int(I16(b))) + U32(int(I16(a >> 16)) * int(I16(b >> 16))));
}

enum class Combine { add, and_, or_, xor_, umin, umax, smin, smax };
template <Combine kHow, class T>
T combined(T a, T b) {
  switch (kHow) {
    case Combine::add:
      return a + b;
    case Combine::and_:
      return a & b;
    case Combine::or_:
      return a | b;
    case Combine::xor_:
      return a ^ b;
    case Combine::umin:
      return a < b ? a : b;
    case Combine::umax:
      return a < b ? b : a;
    case Combine::smin:
      return I32(a) < I32(b) ? a : b;
    case Combine::smax:
      return I32(a) < I32(b) ? b : a;
  }
}
template <Combine kHow, class T>
T in_cells(const U32* cell, const T* x, T first, int l) {
  T result = first;
  for (int k = 0; k < 64; ++k)
    if ((cell[k] & 15) == (U32(l + 5) & 15)) result = combined<kHow>(result, x[k]);
  return result;
}

}  // namespace lockstep::compiled
