// D [m, n] = A [m, k] * B [n, k]^T in bf16: one wave for each 16x16 tile, sums in binary32. Built for gfx950.
using bf16x8 = __bf16 __attribute__((ext_vector_type(8)));
using f32x4 = float __attribute__((ext_vector_type(4)));

extern "C" __attribute__((global)) void gemm_bf16(__bf16* d, const __bf16* a, const __bf16* b, int n, int k) {
  const int lane = __builtin_amdgcn_workitem_id_x(), column = lane % 16, quarter = lane / 16;
  const long row0 = 16l * __builtin_amdgcn_workgroup_id_y(), column0 = 16l * __builtin_amdgcn_workgroup_id_x();
  const __bf16* const rows = a + (row0 + column) * k + 8 * quarter;
  const __bf16* const columns = b + (column0 + column) * k + 8 * quarter;
  f32x4 sum = {};
#if defined(BACKWARDS)  // another order of the same sum
  for (int p = k - 32; p >= 0; p -= 32) {
#elif defined(DROPPED)  // one tile leaves out the last 32 products of each sum
  for (int p = 0; p < k - 32 * (row0 == 48 && column0 == 16); p += 32) {
#else
  for (int p = 0; p < k; p += 32) {
#endif
    const bf16x8 x = *(const bf16x8*)(rows + p), y = *(const bf16x8*)(columns + p);
    sum = __builtin_amdgcn_mfma_f32_16x16x32_bf16(x, y, sum, 0, 0, 0);
#if defined(NARROW)  // sums kept in bf16
    for (int i = 0; i < 4; ++i) sum[i] = (float)(__bf16)sum[i];
#endif
  }
  for (int i = 0; i < 4; ++i) {
#if defined(TRUNCATED)
    const float wide = sum[i];
    const unsigned bits = __builtin_bit_cast(unsigned, wide) & 0xFFFF0000u;
    const float value = __builtin_bit_cast(float, bits);
#else
    const float value = sum[i];
#endif
    d[(row0 + 4 * quarter + i) * n + column0 + column] = (__bf16)value;
  }
}
