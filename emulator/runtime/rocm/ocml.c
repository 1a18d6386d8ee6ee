// The functions of ROCm's device library ocml that plain kernels call, for machines without it.
//
// f32 and f16: what LLVM makes of the intrinsic of that name, as AMD's own library does. sin and cos are reduced and
// summed in f64 and rounded once. f64: what the hardware has.
typedef _Float16 f16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef unsigned __int128 u128;
#define FUNCTION __attribute__((const, always_inline))

#define OF_F32_F16(NAME, BUILTIN)                                       \
  FUNCTION float __ocml_##NAME##_f32(float x) { return BUILTIN(x); }    \
  FUNCTION f16 __ocml_##NAME##_f16(f16 x) { return (f16)BUILTIN((float)x); }
#define OF_ALL(NAME, BUILTIN)  \
  OF_F32_F16(NAME, BUILTIN)    \
  FUNCTION double __ocml_##NAME##_f64(double x) { return BUILTIN(x); }

OF_F32_F16(exp, __builtin_elementwise_exp)
OF_F32_F16(exp2, __builtin_elementwise_exp2)
OF_F32_F16(exp10, __builtin_elementwise_exp10)
OF_F32_F16(log, __builtin_elementwise_log)
OF_F32_F16(log2, __builtin_elementwise_log2)
OF_F32_F16(log10, __builtin_elementwise_log10)
OF_ALL(sqrt, __builtin_elementwise_sqrt)
OF_ALL(trunc, __builtin_elementwise_trunc)
OF_ALL(floor, __builtin_elementwise_floor)
OF_ALL(ceil, __builtin_elementwise_ceil)
OF_ALL(rint, __builtin_elementwise_rint)
OF_ALL(round, __builtin_elementwise_round)
OF_ALL(fabs, __builtin_elementwise_abs)

#define OF_MORE(TYPE, SUFFIX)                                                                                \
  FUNCTION TYPE __ocml_fma_##SUFFIX(TYPE a, TYPE b, TYPE c) { return __builtin_elementwise_fma(a, b, c); }  \
  FUNCTION TYPE __ocml_fmin_##SUFFIX(TYPE a, TYPE b) { return __builtin_elementwise_minnum(a, b); }         \
  FUNCTION TYPE __ocml_fmax_##SUFFIX(TYPE a, TYPE b) { return __builtin_elementwise_maxnum(a, b); }         \
  FUNCTION TYPE __ocml_copysign_##SUFFIX(TYPE a, TYPE b) { return __builtin_elementwise_copysign(a, b); }   \
  FUNCTION TYPE __ocml_rsqrt_##SUFFIX(TYPE x) { return (TYPE)1 / __builtin_elementwise_sqrt(x); }
OF_MORE(float, f32)
OF_MORE(f16, f16)
OF_MORE(double, f64)

// 2/pi, bit by bit behind the point, which lies behind the first 32.
static const __attribute__((address_space(4))) u32 two_over_pi[] = {
    0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561, 0xB7246E3A};

// x, which is at least 2^24, in quarters of a turn: the whole ones modulo 4, and the rest, at most half of one. Bits of
// 2/pi that give multiples of 4 are left out; 128 behind them are enough, since no f32 is nearer to a whole one than 2^-32.
static inline int large_quarters(float x, double* rest) {
  const u32 bits = __builtin_bit_cast(u32, x);
  const u32 exponent = (bits >> 23 & 255) - 150;  // x = mantissa * 2^exponent
  const u128 mantissa = (bits & 0x7fffff) | 0x800000;
  const u32 first = 32 + exponent - 2;  // bits to leave out
  u128 window = 0;
  for (u32 i = 0; i < 4; ++i) window = window << 32 | two_over_pi[first / 32 + i];
  if (first % 32 != 0) window = window << first % 32 | two_over_pi[first / 32 + 4] >> (32 - first % 32);
  const u128 product = mantissa * window;  // the point lies behind two bits
  const u64 high = (u64)(product >> 64), nearest = high + (1ul << 61);
  *rest = (double)(long)(high - (nearest & 3ul << 62)) * 0x1p-62;
  return (int)(nearest >> 62);
}

static inline int quarters(float x, double* radians) {
  double rest;
  int whole;
  if (x < 0x1p24f) {
    const double turns = __builtin_elementwise_rint(x * 0x1.45f306dc9c883p-1);
    whole = (int)(long)turns & 3;
    *radians = __builtin_elementwise_fma(-turns, 0x1.1a62633145c07p-54,
                                         __builtin_elementwise_fma(-turns, 0x1.921fb54442d18p+0, (double)x));
    return whole;
  }
  whole = large_quarters(x, &rest);
  *radians = rest * 0x1.921fb54442d18p+0;
  return whole;
}

// The Taylor series, which at pi/4 are wrong by less than 2^-52.
static inline double sine(double x) {
  const double y = x * x;
  double sum = 0;
  for (int n = 17; n > 1; n -= 2) sum = -y / (n * (n - 1)) * (1 + sum);
  return x + x * sum;
}
static inline double cosine(double x) {
  const double y = x * x;
  double sum = 0;
  for (int n = 16; n > 0; n -= 2) sum = -y / (n * (n - 1)) * (1 + sum);
  return 1 + sum;
}

// sin(x + turn quarters)
static inline float turned_sine(float x, int turn) {
  const float size = __builtin_elementwise_abs(x);
  if (!(size < __builtin_inff())) return __builtin_nanf("");
  double radians;
  int whole = quarters(size, &radians);
  const int negative = x < 0;
  if (negative) whole = -whole, radians = -radians;
  whole = (whole + turn) & 3;
  const double value = (whole & 1) != 0 ? cosine(radians) : sine(radians);
  return (float)((whole & 2) != 0 ? -value : value);
}
FUNCTION float __ocml_sin_f32(float x) { return x == 0 ? x : turned_sine(x, 0); }
FUNCTION float __ocml_cos_f32(float x) { return turned_sine(x, 1); }
FUNCTION f16 __ocml_sin_f16(f16 x) { return (f16)__ocml_sin_f32((float)x); }
FUNCTION f16 __ocml_cos_f16(f16 x) { return (f16)__ocml_cos_f32((float)x); }
