// One tile of D: the four tensors that go into it, copied to LDS a step of k at a time, and multiplied.
#pragma once

#include "kernels/primitives/cluster.hpp"
#include "kernels/primitives/scaled_wmma.hpp"
#include "kernels/primitives/tensor_copy.hpp"

namespace lockstep::device::mx_gemm {

/// What a kernel is built for. Four waves share a tile two by two.
template <Element kElementA, Element kElementB, int kRows, int kColumns>
struct Shape {
  static constexpr Element kA = kElementA, kB = kElementB;
  static constexpr int kTileRows = kRows, kTileColumns = kColumns;
  static constexpr int kWaveRows = kRows / 2, kWaveColumns = kColumns / 2;
  /// Tiles of 16 of a wave: as many rows, or columns, have their scales side by side.
  static constexpr int kA16 = kWaveRows / wmma::kRows, kB16 = kWaveColumns / wmma::kRows;

  // A stage of LDS, which holds a step of k. Rows of A are 16 bytes apart, so that the lanes of a read meet different
  // banks; tiles of B, 16 rows by 16 bytes each, do without.
  static constexpr int kStepBytesA = wmma::kDepth * bits_of(kA) / 8, kStepBytesB = wmma::kDepth * bits_of(kB) / 8;
  static constexpr int kStrideA = kStepBytesA + 16;
  static constexpr int kBytesA = kTileRows * kStrideA, kBytesB = kTileColumns * kStepBytesB;
  static constexpr int kScaleBytesA = kTileRows * 4, kScaleBytesB = kTileColumns * 4;
  static constexpr int kAtB = kBytesA, kAtScaleA = kAtB + kBytesB, kAtScaleB = kAtScaleA + kScaleBytesA;
  static constexpr int kStageBytes = kAtScaleB + kScaleBytesB;
};

struct Operands {
  const std::uint8_t *a, *b, *a_scale, *b_scale;
  int m, n, k;
};

/// One of the four tensors, which one wave copies.
struct Stream {
  TensorTile tile;           ///< of step 0
  std::uint32_t step_bytes;  ///< along a row of the tensor from one step to the next

  __device__ void copy(int step, std::uint32_t stage) const {
    TensorTile t = tile;
    const std::uint64_t ahead = std::uint64_t{step_bytes} * static_cast<std::uint32_t>(step);
    t.address += ahead;
    t.columns -= static_cast<std::uint32_t>(ahead);
    t.lds += stage;
    tensor_copy::load(t);
  }
};

__device__ inline std::uint32_t rest(int all, int first) {
  return first < all ? static_cast<std::uint32_t>(all - first) : 0;
}

__device__ inline int pieces(int length, int piece) {
  return (length + piece - 1) / piece;
}

/// Rows [all][row_bytes] from `first` on.
__device__ inline Stream stream(const std::uint8_t* tensor, int all, int first, std::uint64_t row_bytes,
                                std::uint32_t step_bytes, int tile_rows, std::uint32_t lds, std::uint32_t options) {
  const auto address = reinterpret_cast<std::uint64_t>(tensor) + row_bytes * static_cast<std::uint32_t>(first);
  return {{address, lds, static_cast<std::uint32_t>(row_bytes), rest(all, first), row_bytes, step_bytes,
           static_cast<std::uint32_t>(tile_rows), 0, options},
          step_bytes};
}

/// The tensor that a wave copies: A, B, the scales of A, those of B.
template <class S, class InCluster>
__device__ Stream stream_of(int wave, const Operands& o, int first_row, int first_column, std::uint32_t lds) {
  constexpr std::uint32_t kPadA = tensor_copy::kPadding<bits_of(S::kA) == 8 ? 4 : 3, 4>;
  const std::uint32_t with_a = InCluster::of_same_x(), with_b = InCluster::of_same_y();
  const auto k = static_cast<std::uint64_t>(o.k);
  constexpr int kGroupA = 16 * S::kA16, kGroupB = 16 * S::kB16;  // rows that have their scales side by side
  if (wave == 0)
    return stream(o.a, o.m, first_row, k * bits_of(S::kA) / 8, S::kStepBytesA, S::kTileRows, lds, kPadA | with_a);
  if (wave == 1)
    return stream(o.b, pieces(o.n, 16), first_column / 16, k * 2 * bits_of(S::kB), 16 * S::kStepBytesB,
                  S::kTileColumns / 16, lds + S::kAtB, with_b);
  if (wave == 2)
    return stream(o.a_scale, pieces(o.m, kGroupA) * 16, first_row / S::kA16, k / 32 * S::kA16, 4 * S::kA16,
                  S::kTileRows / S::kA16, lds + S::kAtScaleA, with_a);
  return stream(o.b_scale, pieces(o.n, kGroupB) * 16, first_column / S::kB16, k / 32 * S::kB16, 4 * S::kB16,
                S::kTileColumns / S::kB16, lds + S::kAtScaleB, with_b);
}

/// The sums of a wave. The instruction computes the transpose: rows of its result are columns of D, so that a lane has
/// neighbours of a row. Of lane l, with i = l % 16 and h = l / 16: row 16 r + i, columns 16 c + 8 h + 0..7.
template <class S>
struct Sums {
  static constexpr bool kWide = S::kA == Element::e2m1 && S::kB == Element::e2m1;  ///< 32 columns an instruction
  Float8 narrow[kWide ? 1 : S::kB16][kWide ? 1 : S::kA16] = {};
  Float16 wide[kWide ? S::kB16 / 2 : 1][kWide ? S::kA16 : 1] = {};

