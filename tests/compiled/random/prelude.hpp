// What the generated sources share: types, how results are stored, helpers that device and host compile
// alike. What is the machine's alone (lanes that see each other) the host has in host.hpp, in its own words.
#pragma once

#include "tests/compiled/expressions.hpp"

namespace lockstep::compiled {

using I32 = int;
using I64 = long;
using F32 = float;
using F64 = double;
#if defined(__HIP__)
using Brain = __bf16;
#else
/// x86 has no arithmetic on bfloats; each result of the device's is rounded to nearest even.
struct Brain {
  U16 code;

  Brain() = default;
  explicit Brain(float x) {
    const U32 bits = __builtin_bit_cast(U32, x);
    code = U16(x == x ? (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 : 0x7FC0);
  }
  explicit operator float() const { return __builtin_bit_cast(float, U32(code) << 16); }
  Brain operator-() const { return __builtin_bit_cast(Brain, U16(code ^ 0x8000)); }
  friend Brain operator+(Brain a, Brain b) { return Brain(float(a) + float(b)); }
  friend Brain operator-(Brain a, Brain b) { return Brain(float(a) - float(b)); }
  friend Brain operator*(Brain a, Brain b) { return Brain(float(a) * float(b)); }
  friend Brain operator/(Brain a, Brain b) { return Brain(float(a) / float(b)); }
  friend bool operator<(Brain a, Brain b) { return float(a) < float(b); }
  friend bool operator==(Brain a, Brain b) { return float(a) == float(b); }
};
#endif
#define LOCKSTEP_VECTOR(name, element, count) typedef element name __attribute__((ext_vector_type(count)))
LOCKSTEP_VECTOR(I16x2, short, 2);
LOCKSTEP_VECTOR(U16x2, unsigned short, 2);
LOCKSTEP_VECTOR(I8x4, signed char, 4);
LOCKSTEP_VECTOR(U8x4, unsigned char, 4);
LOCKSTEP_VECTOR(U32x2, unsigned, 2);
LOCKSTEP_VECTOR(Halfx2, _Float16, 2);
LOCKSTEP_VECTOR(F32x2, float, 2);

/// All NaNs are one, of every type.
LOCKSTEP_HERE U32 bits_of(F32 x) {
  return x == x ? __builtin_bit_cast(U32, x) : 0x7FC00000u;
}
LOCKSTEP_HERE U32 bits_of(Half x) {
  return x == x ? __builtin_bit_cast(U16, x) : 0x7E00u;
}
LOCKSTEP_HERE U32 bits_of(Brain x) {
  return F32(x) == F32(x) ? __builtin_bit_cast(U16, x) : 0x7FC0u;
}
LOCKSTEP_HERE U64 bits_of(F64 x) {
  return x == x ? __builtin_bit_cast(U64, x) : 0x7FF8000000000000ul;
}

LOCKSTEP_HERE void put(U32* out, U32 x) {
  *out = x;
}
LOCKSTEP_HERE void put(U32* out, U8 x) {
  *out = x;
}
LOCKSTEP_HERE void put(U32* out, I8 x) {
  *out = U32(x);
}
LOCKSTEP_HERE void put(U32* out, U16 x) {
  *out = x;
}
LOCKSTEP_HERE void put(U32* out, I16 x) {
  *out = U32(x);
}
LOCKSTEP_HERE void put(U32* out, I32 x) {
  *out = U32(x);
}
LOCKSTEP_HERE void put(U32* out, U64 x) {
  out[0] = U32(x), out[64] = U32(x >> 32);
}
LOCKSTEP_HERE void put(U32* out, I64 x) {
  put(out, U64(x));
}
LOCKSTEP_HERE void put(U32* out, F32 x) {
  *out = bits_of(x);
}
LOCKSTEP_HERE void put(U32* out, Half x) {
  *out = bits_of(x);
}
LOCKSTEP_HERE void put(U32* out, Brain x) {
  *out = bits_of(x);
}
LOCKSTEP_HERE void put(U32* out, F64 x) {
  put(out, bits_of(x));
}
LOCKSTEP_HERE void put(U32* out, I16x2 x) {
  *out = __builtin_bit_cast(U32, x);
}
LOCKSTEP_HERE void put(U32* out, U16x2 x) {
  *out = __builtin_bit_cast(U32, x);
}
LOCKSTEP_HERE void put(U32* out, I8x4 x) {
  *out = __builtin_bit_cast(U32, x);
}
LOCKSTEP_HERE void put(U32* out, U8x4 x) {
  *out = __builtin_bit_cast(U32, x);
}
LOCKSTEP_HERE void put(U32* out, U32x2 x) {
  out[0] = x[0], out[64] = x[1];
}
LOCKSTEP_HERE void put(U32* out, Halfx2 x) {
  *out = bits_of(x[0]) | bits_of(x[1]) << 16;
}
LOCKSTEP_HERE void put(U32* out, F32x2 x) {
  out[0] = bits_of(x[0]), out[64] = bits_of(x[1]);
}

/// Defined for every x.
template <class To, class From>
LOCKSTEP_HERE To whole(From x, From least, From most) {
  return x == x ? To(limited(x, least, most)) : To(0);
}
/// A number between 0.5 and 2^7, of which every bit of the fraction is drawn.
LOCKSTEP_HERE F32 tame(U32 x) {
  return __builtin_bit_cast(F32, (x & 0x007FFFFF) | (126 + (x >> 29)) << 23);
}

struct Fields {
  U32 a : 5;
  I32 b : 11;
  U32 c : 9;
  I32 d : 7;
};
LOCKSTEP_HERE U32 set_fields(U32 x, U32 y) {
  Fields f = __builtin_bit_cast(Fields, x);
  f.b = I32(y);
  f.d = f.d * 3 + I32(f.a);
  f.c ^= y >> 7;
  return __builtin_bit_cast(U32, f);
}
LOCKSTEP_HERE I32 sum_fields(U32 x) {
  const Fields f = __builtin_bit_cast(Fields, x);
  return I32(f.a) + f.b * 5 - I32(f.c) + (f.d << 3);
}

}  // namespace lockstep::compiled
