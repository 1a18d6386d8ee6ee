// The builtins that convert between 8-bit formats and others, one result a dword: float8.py says what each must be.
#include "device.hpp"

namespace {
constexpr int kLanes = 32, kOld = 0x11223344, kSeed = 0x55555555;
template <typename To, typename From>
DEVICE int bits_as(From x) {
  return __builtin_bit_cast(To, x);
}
}  // namespace

KERNEL void float8(int* out, const float* a, const float* b, const int* codes) {
  const int t = thread();
  const float x = a[t], y = b[t];
  const int c = codes[t];
  const Half2 halves{Half(x), Half(y)};
  int* o = out + t;
  const auto put = [&](int value) { *o = value, o += kLanes; };
  put(__builtin_amdgcn_cvt_pk_fp8_f32_e5m3(x, y, kOld, false));
  put(__builtin_amdgcn_cvt_pk_fp8_f32_e5m3(x, y, kOld, true));
  put(__builtin_amdgcn_cvt_sr_fp8_f32_e5m3(x, kSeed, kOld, 0));
  put(__builtin_amdgcn_cvt_sr_fp8_f32_e5m3(x, kSeed, kOld, 1));
  put(__builtin_amdgcn_cvt_sr_fp8_f32_e5m3(x, kSeed, kOld, 2));
  put(__builtin_amdgcn_cvt_sr_fp8_f32_e5m3(x, kSeed, kOld, 3));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_fp8_e5m3(c, 0)));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_fp8_e5m3(c, 1)));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_fp8_e5m3(c, 2)));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_fp8_e5m3(c, 3)));
  put(__builtin_amdgcn_cvt_pk_fp8_f32(x, y, kOld, true));
  put(__builtin_amdgcn_cvt_sr_bf8_f32(x, kSeed, kOld, 2));
  put(__builtin_amdgcn_cvt_pk_fp8_f16(halves) & 0xFFFF);
  put(__builtin_amdgcn_cvt_pk_bf8_f16(halves) & 0xFFFF);
  put(__builtin_amdgcn_cvt_sr_fp8_f16(halves.y, kSeed, kOld, 0));
  put(__builtin_amdgcn_cvt_sr_fp8_f16(halves.x, kSeed, kOld, 3));
  put(__builtin_amdgcn_cvt_sr_bf8_f16(halves.y, kSeed, kOld, 1));
  put(bits_as<unsigned short>(__builtin_amdgcn_cvt_f16_fp8(c, 0)));
  put(bits_as<unsigned short>(__builtin_amdgcn_cvt_f16_fp8(c, 3)));
  put(bits_as<unsigned short>(__builtin_amdgcn_cvt_f16_bf8(c, 1)));
  put(bits_as<int>(__builtin_amdgcn_cvt_pk_f16_fp8(short(c))));
  put(bits_as<int>(__builtin_amdgcn_cvt_pk_f16_bf8(short(c >> 16))));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_fp8(c, 2)));
  put(bits_as<int>(__builtin_amdgcn_cvt_f32_bf8(c, 3)));
}
