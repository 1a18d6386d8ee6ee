// One tile of D by matrix instructions that scale: operands and scales come to LDS by tensor copies, a step
// of k at a time, and are multiplied there. Four waves share a tile two by two; each copies one of four
// tensors.
//
// A kernel says by a Shape what it multiplies and where a stage of LDS has it, and how its scales are read:
//
//   kA, kB                            element formats
//   kWaveRows, kWaveColumns           of a wave; kA16 and kB16 are how many times 16
//   kStrideA, kStepBytesB, kAtB, kChunksB, kStageBytes
//   at_columns(c)                     bytes from the wave's first columns of B to its c-th 16
//   Scaling(stage, thread, k_left)    a ScaleRegisters, filled; k_left: from the step on
#pragma once

#include <utility>

#include "kernels/primitives/cluster.hpp"
#include "kernels/primitives/scaled_wmma.hpp"
#include "kernels/primitives/tensor_copy.hpp"

namespace lockstep::device::wmma {

/// What a kernel of one tile is built for.
template <Element kElementA, Element kElementB, int kRowsOfTile, int kColumnsOfTile>
struct TileShape {
  static constexpr Element kA = kElementA, kB = kElementB;
  static constexpr int kTileRows = kRowsOfTile, kTileColumns = kColumnsOfTile;
  static constexpr int kWaveRows = kTileRows / 2, kWaveColumns = kTileColumns / 2;
  static constexpr int kA16 = kWaveRows / kRows, kB16 = kWaveColumns / kRows;

  // Rows of A are 16 bytes apart, so that the lanes of a read meet different banks; tiles of B, 16 rows by 16
  // bytes each, do without.
  static constexpr int kStepBytesA = kDepth * bits_of(kA) / 8, kStepBytesB = kDepth * bits_of(kB) / 8;
  static constexpr int kStrideA = kStepBytesA + 16;
  static constexpr std::uint32_t kPadA = tensor_copy::kPadding < bits_of(kA) == 8 ? 4 : 3, 4 > ;
  static constexpr int kAtB = kTileRows * kStrideA, kAtScales = kAtB + kTileColumns * kStepBytesB;
  static constexpr int kChunksB = 512;  ///< bytes from one of a lane's chunks of B to the next

  static constexpr int at_columns(int c) { return c * 16 * kStepBytesB; }
};

/// A register of scales for each two tiles of 16 rows: lanes 0 to 15 have the first one's, lanes 16 to 31 the
/// second's.
template <class Tile>
struct ScaleRegisters {
  std::uint32_t a[(Tile::kA16 + 1) / 2], b[(Tile::kB16 + 1) / 2];
};

/// One of the four tensors, which one wave copies.
struct Stream {
  TensorTile tile;  ///< the tile of step 0
  /// From one step to the next: bytes of memory, and what less is left of the tensor.
  std::uint64_t step_bytes;
  std::uint32_t step_columns, step_rows;

  __device__ TensorTile at(int step, std::uint32_t stage) const {
    TensorTile t = tile;
    const auto steps = static_cast<std::uint32_t>(step);
    t.address += step_bytes * steps;
    t.columns -= step_columns * steps;
    t.rows -= step_rows * steps;
    t.lds += stage;
    return t;
  }
  template <tensor_copy::Caching kCaching = tensor_copy::Caching::kept>
  __device__ void copy(int step, std::uint32_t stage) const {
    tensor_copy::load<kCaching>(at(step, stage));
  }
};

__device__ inline std::uint32_t rest(int all, int first) {
  return first < all ? static_cast<std::uint32_t>(all - first) : 0;
}

__device__ inline int pieces(int length, int piece) {
  return (length + piece - 1) / piece;
}

/// Rows [all][row_bytes] from `first` on, `step_bytes` of each at a time.
__device__ inline Stream along_rows(const std::uint8_t* tensor, int all, int first, std::uint64_t row_bytes,
                                    std::uint32_t step_bytes, int tile_rows, std::uint32_t lds,
                                    std::uint32_t options) {
  const auto address =
      reinterpret_cast<std::uint64_t>(tensor) + row_bytes * static_cast<std::uint32_t>(first);
  return {{address, lds, static_cast<std::uint32_t>(row_bytes), rest(all, first), row_bytes, step_bytes,
           static_cast<std::uint32_t>(tile_rows), 0, options},
          step_bytes,
          step_bytes,
          0};
}

/// The sums of a wave. The instruction computes the transpose: rows of its result are columns of D, so that a
/// lane has neighbours of a row. Of lane l, with i = l % 16 and h = l / 16: row 16 r + i, columns 16 c + 8 h
/// + 0..7.
template <class S>
struct Sums {
  static constexpr bool kWide =
      S::kA == Element::e2m1 && S::kB == Element::e2m1;  ///< 32 columns an instruction
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

template <class S>
class Step {
 public:
  __device__ Step(wave32::LdsBytes stage, const Thread& thread, const typename S::Scaling& scales)
      : a_(stage + (thread.wave / 2 * S::kWaveRows + thread.lane % 16) * S::kStrideA + thread.lane / 16 * 16),
        b_(stage + S::kAtB + thread.wave % 2 * S::kWaveColumns * S::kStepBytesB + thread.lane % 16 * 16 +
           thread.lane / 16 * 256),
        scales_(scales) {}

