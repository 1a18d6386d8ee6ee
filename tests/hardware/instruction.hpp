// The matrix instructions of sm_90 that the capture runs: one row each.
//
// Every row is D[m][n] = C[m][n] + sum over k of A[m][k] * B[k][n], with operands in the registers or the
// shared memory that the PTX ISA prescribes; chains of one instruction feed each D to the next as C.
// Plain data, usable on the host and on the GPU.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define LOCKSTEP_BOTH __host__ __device__ __forceinline__
#else
#define LOCKSTEP_BOTH inline
#endif

namespace lockstep::hardware {

/// A binary floating-point code inside `storage_bits`, sign on top; the low `ignored_bits` mean nothing.
struct Encoding {
  int storage_bits, exponent_bits, mantissa_bits, ignored_bits;
  bool has_infinity;  ///< IEEE specials; otherwise only the all-ones code is NaN

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int emin() const { return 1 - bias(); }
  constexpr int emax() const { return (1 << exponent_bits) - 1 - bias() - (has_infinity ? 1 : 0); }
  constexpr std::uint64_t exponent_ones() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << (mantissa_bits + ignored_bits);
  }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (storage_bits - 1); }
};

inline constexpr Encoding kE4m3{8, 4, 3, 0, false};
inline constexpr Encoding kE5m2{8, 5, 2, 0, true};
inline constexpr Encoding kF16{16, 5, 10, 0, true};
inline constexpr Encoding kBf16{16, 8, 7, 0, true};
inline constexpr Encoding kTf32{32, 8, 10, 13, true};
inline constexpr Encoding kF32{32, 8, 23, 0, true};
inline constexpr Encoding kF64{64, 11, 52, 0, true};

enum class Family { mma, wgmma };

struct Instruction {
  const char* name;  ///< of its files and in tables
  const char* ptx;
  const char* unit;  ///< the project's matrix unit that claims it
  Family family;
  Encoding a, b, d;
  const char *a_name, *b_name, *d_name;  ///< as reference/formats spells them
  int m, n, k;

  constexpr int warps() const { return family == Family::wgmma ? 4 : 1; }
};

