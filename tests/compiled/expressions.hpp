// Expressions of C++ that the host computes, too, bit for bit: nothing undefined, nothing left to an
// implementation, and no function whose last bit is a library's choice.
#pragma once

#if defined(__HIP__)
#define LOCKSTEP_HERE __attribute__((device)) inline
#else
#define LOCKSTEP_HERE inline
#endif

namespace lockstep::compiled {

using U8 = unsigned char;
using I8 = signed char;
using U16 = unsigned short;
using I16 = short;
using U32 = unsigned;
using U64 = unsigned long;
using Half = _Float16;
__extension__ typedef __int128 I128;
__extension__ typedef unsigned __int128 U128;

/// Where a lane's results go: dword after dword, 64 lanes apart. All NaNs are one.
struct Slots {
  U32* next;

  LOCKSTEP_HERE void put(U32 x) {
    *next = x;
    next += 64;
  }
  LOCKSTEP_HERE void put(int x) { put(U32(x)); }
  LOCKSTEP_HERE void put(bool x) { put(U32(x)); }
  LOCKSTEP_HERE void put(U64 x) {
    put(U32(x));
    put(U32(x >> 32));
  }
  LOCKSTEP_HERE void put(long x) { put(U64(x)); }
  LOCKSTEP_HERE void put(float x) { put(x == x ? __builtin_bit_cast(U32, x) : 0x7FC00000u); }
  LOCKSTEP_HERE void put(double x) { put(x == x ? __builtin_bit_cast(U64, x) : 0x7FF8000000000000ul); }
  LOCKSTEP_HERE void put(Half x) { put(x == x ? U32(__builtin_bit_cast(U16, x)) : 0x7E00u); }
};

template <class T>
LOCKSTEP_HERE T limited(T x, T least, T most) {
  return x < least ? least : x > most ? most : x;
}

LOCKSTEP_HERE void words(Slots& to, int x, int y) {
  const U32 a = U32(x), b = U32(y), divisor = (b & 0x7FFFFFFF) | 1;
  to.put(a + b), to.put(a - b), to.put(a * b), to.put(a / divisor), to.put(a % divisor);
  to.put(x / int(divisor)), to.put(x % int(divisor)), to.put(x / -int(divisor));
  to.put(a << (b & 31)), to.put(a >> (b & 31)), to.put(x >> (b & 31));
  to.put(a << (b & 31) | a >> (-b & 31)), to.put((a ^ b) ^ 0x5A5A5A5A), to.put((a & b) | ~a);
  to.put(__builtin_popcount(a)), to.put(__builtin_clz(a | 1)), to.put(__builtin_ctz(b | 0x80000000));
  to.put(__builtin_bswap32(a)), to.put(a >> (b & 15) & 0x3FF), to.put(x << 7 >> 12);
  to.put(x < y ? x : y), to.put(a < b ? b : a), to.put(limited(x, -1000, 2000)), to.put(x < 0 ? -(x + 1) : x);
  to.put(U32(U64(a) * b >> 32)), to.put(int(long(x) * y >> 32));
  to.put((a & 0xFFFFFF) * (b & 0xFFFFFF)), to.put((x << 8 >> 8) * 3 + y / 2), to.put(a * 9 + b);
  int sum = 0;
  U32 total = 0;
  to.put(__builtin_add_overflow(x, y, &sum)), to.put(sum), to.put(__builtin_sub_overflow(a, b, &total));
  to.put(total), to.put(__builtin_mul_overflow(a, b, &total));
  to.put(int(I16(x)) * I16(y)), to.put(U32(U16(a)) * U16(b)), to.put(I8(x) * I8(y) + I8(x >> 8) * I8(y >> 8));
  to.put(U32(U16(a + b))), to.put(int(I16(x >> (b & 7)))), to.put(U32(U8(a * b))), to.put(int(I8(x - y)));
  int digits = 0;
  for (U32 rest = a; rest != 0; rest /= 10) digits += int(rest % 10);
  to.put(digits);
  switch (b & 7) {
    case 0:
      to.put(a + 1);
      break;
    case 1:
      to.put(b ^ 3);
      break;
    case 2:
      to.put(a * 7);
      break;
    case 5:
      to.put(a - b);
      break;
    default:
      to.put(b | 1);
  }
}

LOCKSTEP_HERE void pairs_of_words(Slots& to, long x, long y) {
  const U64 a = U64(x), b = U64(y), divisor = (b & 0x7FFFFFFFFFFFFFFF) | 1;
  to.put(a + b), to.put(a - b), to.put(a * b), to.put(a / divisor), to.put(a % divisor);
  to.put(x / long(divisor)), to.put(x % long(divisor)), to.put(a / (U32(b) | 1));
  to.put(a << (b & 63)), to.put(a >> (b & 63)), to.put(x >> (b & 63)), to.put((a & b) ^ (a | ~b));
  to.put(__builtin_popcountl(a)), to.put(__builtin_clzl(a | 1)), to.put(__builtin_ctzl(b | 1ul << 63));
  to.put(x < y ? x : y), to.put(a < b ? b : a), to.put(x == y), to.put(a <= b), to.put(__builtin_bswap64(a));
  to.put(U64(U128(a) * b >> 64)), to.put(long(I128(x) * y >> 64));
}

LOCKSTEP_HERE void floats(Slots& to, float x, float y, float z) {
  to.put(x + y), to.put(x - y), to.put(x * y), to.put(x / y), to.put(1.0f / x), to.put(x * y + z);
  to.put(__builtin_fmaf(x, y, z)), to.put(__builtin_fmaf(-x, y, -z)), to.put(__builtin_sqrtf(x < 0 ? -x : x));
  to.put(__builtin_floorf(x)), to.put(__builtin_ceilf(x)), to.put(__builtin_truncf(x)),
      to.put(__builtin_rintf(x));
  to.put(__builtin_roundf(x)), to.put(__builtin_fabsf(x)), to.put(__builtin_copysignf(x, y)),
      to.put(x < y ? x : y);
  to.put(x < y), to.put(x != y), to.put(!(x >= z)), to.put(x == x), to.put(__builtin_ldexpf(x, 5));
  to.put(int(limited(x, -2e9f, 2e9f))), to.put(U32(limited(x, 0.0f, 4e9f))),
      to.put(long(limited(x, -9e18f, 9e18f)));
  to.put(U64(limited(x, 0.0f, 1e19f))), to.put(float(int(limited(y, -2e9f, 2e9f)))), to.put(double(x)),
      to.put(Half(x));
  to.put(float(Half(limited(x, -7e4f, 7e4f)))), to.put(float(double(x) * y)), to.put(float(double(x) / y));
}

LOCKSTEP_HERE void doubles(Slots& to, double x, double y, double z) {
  to.put(x + y), to.put(x - y), to.put(x * y), to.put(x / y), to.put(x * y + z),
      to.put(__builtin_fma(x, y, z));
  to.put(__builtin_sqrt(x < 0 ? -x : x)), to.put(__builtin_floor(x)), to.put(__builtin_ceil(x)),
      to.put(__builtin_trunc(x));
  to.put(__builtin_rint(x)), to.put(__builtin_fabs(x)), to.put(x < y ? x : y), to.put(x < y), to.put(x != z);
  to.put(int(limited(x, -2e9, 2e9))), to.put(U32(limited(x, 0.0, 4e9))),
      to.put(long(limited(x, -9e18, 9e18)));
  to.put(U64(limited(x, 0.0, 1.8e19))), to.put(float(x)), to.put(__builtin_ldexp(x, -3));
}

LOCKSTEP_HERE void integers_as_floats(Slots& to, int x, long y) {
  to.put(float(x)), to.put(float(U32(x))), to.put(float(y)), to.put(float(U64(y))), to.put(double(x));
  to.put(double(U32(x))), to.put(double(y)), to.put(double(U64(y))), to.put(float(U8(x))),
      to.put(float(U8(x >> 8)));
  to.put(float(I16(x))), to.put(Half(float(I16(x)))), to.put(float(x & 1023) * 0.125f);
}

/// No product is rounded to a half: clang 22 loses the sign of its zeros (LLVM pull request 214544).
LOCKSTEP_HERE void halves(Slots& to, Half x, Half y, float z) {
  const float a = float(x), b = float(y);
  to.put(Half(x + y)), to.put(Half(x - y)), to.put(Half(x * y)), to.put(Half(x / y)), to.put(x < y),
      to.put(x == y);
  to.put(x < y ? x : y), to.put(Half(-x)), to.put(a), to.put(Half(a + b)), to.put(a * b + z), to.put(Half(z));
  to.put(__builtin_fmaf(a, b, z)), to.put(__builtin_fmaf(-a, z, b)), to.put(Half(__builtin_fmaf(a, b, z)));
  to.put(Half(__builtin_fmaf(a, z, z))), to.put(int(limited(a, -3e4f, 3e4f)));
  to.put(int(I16(limited(a, -3e4f, 3e4f)))), to.put(U32(U16(limited(a, 0.0f, 6e4f))));
}

/// One lane of everything. The input is random bits, `kRows` dwords a lane; floats made of them are no NaNs.
constexpr unsigned kRows = 6;
LOCKSTEP_HERE float number(U32 bits) {
  return __builtin_bit_cast(float, (bits & 0x7F800000) == 0x7F800000 ? bits & 0xFF800000 : bits);
}
LOCKSTEP_HERE double number(U32 low, U32 high) {
  const U32 top = (high & 0x7FF00000) == 0x7FF00000 ? high & 0xFFEFFFFF : high;
  return __builtin_bit_cast(double, U64(top) << 32 | low);
}
LOCKSTEP_HERE Half half(U32 bits) {
  return __builtin_bit_cast(Half, U16((bits & 0x7C00) == 0x7C00 ? bits & 0xFC00 : bits));
}
LOCKSTEP_HERE U32* everything(U32* out, const U32* in, U32 lane) {
  U32 r[kRows];
  for (U32 i = 0; i < kRows; ++i) r[i] = in[64 * i + lane];
  Slots to{out + lane};
  words(to, int(r[0]), int(r[1]));
  pairs_of_words(to, long(U64(r[0]) << 32 | r[1]), long(U64(r[2]) << 32 | r[3]));
  floats(to, number(r[0]), number(r[1]), number(r[2]));
  doubles(to, number(r[0], r[1]), number(r[2], r[3]), number(r[4], r[5]));
  integers_as_floats(to, int(r[3]), long(U64(r[4]) << 32 | r[5]));
  halves(to, half(r[0]), half(r[1]), number(r[2]));
  return to.next;
}

}  // namespace lockstep::compiled
