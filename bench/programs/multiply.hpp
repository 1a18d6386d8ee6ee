// Main loops as GEMM kernels without block scales have them: tiles of A and B through LDS, 64 or 128 rows and
// columns of accumulators per wave, one matrix instruction after another. What they compute is nobody's
// product; how they compute it is everybody's.
#pragma once

#include "kernels/primitives/workgroup.hpp"

namespace lockstep::bench {

using device::Float2;
using device::Float4;
using device::Uint4;
using Float16 = float __attribute__((ext_vector_type(16)));
using Int4 = int __attribute__((ext_vector_type(4)));
using Int16 = int __attribute__((ext_vector_type(16)));
using Long2 = long __attribute__((ext_vector_type(2)));
using Double2 = double __attribute__((ext_vector_type(2)));
using Double4 = double __attribute__((ext_vector_type(4)));
using Halves4 = _Float16 __attribute__((ext_vector_type(4)));
using Halves8 = _Float16 __attribute__((ext_vector_type(8)));
using Shorts4 = short __attribute__((ext_vector_type(4)));
using Bfloats8 = __bf16 __attribute__((ext_vector_type(8)));

/// Two operands of half a fragment each.
template <class Half>
struct Halves {
  Half first, second;
  __device__ explicit Halves(Uint4 x) { __builtin_memcpy(this, &x, sizeof x); }
};

inline constexpr int kFragmentBytes = 16 * device::kWaveSize;  ///< 16 bytes a lane
/// Fragments of A, and of B, in a step of k: kTiles for each of two waves, in one, two or four parts of k.
template <int kTiles>
inline constexpr int kFragments = kTiles > 4 ? 2 * kTiles : 8;
template <int kTiles>
inline constexpr int kStageBytes = 2 * kFragments<kTiles> * kFragmentBytes;

/// Copies one step of k from memory to LDS.
template <int kTiles>
__device__ inline void stage(const std::uint8_t* in, std::uint8_t* lds, int thread) {
  constexpr int kCopies = kStageBytes<kTiles> / (16 * device::kThreads);
  Uint4 copied[kCopies];
  for (int i = 0; i < kCopies; ++i)
    copied[i] = *reinterpret_cast<const Uint4*>(in + (i * device::kThreads + thread) * 16);
  device::workgroup::hand_over_lds();
  for (int i = 0; i < kCopies; ++i)
    *reinterpret_cast<Uint4*>(lds + (i * device::kThreads + thread) * 16) = copied[i];
  device::workgroup::hand_over_lds();
}

__device__ inline Uint4 fragment(const std::uint8_t* lds, int index, int lane) {
  return *reinterpret_cast<const Uint4*>(lds + index * kFragmentBytes + 16 * lane);
}

/// The fragments of A and B that a wave multiplies, of one part of a step's k.
template <int kTiles>
__device__ inline void read_fragments(const std::uint8_t* lds, const device::Thread& thread, int part,
                                      Uint4 (&a)[kTiles], Uint4 (&b)[kTiles]) {
  constexpr int kParts = kFragments<kTiles> / 2 / kTiles;
  for (int i = 0; i < kTiles; ++i)
    a[i] = fragment(lds, (thread.wave % 2 * kTiles + i) * kParts + part, thread.lane);
  for (int j = 0; j < kTiles; ++j)
    b[j] = fragment(lds, kFragments<kTiles> + (thread.wave / 2 * kTiles + j) * kParts + part, thread.lane);
}

#define LOCKSTEP_HELD_SUMS "+a"(sum[0][0]), "+a"(sum[0][1]), "+a"(sum[1][0]), "+a"(sum[1][1])

/// `Instruction`: Sum, and multiply(a, b, sum), of all tiles and parts of k if kHeld. kTiles x kTiles sums a
/// wave; four waves in a square.
template <class Instruction, int kTiles, bool kHeld>
__device__ void multiply_loop(std::uint8_t* out, const std::uint8_t* in, int steps) {
  __shared__ __attribute__((aligned(16))) std::uint8_t lds[kStageBytes<kTiles>];
  const device::Thread thread = device::this_thread();
  constexpr int kParts = kFragments<kTiles> / 2 / kTiles;  // parts of a step's k
  typename Instruction::Sum sum[kTiles][kTiles] = {};
  if constexpr (kHeld)
    asm volatile("" : LOCKSTEP_HELD_SUMS);  // there from the start, or each step copies them
  for (int step = 0; step < steps; ++step) {
    stage<kTiles>(in + step * kStageBytes<kTiles>, lds, thread.index);
    Uint4 a[kParts][kTiles], b[kParts][kTiles];
    for (int part = 0; part < kParts; ++part) {
      read_fragments(lds, thread, part, a[part], b[part]);
      if constexpr (!kHeld)
        for (int i = 0; i < kTiles; ++i)
          for (int j = 0; j < kTiles; ++j)
            sum[i][j] = Instruction::multiply(a[part][i], b[part][j], sum[i][j]);
    }
    if constexpr (kHeld) Instruction::multiply(a, b, sum);
  }
  auto* const own = reinterpret_cast<typename Instruction::Sum*>(out) + thread.index;
  for (int i = 0; i < kTiles; ++i)
    for (int j = 0; j < kTiles; ++j) own[(i * kTiles + j) * device::kThreads] = sum[i][j];
}

}  // namespace lockstep::bench

