// The tensor cores of NVIDIA's sm_90 on operands of 8 bits: a warpgroup, four warps side by side, multiplies
// 64 rows by columns in eights (wgmma.mma_async.m64n8k32), both operands in shared memory. PTX ISA,
// "Asynchronous Warpgroup Level Matrix Instructions". Nothing in it is there for speed.
#pragma once

#include <cstdint>

#include "kernels/primitives/scalar.hpp"

#define LOCKSTEP_SHARED [[maybe_unused]] static __attribute__((shared))

#pragma clang fp contract(off)

namespace lockstep::device::warpgroup {

inline constexpr int kThreads = 128, kRows = 64;
inline constexpr int kWide = 8, kDeep = 32;  // columns and k of an instruction
inline constexpr int kStep = 128;            // k that shared memory holds at a time
inline constexpr int kInstructions = kStep / kDeep;
inline constexpr int kChunk = 16, kChunks = kStep / kChunk;  // bytes that lie together

struct alignas(kChunk) Chunk {
  std::uint32_t words[kChunk / 4];
};

/// A step of rows of A or columns of B, called lines. Eight lines of one chunk are 128 consecutive bytes: a
/// core matrix of K-major order without swizzle.
template <int kLines>
struct alignas(128) Operand {
  Chunk chunks[kChunks][kLines];
};

/// What instruction number `step` is told of eight lines and more, from `line` on.
template <int kLines>
LOCKSTEP_DEVICE std::uint64_t descriptor(const Operand<kLines>& operand, int step, int line) {
  constexpr std::uint64_t kAlongK = sizeof(Chunk) * kLines, kAlongLines = 8 * sizeof(Chunk);
  const auto* const first =
      (__attribute__((address_space(3))) const Chunk*)&operand.chunks[step * kDeep / kChunk][line];
  const std::uint64_t address = (std::uint32_t)(__UINTPTR_TYPE__)first;
  return (address & 0x3FFFF) >> 4 | kAlongK >> 4 << 16 | kAlongLines >> 4 << 32;
}

/// Copies a step: `chunk` gives the chunk of that number of a line.
template <int kLines, class ChunkOf>
LOCKSTEP_DEVICE void stage(Operand<kLines>& to, ChunkOf chunk_of) {
  for (int i = scalar::thread_index() % kThreads; i < kChunks * kLines; i += kThreads)
    to.chunks[i / kLines][i % kLines] = chunk_of(i % kLines, i / kLines);
}

/// Waits for the other threads of the warpgroup.
LOCKSTEP_DEVICE void meet() {
  asm volatile("barrier.sync %0, 128;" ::"r"(1 + scalar::thread_index() / kThreads) : "memory");
}
/// Lets the tensor cores see what all threads have staged.
LOCKSTEP_DEVICE void publish() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  meet();
}

enum class Element : std::uint8_t { e4m3, e5m2 };

#define LOCKSTEP_WGMMA(A, B)                                                                         \
  if constexpr (kA == Element::A && kB == Element::B)                                                \
  asm volatile(                                                                                      \
      "{ .reg .pred p; setp.ne.b32 p, %6, 0;\n\t"                                                    \
      "wgmma.mma_async.sync.aligned.m64n8k32.f32." #A "." #B " {%0, %1, %2, %3}, %4, %5, p, 1, 1; }" \
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                               \
      : "l"(a), "l"(b), "r"(accumulate))

/// d = a * b, plus d where that is asked for: in the background.
template <Element kA, Element kB>
LOCKSTEP_DEVICE void issue(float (&d)[4], std::uint64_t a, std::uint64_t b, int accumulate) {
  LOCKSTEP_WGMMA(e4m3, e4m3);
  LOCKSTEP_WGMMA(e4m3, e5m2);
  LOCKSTEP_WGMMA(e5m2, e4m3);
  LOCKSTEP_WGMMA(e5m2, e5m2);
}

/// A thread's share of 64 rows by kColumns: d[j][2 h + e] is that of row(h) and column(j, e).
template <int kColumns>
struct Sums {
  float d[kColumns / kWide][4];
};
LOCKSTEP_DEVICE int row(int half) {
  const int thread = scalar::thread_index() % kThreads;
  return thread / 32 * 16 + thread % 32 / 4 + 8 * half;
}
LOCKSTEP_DEVICE int column(int j, int e) {
  return j * kWide + scalar::thread_index() % 4 * 2 + e;
}

/// Calls each(row, column, sum) for a thread's share, from a copy in memory: a loop over registers would have
/// to be unrolled.
template <int kColumns, class Each>
LOCKSTEP_DEVICE void for_each(const Sums<kColumns>& sums, Each each) {
  const Sums<kColumns> in_memory = sums;
#pragma unroll 1
  for (int i = 0; i < kColumns / 2; ++i)
    each(row(i / 2 % 2), column(i / 4, i % 2), in_memory.d[i / 4][i % 4]);
}

/// Instructions first .. end - 1 of the staged step, k ascending, each adding to what the one before left;
/// the first adds to the sums, or to nothing.
template <Element kA, Element kB, int kColumns>
LOCKSTEP_DEVICE void multiply(const Operand<kRows>& a, const Operand<kColumns>& b, int first, int end,
                              bool accumulate, Sums<kColumns>& sums) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int step = first; step < end; ++step)
#pragma unroll
    for (int j = 0; j < kColumns / kWide; ++j)
      issue<kA, kB>(sums.d[j], descriptor(a, step, 0), descriptor(b, step, j * kWide),
                    step > first || accumulate);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int j = 0; j < kColumns / kWide; ++j)  // no use of a sum moves to before the wait
    asm volatile(""
                 : "+f"(sums.d[j][0]), "+f"(sums.d[j][1]), "+f"(sums.d[j][2]), "+f"(sums.d[j][3])::"memory");
}

}  // namespace lockstep::device::warpgroup