  /// a, b: where the lane's first row of A and first column of B begin.
  __device__ Step(wave32::LdsBytes a, wave32::LdsBytes b, const typename S::Scaling& scales)
      : a_(a), b_(b), scales_(scales) {}

  __device__ void accumulate(Sums<S>& sums) const {
    Operand<S::kA> a[S::kA16];
    read_rows(a);
    if constexpr (Sums<S>::kWide) {
      columns_of_32(a, sums, std::make_integer_sequence<int, S::kB16 / 2>{});
    } else {
      columns_of_16(a, sums, std::make_integer_sequence<int, S::kB16>{});
    }
  }

  /// Accumulates block after block of 32 of k: as many instructions, each with zeros for the others.
  __device__ void accumulate_apart(Sums<S>& sums) const {
    Operand<S::kA> a[S::kA16];
    read_rows(a);
    columns_apart(a, sums, std::make_integer_sequence<int, S::kB16>{});
  }

 private:
  using A = Operand<S::kA>;
  using B = Operand<S::kB>;

  __device__ void read_rows(A (&a)[S::kA16]) const {
#pragma unroll
    for (int r = 0; r < S::kA16; ++r) a[r] = A::template read<32>(a_ + r * 16 * S::kStrideA);
  }
  __device__ B columns(int c) const { return B::template read<S::kChunksB>(b_ + S::at_columns(c)); }

  template <int... kC>
  __device__ void columns_of_16(const A (&a)[S::kA16], Sums<S>& sums,
                                std::integer_sequence<int, kC...>) const {
    (rows_of_16<kC>(a, columns(kC), sums, std::make_integer_sequence<int, S::kA16>{}), ...);
  }
  template <int kC, int... kR>
  __device__ void rows_of_16(const A (&a)[S::kA16], const B& b, Sums<S>& sums,
                             std::integer_sequence<int, kR...>) const {
    ((sums.narrow[kC][kR] = multiply_add<S::kB, S::kA, kC % 2 == 1, kR % 2 == 1>(
          b, a[kR], sums.narrow[kC][kR], scales_.b[kC / 2], scales_.a[kR / 2])),
     ...);
  }

  template <int... kC>
  __device__ void columns_apart(const A (&a)[S::kA16], Sums<S>& sums,
                                std::integer_sequence<int, kC...>) const {
    (blocks_of_16<kC>(a, columns(kC), sums), ...);
  }
  template <int kC>
  __device__ void blocks_of_16(const A (&a)[S::kA16], const B& b, Sums<S>& sums) const {
    constexpr std::make_integer_sequence<int, S::kA16> kAll{};
    rows_of_16<kC>(a, b.template only<0>(), sums, kAll);
    rows_of_16<kC>(a, b.template only<1>(), sums, kAll);
    rows_of_16<kC>(a, b.template only<2>(), sums, kAll);
    rows_of_16<kC>(a, b.template only<3>(), sums, kAll);
  }

  template <int... kC>
  __device__ void columns_of_32(const A (&a)[S::kA16], Sums<S>& sums,
                                std::integer_sequence<int, kC...>) const {
    (rows_of_32<kC>(a, columns(2 * kC), columns(2 * kC + 1), sums,
                    std::make_integer_sequence<int, S::kA16>{}),
     ...);
  }
  template <int kC, int... kR>
  __device__ void rows_of_32(const A (&a)[S::kA16], const B& low, const B& high, Sums<S>& sums,
                             std::integer_sequence<int, kR...>) const {
    ((sums.wide[kC][kR] =
          multiply_add<kR % 2 == 1>(low, high, a[kR], sums.wide[kC][kR], scales_.b[kC], scales_.a[kR / 2])),
     ...);
  }

  wave32::LdsBytes a_, b_;
  typename S::Scaling scales_;
};

/// Steps first to first + steps - 1 of `k`. A stage is filled `stages` - 1 steps before it is read: when the
/// waves meet at the beginning of a step, its copies are done, and all have read the stage that is filled
/// next.
template <class S, class InCluster>
LOCKSTEP_IN_REGISTERS __device__ void run(const Stream& stream, int k, wave32::LdsBytes lds,
                                          const Thread& thread, int first, int steps, int stages,
                                          Sums<S>& sums) {
  const int ahead = stages - 1;
  if constexpr (!InCluster::kAlone)
    InCluster::meet(thread.wave);  // nobody's copy comes before its peers are there
  for (int s = 0; s < ahead && s < steps; ++s)
    stream.copy(first + s, static_cast<std::uint32_t>(s * S::kStageBytes));
  int reading = 0, filling = ahead;
  for (int step = 0; step < steps; ++step) {
    const int later = steps - 1 - step;
    tensor_copy::wait(later < ahead - 1 ? later : ahead - 1);
    wave32::hand_over_lds();
    InCluster::meet(thread.wave);
    if (step + ahead < steps)
      stream.copy(first + step + ahead, static_cast<std::uint32_t>(filling * S::kStageBytes));
    const wave32::LdsBytes stage = lds + reading * S::kStageBytes;
    Step<S>(stage, thread, typename S::Scaling(stage, thread, k - (first + step) * kDepth)).accumulate(sums);
    reading = reading + 1 == stages ? 0 : reading + 1;
    filling = filling + 1 == stages ? 0 : filling + 1;
  }
}

}  // namespace lockstep::device::wmma
