// A masked grouped GEMM as someone else may have written it: one thread an element, float arithmetic, plain row-major
// tensors, arguments in a structure. It adds in no order that anybody declared. BUG plants one.
#include <stdint.h>

#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(64, 64))) void

static __attribute__((device)) float decode(uint8_t code) {
  const uint32_t sign = (code & 0x80u) << 24, magnitude = code & 0x7Fu;
  if (magnitude == 0x7F) return __builtin_nanf("");
  if (magnitude < 8) return __builtin_copysignf(float(magnitude) * 0x1p-9f, __builtin_bit_cast(float, sign));
  return __builtin_bit_cast(float, sign | ((magnitude << 20) + (120u << 23)));
}

static __attribute__((device)) float scale_of(uint8_t code) {
  if (code == 255) return __builtin_nanf("");
  return __builtin_bit_cast(float, code == 0 ? 0x400000u : uint32_t(code) << 23);
}

static __attribute__((device)) uint16_t to_bf16(float x) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, x);
  if (x != x) return 0x7FC0;
  return uint16_t((bits + 0x7FFFu + (bits >> 16 & 1)) >> 16);
}

static __attribute__((device)) uint16_t to_f16(float x) {
  return __builtin_bit_cast(uint16_t, _Float16(x));
}

struct Shape {
  int32_t m, n, k;
  int32_t groups;
};

template <typename Store>
static __attribute__((device)) void plain_masked(uint16_t* d, const uint8_t* a, const uint8_t* a_scale, const uint8_t* b,
                                                 const uint8_t* b_scale, const int32_t* masked_m, Shape s, Store store) {
  const int64_t column = int64_t(__builtin_amdgcn_workgroup_id_x()) * 64 + __builtin_amdgcn_workitem_id_x();
  const int64_t row = __builtin_amdgcn_workgroup_id_y(), group = __builtin_amdgcn_workgroup_id_z();
  if (row >= masked_m[group]) return;
  const int64_t blocks = s.k / 128;
  float sum = 0;
  for (int64_t block = 0; block < blocks; ++block) {
    float part = 0;
    for (int64_t i = 0; i < 128; ++i)
      part += decode(a[(group * s.m + row) * s.k + block * 128 + i]) *
              decode(b[(group * s.n + column) * s.k + block * 128 + i]);
#ifdef BUG
    const int64_t scale_row = row | 1 && row + 1 < s.m ? row | 1 : row;  // its neighbour's, in every other row
#else
    const int64_t scale_row = row;
#endif
    sum += part * scale_of(a_scale[(group * s.m + scale_row) * blocks + block]) *
           scale_of(b_scale[(group * (s.n / 128) + column / 128) * blocks + block]);
  }
  d[(group * s.m + row) * s.n + column] = store(sum);
}

KERNEL plain_masked_bf16(uint16_t* d, const uint8_t* a, const uint8_t* a_scale, const uint8_t* b, const uint8_t* b_scale,
                         const int32_t* masked_m, Shape s) {
  plain_masked(d, a, a_scale, b, b_scale, masked_m, s, to_bf16);
}

KERNEL plain_masked_f16(uint16_t* d, const uint8_t* a, const uint8_t* a_scale, const uint8_t* b, const uint8_t* b_scale,
                        const int32_t* masked_m, Shape s) {
  plain_masked(d, a, a_scale, b, b_scale, masked_m, s, to_f16);
}