  template <int kC, int kR>
  __device__ Float8 at() const {
    if constexpr (!kWide) {
      return narrow[kC][kR];
    } else {
      const Float16 both = wide[kC / 2][kR];
      return kC % 2 == 0 ? __builtin_shufflevector(both, both, 0, 1, 2, 3, 4, 5, 6, 7)
                         : __builtin_shufflevector(both, both, 8, 9, 10, 11, 12, 13, 14, 15);
    }
  }
};

/// Scales of 16 kCount rows of one step: register p has in lanes 0 to 15 those of tile 2 p, and in lanes 16 to 31 those
/// of tile 2 p + 1.
template <int kCount>
struct Scales {
  static constexpr int kRegisters = (kCount + 1) / 2;
  std::uint32_t pair[kRegisters];

  /// `lds`: [16][kCount] dwords.
  __device__ static Scales read(wave32::LdsBytes lds, int lane) {
    using Lds = const __attribute__((address_space(3))) std::uint32_t*;
    Scales s;
    const int upper = kCount == 1 ? 0 : lane / 16;
#pragma unroll
    for (int p = 0; p < kRegisters; ++p) s.pair[p] = *reinterpret_cast<Lds>(lds + (lane % 16 * kCount + 2 * p + upper) * 4);
    return s;
  }
};

template <class S>
class Step {
 public:
  __device__ Step(wave32::LdsBytes stage, const Thread& thread)
      : a_(stage + (thread.wave / 2 * S::kWaveRows + thread.lane % 16) * S::kStrideA + thread.lane / 16 * 16),
        b_(stage + S::kAtB + thread.wave % 2 * S::kWaveColumns * S::kStepBytesB + thread.lane % 16 * 16 + thread.lane / 16 * 256),
        scale_a_(Scales<S::kA16>::read(stage + S::kAtScaleA + thread.wave / 2 * S::kWaveRows * 4, thread.lane)),
        scale_b_(Scales<S::kB16>::read(stage + S::kAtScaleB + thread.wave % 2 * S::kWaveColumns * 4, thread.lane)) {}

  __device__ void accumulate(Sums<S>& sums) const {
    wmma::Operand<S::kA> a[S::kA16];
#pragma unroll
    for (int r = 0; r < S::kA16; ++r) a[r] = wmma::Operand<S::kA>::template read<32>(a_ + r * 16 * S::kStrideA);
    if constexpr (Sums<S>::kWide) {
      columns_of_32(a, sums, std::make_integer_sequence<int, S::kB16 / 2>{});
    } else {
      columns_of_16(a, sums, std::make_integer_sequence<int, S::kB16>{});
    }
  }

 private:
  using A = wmma::Operand<S::kA>;
  using B = wmma::Operand<S::kB>;

  __device__ B columns(int c) const { return B::template read<512>(b_ + c * 16 * S::kStepBytesB); }

  template <int... kC>
  __device__ void columns_of_16(const A (&a)[S::kA16], Sums<S>& sums, std::integer_sequence<int, kC...>) const {
    (rows_of_16<kC>(a, columns(kC), sums, std::make_integer_sequence<int, S::kA16>{}), ...);
  }
  template <int kC, int... kR>
  __device__ void rows_of_16(const A (&a)[S::kA16], const B& b, Sums<S>& sums, std::integer_sequence<int, kR...>) const {
    ((sums.narrow[kC][kR] = wmma::multiply_add<S::kB, S::kA, kC % 2 == 1, kR % 2 == 1>(
          b, a[kR], sums.narrow[kC][kR], scale_b_.pair[kC / 2], scale_a_.pair[kR / 2])),
     ...);
  }

  template <int... kC>
  __device__ void columns_of_32(const A (&a)[S::kA16], Sums<S>& sums, std::integer_sequence<int, kC...>) const {
    (rows_of_32<kC>(a, columns(2 * kC), columns(2 * kC + 1), sums, std::make_integer_sequence<int, S::kA16>{}), ...);
  }
  template <int kC, int... kR>
  __device__ void rows_of_32(const A (&a)[S::kA16], const B& low, const B& high, Sums<S>& sums,
                             std::integer_sequence<int, kR...>) const {
    ((sums.wide[kC][kR] = wmma::multiply_add<kR % 2 == 1>(low, high, a[kR], sums.wide[kC][kR], scale_b_.pair[kC],
                                                          scale_a_.pair[kR / 2])),
     ...);
  }

  wave32::LdsBytes a_, b_;
  Scales<S::kA16> scale_a_;
  Scales<S::kB16> scale_b_;
};

/// Steps first to first + steps - 1. A stage is filled `stages` - 1 steps before it is read: when the waves meet at the
/// beginning of a step, its copies are done, and all have read the stage that is filled next.
template <class S, class InCluster>
LOCKSTEP_IN_REGISTERS __device__ void run(const Stream& stream, wave32::LdsBytes lds, const Thread& thread, int first, int steps, int stages,
                    Sums<S>& sums) {
  const int ahead = stages - 1;
  if constexpr (!InCluster::kAlone) InCluster::meet(thread.wave);  // nobody's copy comes before its peers are there
  for (int s = 0; s < ahead && s < steps; ++s) stream.copy(first + s, static_cast<std::uint32_t>(s * S::kStageBytes));
  int reading = 0, filling = ahead;
  for (int step = 0; step < steps; ++step) {
    const int later = steps - 1 - step;
    tensor_copy::wait(later < ahead - 1 ? later : ahead - 1);
    wave32::hand_over_lds();
    InCluster::meet(thread.wave);
    if (step + ahead < steps) stream.copy(first + step + ahead, static_cast<std::uint32_t>(filling * S::kStageBytes));
    Step<S>(lds + reading * S::kStageBytes, thread).accumulate(sums);
    reading = reading + 1 == stages ? 0 : reading + 1;
    filling = filling + 1 == stages ? 0 : filling + 1;
  }
}

}  // namespace lockstep::device::mx_gemm