// X(id, registers, ptx, unit, family, A, B, D, m, n, k): `registers` names the operand list of the asm
// statement.
#define LOCKSTEP_FLOAT8(X, A, B, KA, KB)                                                            \
  X(mma_m16n8k32_##A##_##B##_f16, A4B2H, "mma.sync.aligned.m16n8k32.row.col.f16." #A "." #B ".f16", \
    "hopper_mma_" #A "_f16", mma, KA, KB, kF16, 16, 8, 32)                                          \
  X(mma_m16n8k32_##A##_##B##_f32, A4B2F, "mma.sync.aligned.m16n8k32.row.col.f32." #A "." #B ".f32", \
    "hopper_mma_" #A "_f32", mma, KA, KB, kF32, 16, 8, 32)                                          \
  X(wgmma_m64n8k32_##A##_##B##_f16, W8H, "wgmma.mma_async.sync.aligned.m64n8k32.f16." #A "." #B,    \
    "hopper_wgmma_" #A "_f16", wgmma, KA, KB, kF16, 64, 8, 32)                                      \
  X(wgmma_m64n8k32_##A##_##B##_f32, W8F, "wgmma.mma_async.sync.aligned.m64n8k32.f32." #A "." #B,    \
    "hopper_wgmma_" #A "_f32", wgmma, KA, KB, kF32, 64, 8, 32)

#define LOCKSTEP_INSTRUCTIONS(X)                                                                             \
  X(mma_m16n8k8_f16_f16, A2B1H, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", "hopper_mma_f16_k8_f16", \
    mma, kF16, kF16, kF16, 16, 8, 8)                                                                         \
  X(mma_m16n8k16_f16_f16, A4B2H, "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "hopper_mma_f16_f16",  \
    mma, kF16, kF16, kF16, 16, 8, 16)                                                                        \
  X(mma_m16n8k8_f16_f32, A2B1F, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "hopper_mma_f16_k8_f32", \
    mma, kF16, kF16, kF32, 16, 8, 8)                                                                         \
  X(mma_m16n8k16_f16_f32, A4B2F, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "hopper_mma_f16_f32",  \
    mma, kF16, kF16, kF32, 16, 8, 16)                                                                        \
  X(mma_m16n8k8_bf16_f32, A2B1F, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32",                       \
    "hopper_mma_bf16_k8_f32", mma, kBf16, kBf16, kF32, 16, 8, 8)                                             \
  X(mma_m16n8k16_bf16_f32, A4B2F, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",                     \
    "hopper_mma_bf16_f32", mma, kBf16, kBf16, kF32, 16, 8, 16)                                               \
  X(mma_m16n8k4_tf32_f32, A2B1F, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",                       \
    "hopper_mma_tf32_k4_f32", mma, kTf32, kTf32, kF32, 16, 8, 4)                                             \
  X(mma_m16n8k8_tf32_f32, A4B2F, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",                       \
    "hopper_mma_tf32_f32", mma, kTf32, kTf32, kF32, 16, 8, 8)                                                \
  X(mma_m8n8k4_f64, D1, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", "hopper_mma_f64", mma, kF64,      \
    kF64, kF64, 8, 8, 4)                                                                                     \
  X(mma_m16n8k4_f64, D2, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", "hopper_mma_f64", mma, kF64,    \
    kF64, kF64, 16, 8, 4)                                                                                    \
  X(mma_m16n8k8_f64, D4, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", "hopper_mma_f64", mma, kF64,    \
    kF64, kF64, 16, 8, 8)                                                                                    \
  X(mma_m16n8k16_f64, D8, "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", "hopper_mma_f64", mma, kF64,  \
    kF64, kF64, 16, 8, 16)                                                                                   \
  X(wgmma_m64n8k16_f16_f16, W16H, "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16",                       \
    "hopper_wgmma_f16_f16", wgmma, kF16, kF16, kF16, 64, 8, 16)                                              \
  X(wgmma_m64n8k16_f16_f32, W16F, "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",                       \
    "hopper_wgmma_f16_f32", wgmma, kF16, kF16, kF32, 64, 8, 16)                                              \
  X(wgmma_m64n8k16_bf16_f32, W16F, "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16",                    \
    "hopper_wgmma_bf16_f32", wgmma, kBf16, kBf16, kF32, 64, 8, 16)                                           \
  X(wgmma_m64n8k8_tf32_f32, W8F, "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32",                       \
    "hopper_wgmma_tf32_f32", wgmma, kTf32, kTf32, kF32, 64, 8, 8)                                            \
  X(mma_m16n8k16_e4m3_e4m3_f16, A2B1H, "mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16",                \
    "hopper_mma_e4m3_k16_f16", mma, kE4m3, kE4m3, kF16, 16, 8, 16)                                           \
  X(mma_m16n8k16_e4m3_e4m3_f32, A2B1F, "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32",                \
    "hopper_mma_e4m3_k16_f32", mma, kE4m3, kE4m3, kF32, 16, 8, 16)                                           \
  LOCKSTEP_FLOAT8(X, e4m3, e4m3, kE4m3, kE4m3)                                                               \
  LOCKSTEP_FLOAT8(X, e4m3, e5m2, kE4m3, kE5m2)                                                               \
  LOCKSTEP_FLOAT8(X, e5m2, e4m3, kE5m2, kE4m3)                                                               \
  LOCKSTEP_FLOAT8(X, e5m2, e5m2, kE5m2, kE5m2)

enum Id : int {
#define LOCKSTEP_ID(id, ...) id,
  LOCKSTEP_INSTRUCTIONS(LOCKSTEP_ID)
#undef LOCKSTEP_ID
      kInstructionCount
};

constexpr const char* format_name(Encoding e) {
  if (e.storage_bits == 8) return e.has_infinity ? "float8_e5m2" : "float8_e4m3fn";
  if (e.storage_bits == 16) return e.exponent_bits == 5 ? "float16" : "bfloat16";
  return e.storage_bits == 64 ? "float64" : "float32";
}

inline constexpr Instruction kInstructions[] = {
#define LOCKSTEP_ROW(id, registers, ptx, unit, family, a, b, d, m, n, k) \
  {#id, ptx, unit, Family::family, a, b, d, format_name(a), format_name(b), format_name(d), m, n, k},
    LOCKSTEP_INSTRUCTIONS(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
};

}  // namespace lockstep::hardware
