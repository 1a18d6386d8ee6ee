// The programs of `lockstep selftest`: of each kind of bug a program NAME_wrong that has it and a program
// NAME_right that differs in nothing else. What each must come to is said by its row in
// cli/inspection/controls.cpp.
//
// Every program takes an output and an input and runs as one workgroup of two waves.
#include "kernels/primitives/device.hpp"

namespace lockstep::device {
namespace {

using Float8 = float __attribute__((ext_vector_type(8)));

__device__ int thread_number() {
  return static_cast<int>(__builtin_amdgcn_workitem_id_x());
}
__device__ int threads() {
  return 2 * kWaveSize;
}

/// Nothing that was written to LDS before is read, and nothing that is read behind is written, too early.
__device__ void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// The compiler moves no access across, and nobody waits.
__device__ void keep_order() {
  asm volatile("" ::: "memory");
}

#if defined(__gfx1250__)
using Accumulator = Float8;
constexpr int kStep = 64;  // of k, in an instruction
#else
using Accumulator = Float4;
constexpr int kStep = 32;
#endif
constexpr int kTile = 16, kK = 128;
/// Elements of D in a lane, one below the other.
constexpr int kRowsOfLane = kTile * kTile / kWaveSize;

/// A lane's share of a step of a row-major operand of 8-bit elements: eight of every 16 (of 32 on gfx9) of k.
__device__ auto operand(const std::uint8_t* matrix, int k, int lane) {
  const std::uint8_t* const row = matrix + lane % kTile * kK + k + lane / kTile * 8;
#if defined(__gfx1250__)
  Int8 all;
  for (int i = 0; i < 4; ++i) {
    all[2 * i] = *reinterpret_cast<const int*>(row + 16 * i);
    all[2 * i + 1] = *reinterpret_cast<const int*>(row + 16 * i + 4);
  }
  return all;
#else
  return *reinterpret_cast<const long*>(row);
#endif
}

template <class Operand>
__device__ Accumulator multiply(Operand a, Operand b, Accumulator c) {
#if defined(__gfx1250__)
  return __builtin_amdgcn_wmma_f32_16x16x64_fp8_fp8(a, b, static_cast<short>(0), c, false, false);
#else
  return __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a, b, c, 0, 0, 0);
#endif
}

/// D = A B^T by the first wave, B behind A. Bugs: the last step begins from zero, so that the products of
/// those before it are lost; D is stored with its rows and columns exchanged.
__device__ void product(std::uint32_t* d, const std::uint32_t* in, bool forgets, bool exchanges) {
  const int lane = thread_number();
  if (lane >= kWaveSize) return;
  const auto* const a = reinterpret_cast<const std::uint8_t*>(in);
  const std::uint8_t* const b = a + kTile * kK;
  Accumulator sum = {};
  for (int k = 0; k < kK; k += kStep) {
    if (forgets && k == kK - kStep) sum = Accumulator{};
    sum = multiply(operand(a, k, lane), operand(b, k, lane), sum);
  }
  for (int i = 0; i < kRowsOfLane; ++i) {
    const int row = lane / kTile * kRowsOfLane + i, column = lane % kTile;
    d[exchanges ? column * kTile + row : row * kTile + column] = as_bits(sum[i]);
  }
}

/// What the other wave holds, handed over in LDS. Bug: nobody waits for the other.
__device__ void exchange(std::uint32_t* out, const std::uint32_t* in, bool races) {
  __shared__ std::uint32_t lds[2 * kWaveSize];
  const int thread = thread_number();
  lds[thread] = in[thread];
  if (races) {
    keep_order();
  } else {
    meet();
  }
  out[thread] = lds[thread ^ kWaveSize];
}

/// Each thread's element, of LDS that was filled with it. Bug: the last element was not.
__device__ void fill(std::uint32_t* out, const std::uint32_t* in, bool leaves_last) {
  __shared__ std::uint32_t lds[2 * kWaveSize];
  const int thread = thread_number();
  if (thread < threads() - (leaves_last ? 1 : 0)) lds[thread] = in[thread];
  meet();
  out[threads() - 1 - thread] = lds[threads() - 1 - thread];
}

/// Loaded by an instruction that the compiler does not know of as a load, so that it places no wait. Bug:
/// nobody does.
__device__ void load(std::uint32_t* out, const std::uint32_t* in, bool waits) {
  const std::uint32_t* const from = in + thread_number();
  std::uint32_t x;
#if defined(__gfx1250__)
#define LOCKSTEP_LOAD "global_load_b32 %0, %1, off\n"
#define LOCKSTEP_WAIT "s_wait_loadcnt 0x0"
#else
#define LOCKSTEP_LOAD "global_load_dword %0, %1, off\n"
#define LOCKSTEP_WAIT "s_waitcnt vmcnt(0)"
#endif
  if (waits) {
    asm volatile(LOCKSTEP_LOAD LOCKSTEP_WAIT : "=&v"(x) : "v"(from));
  } else {
    asm volatile(LOCKSTEP_LOAD : "=&v"(x) : "v"(from));
  }
  out[thread_number()] = x + 1;
}

/// gfx942, gfx950: lane 5's element, read too soon behind the vector instruction that computes it. gfx1250,
/// whose hardware keeps such instructions apart itself: in expert mode it does not, and a store takes its
/// data before they are there.
__device__ void follow(std::uint32_t* out, const std::uint32_t* in, bool waits) {
  const std::uint32_t x = in[thread_number()];
  std::uint32_t* const to = out + thread_number();
#if defined(__gfx1250__)
#define LOCKSTEP_FOLLOW(WAIT)                                       \
  asm volatile(                                                     \
      "s_wait_loadcnt 0x0\n"                                        \
      "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2\n" \
      "v_add_nc_u32_e32 %0, 1, %1\n" WAIT                           \
      "global_store_b32 %2, %0, off\n"                              \
      "s_wait_storecnt 0x0\n"                                       \
      "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 0\n" \
      : "=&v"(sum)                                                  \
      : "v"(x), "v"(to)                                             \
      : "memory")
  std::uint32_t sum;
  if (waits) {
    LOCKSTEP_FOLLOW("s_wait_alu depctr_va_vdst(0)\n");
  } else {
    LOCKSTEP_FOLLOW("");
  }
#else
  std::uint32_t sum = 0, of_lane;
#define LOCKSTEP_FOLLOW(WAIT)          \
  asm volatile(                        \
      "s_nop 7\n"                      \
      "v_add_u32_e32 %0, 1, %2\n" WAIT \
      "v_readlane_b32 %1, %0, 5\n"     \
      "s_nop 7\n"                      \
      : "+v"(sum), "=s"(of_lane)       \
      : "v"(x))
  if (waits) {
    LOCKSTEP_FOLLOW("s_nop 0\n");
  } else {
    LOCKSTEP_FOLLOW("");
  }
  *to = of_lane;
#endif
}

/// Bug: off by one, which for the last thread is past the end.
__device__ void copy(std::uint32_t* out, const std::uint32_t* in, int shift) {
  out[thread_number()] = in[thread_number() + shift];
}

/// A row with padding behind it. Bug: the padding is stored, too.
__device__ void store_row(std::uint32_t* out, const std::uint32_t* in, int padding) {
  if (thread_number() < threads() - padding) out[thread_number()] = in[thread_number()];
}

/// What the other wave holds, over zeros in LDS. Bug: a wave passes the barrier before its write has arrived.
/// That may be early enough: the answer depends on when.
__device__ void replace(std::uint32_t* out, const std::uint32_t* in, bool waits) {
  __shared__ std::uint32_t lds[2 * kWaveSize];
  const int thread = thread_number();
  const std::uint32_t mine = in[thread];
  lds[thread] = 0;
  meet();
  keep_order();
  lds[thread] = mine;
  if (waits) {
    meet();
  } else {
    keep_order();
    __builtin_amdgcn_s_barrier();
    keep_order();
  }
  out[thread] = lds[thread ^ kWaveSize];
}

}  // namespace
}  // namespace lockstep::device