#define LOCKSTEP_MULTIPLY(NAME, INSTRUCTION, TILES, HELD)                                            \
  extern "C" __global__ LOCKSTEP_LONE_WORKGROUP void NAME(std::uint8_t* out, const std::uint8_t* in, \
                                                          int steps) {                               \
    lockstep::bench::multiply_loop<lockstep::bench::INSTRUCTION, TILES, HELD>(out, in, steps);       \
  }

// An instruction that takes a whole fragment of either operand.
#define LOCKSTEP_WHOLE(NAME, SUM, OPERAND, BUILTIN, BLGP)                                              \
  struct NAME {                                                                                        \
    using Sum = SUM;                                                                                   \
    __device__ static Sum multiply(Uint4 a, Uint4 b, Sum sum) {                                        \
      return BUILTIN(__builtin_bit_cast(OPERAND, a), __builtin_bit_cast(OPERAND, b), sum, 0, 0, BLGP); \
    }                                                                                                  \
  };
// An instruction that takes half a fragment of either operand, and is issued twice.
#define LOCKSTEP_HALF(NAME, SUM, OPERAND, BUILTIN, CBSZ, BLGP)  \
  struct NAME {                                                 \
    using Sum = SUM;                                            \
    __device__ static Sum multiply(Uint4 a, Uint4 b, Sum sum) { \
      const Halves<OPERAND> x(a), y(b);                         \
      sum = BUILTIN(x.first, y.first, sum, CBSZ, 0, BLGP);      \
      return BUILTIN(x.second, y.second, sum, CBSZ, 0, BLGP);   \
    }                                                           \
  };
// Four sums in accumulation registers: two fragments of A with two of B, of two parts of k. All in one asm,
// as loops written by hand have them: between two, the compiler moves the sums. It knows nothing of the
// latency of what stands in an asm: two wait states are enough behind a vector instruction, 19 for one behind
// it (CDNA3 ISA, 4.5).
#define LOCKSTEP_HELD_FOUR(MNEMONIC, A, B, C, D)                                                      \
  MNEMONIC " %0, " A ", " C ", %0\n\t" MNEMONIC " %1, " A ", " D ", %1\n\t" MNEMONIC " %2, " B ", " C \
           ", %2\n\t" MNEMONIC " %3, " B ", " D ", %3\n\t"
#define LOCKSTEP_HELD(NAME, SUM, MNEMONIC)                                                               \
  struct NAME {                                                                                          \
    using Sum = SUM;                                                                                     \
    __device__ static void multiply(const Uint4 (&a)[2][2], const Uint4 (&b)[2][2], Sum (&sum)[2][2]) {  \
      asm volatile("s_nop 1\n\t" LOCKSTEP_HELD_FOUR(MNEMONIC, "%4", "%5", "%6", "%7")                    \
                       LOCKSTEP_HELD_FOUR(MNEMONIC, "%8", "%9", "%10", "%11") "s_nop 15\n\ts_nop 3"      \
                   : LOCKSTEP_HELD_SUMS                                                                  \
                   : "v"(a[0][0]), "v"(a[0][1]), "v"(b[0][0]), "v"(b[0][1]), "v"(a[1][0]), "v"(a[1][1]), \
                     "v"(b[1][0]), "v"(b[1][1]));                                                        \
    }                                                                                                    \
  };
// LOCKSTEP_HELD for an instruction that takes half a fragment, and so is issued twice for each.
#define LOCKSTEP_HALF_HELD_OPERANDS(X, Y)                                                                 \
  "v"(X[0].first), "v"(X[1].first), "v"(Y[0].first), "v"(Y[1].first), "v"(X[0].second), "v"(X[1].second), \
      "v"(Y[0].second), "v"(Y[1].second)
#define LOCKSTEP_HALF_HELD(NAME, SUM, MNEMONIC)                                                         \
  struct NAME {                                                                                         \
    using Sum = SUM;                                                                                    \
    using Part = Halves<long>;                                                                          \
    __device__ static void multiply(const Uint4 (&a)[2][2], const Uint4 (&b)[2][2], Sum (&sum)[2][2]) { \
      const Part x0[2]{Part(a[0][0]), Part(a[0][1])}, x1[2]{Part(a[1][0]), Part(a[1][1])};              \
      const Part y0[2]{Part(b[0][0]), Part(b[0][1])}, y1[2]{Part(b[1][0]), Part(b[1][1])};              \
      asm volatile("s_nop 1\n\t" LOCKSTEP_HELD_FOUR(MNEMONIC, "%4", "%5", "%6", "%7")                   \
                       LOCKSTEP_HELD_FOUR(MNEMONIC, "%8", "%9", "%10", "%11")                           \
                           LOCKSTEP_HELD_FOUR(MNEMONIC, "%12", "%13", "%14", "%15") LOCKSTEP_HELD_FOUR( \
                               MNEMONIC, "%16", "%17", "%18", "%19") "s_nop 15\n\ts_nop 3"              \
                   : LOCKSTEP_HELD_SUMS                                                                 \
                   : LOCKSTEP_HALF_HELD_OPERANDS(x0, y0), LOCKSTEP_HALF_HELD_OPERANDS(x1, y1));         \
    }                                                                                                   \
  };