#define LOCKSTEP_CONTROL(NAME, CALL)                                                                       \
  extern "C" __global__ __attribute__((                                                                    \
      amdgpu_flat_work_group_size(2 * lockstep::device::kWaveSize, 2 * lockstep::device::kWaveSize))) void \
  NAME(std::uint32_t* out, const std::uint32_t* in) {                                                      \
    lockstep::device::CALL;                                                                                \
  }

LOCKSTEP_CONTROL(value_right, product(out, in, false, false))
LOCKSTEP_CONTROL(value_wrong, product(out, in, true, false))
LOCKSTEP_CONTROL(layout_right, product(out, in, false, false))
LOCKSTEP_CONTROL(layout_wrong, product(out, in, false, true))
LOCKSTEP_CONTROL(race_right, exchange(out, in, false))
LOCKSTEP_CONTROL(race_wrong, exchange(out, in, true))
LOCKSTEP_CONTROL(wait_right, load(out, in, true))
LOCKSTEP_CONTROL(wait_wrong, load(out, in, false))
LOCKSTEP_CONTROL(wait_state_right, follow(out, in, true))
LOCKSTEP_CONTROL(wait_state_wrong, follow(out, in, false))
LOCKSTEP_CONTROL(bounds_right, copy(out, in, 0))
LOCKSTEP_CONTROL(bounds_wrong, copy(out, in, 1))
LOCKSTEP_CONTROL(undefined_right, fill(out, in, false))
LOCKSTEP_CONTROL(undefined_wrong, fill(out, in, true))
LOCKSTEP_CONTROL(untouched_right, store_row(out, in, 8))
LOCKSTEP_CONTROL(untouched_wrong, store_row(out, in, 0))
LOCKSTEP_CONTROL(schedule_right, replace(out, in, true))
LOCKSTEP_CONTROL(schedule_wrong, replace(out, in, false))
