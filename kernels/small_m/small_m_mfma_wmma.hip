// small_m_mfma on gfx1250: up to 64 rows of A against row-major MXFP8 weights, for decoding.
//
// Grid (ceil(n / (4 * 16 * kColumnTiles)), splits), four waves. A wave computes 16 * kColumnTiles columns of D, all rows, from
// its split's share of k. What a stage has of k, 512 for one tile of columns and 128 for four, comes to LDS by two tensor
// copies of each wave: its own columns of B, and a quarter of the rows of A, which all share. Scales go to registers, a row
// to a lane. All of it is under way while the stage before is multiplied; waves meet once per stage. Rows and columns past
// the end are zeros: descriptors leave them out.
//
// Declared order: k in steps of 128, ascending, into f32 from +0; a step is one scaled 16x16x128 matrix instruction whose
// first operand is B (together), or four of them, one per 32-block, ascending, with zeros for the rest of B (apart). With
// splits, split s sums the s-th share of the steps to a f32 partial sum; small_m_sum adds the partial sums in ascending order.
// Then one rounding to bf16, nearest even.
//
// What limits it: the weights' way from memory: 8 KiB per wave are under way at a time, and more workgroups fit beside. Of the
// issue slots 16 matrix instructions of the largest tile take one in five, beside 32 reads of LDS: a wave multiplies 64 rows,
// and no other wave its columns.
#include "kernels/primitives/buffer_descriptor.hpp"
#include "kernels/primitives/wmma_store.hpp"
#include "kernels/small_m/small_m_product.hpp"

namespace lockstep::device {

namespace small_m {

inline constexpr int kBlock = 32;  ///< k that share a scale
inline constexpr int kStages = 2;

template <int kRowTiles, int kColumnTiles>
struct Shape {
  static constexpr Element kA = Element::e4m3fn, kB = Element::e4m3fn;
  static constexpr int kA16 = kRowTiles, kB16 = kColumnTiles;
  static constexpr int kWaveRows = 16 * kRowTiles, kWaveColumns = 16 * kColumnTiles;

  static constexpr int kSteps = 4 / kColumnTiles;  ///< of 128 of k, in a stage
  static constexpr int kStageK = kSteps * wmma::kDepth;
  // Rows are 16 bytes apart, so that the lanes of a read meet different banks.
  static constexpr int kStrideA = kStageK + 16, kChunksB = 32;
  static constexpr int at_columns(int c) { return c * 16 * kStrideA; }
  static constexpr std::uint32_t kPad = tensor_copy::kPadding<kSteps == 4 ? 6 : kSteps == 2 ? 5 : 4, 4>;
  static constexpr int kAtB = kWaveRows * kStrideA, kStageBytes = kAtB + kWaves * kWaveColumns * kStrideA;
  using Scaling = wmma::ScaleRegisters<Shape>;
};

/// Bytes first_k to first_k + length - 1 of rows [all][k] from `first` on, `tile_rows` of them, a stage at a time.
template <class S>
__device__ wmma::Stream rows_of(const std::uint8_t* tensor, int all, int first, int tile_rows, int k, int first_k, int length,
                                std::uint32_t lds) {
  const auto address = reinterpret_cast<std::uint64_t>(tensor) +
                       static_cast<std::uint64_t>(k) * static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(first_k);
  return {{address, lds, static_cast<std::uint32_t>(length), wmma::rest(all, first), static_cast<std::uint64_t>(k), S::kStageK,
           static_cast<std::uint32_t>(tile_rows), 0, S::kPad},
          S::kStageK, S::kStageK, 0};
}

/// The scales of `kTiles` times 16 rows: of each 32 a lane has one's, a dword per step of a stage.
template <int kTiles, int kSteps>
struct StageScales {
  static constexpr int kRegisters = (kTiles + 1) / 2;
  std::uint32_t of_step[kRegisters][kSteps];

  /// `scales`: [rows][row_bytes]. What lies past the last row is zeros, and past k of no consequence.
  __device__ static StageScales load(Buffer scales, int lane, int row_bytes, int first) {
    StageScales x;
#pragma unroll
    for (int p = 0; p < kRegisters; ++p) {
      const auto offset = static_cast<std::uint32_t>((32 * p + lane) * row_bytes + first);
      if constexpr (kSteps == 4) {
        const Uint4 four = scales.load_16_bytes(offset);
        x.of_step[p][0] = four.x, x.of_step[p][1] = four.y, x.of_step[p][2] = four.z, x.of_step[p][3] = four.w;
      } else if constexpr (kSteps == 2) {
        const Uint2 two = scales.load_8_bytes(offset);
        x.of_step[p][0] = two.x, x.of_step[p][1] = two.y;
      } else {
        x.of_step[p][0] = scales.load_dword(offset);
      }
    }
    return x;
  }
};

template <class S, class Blocks>
class Loop {
 public:
  /// Steps first to first + steps - 1 of the columns from `column` on.
  __device__ Loop(const SmallMOperands& o, int column, int first, wave32::LdsBytes lds, const Thread& thread)
      : steps_(o.steps),
        row_bytes_(o.k / kBlock),
        first_scale_(first * (wmma::kDepth / kBlock)),
        a_(rows_of<S>(o.a, o.m, thread.wave * kQuarter, kQuarter, o.k, first * wmma::kDepth, o.steps * wmma::kDepth,
                      wave32::address_of(lds) + thread.wave * kQuarter * S::kStrideA)),
        b_(rows_of<S>(o.b, o.n, column, S::kWaveColumns, o.k, first * wmma::kDepth, o.steps * wmma::kDepth,
                      wave32::address_of(lds) + S::kAtB + thread.wave * S::kWaveColumns * S::kStrideA)),
        a_scale_(o.a_scale, o.m * row_bytes_),
        b_scale_(o.b_scale + std::int64_t{column} * row_bytes_, columns_from(column, o.n) * row_bytes_),
        lane_(thread.lane),
        lds_(lds + thread.lane % 16 * S::kStrideA + thread.lane / 16 * 16),
        at_b_(S::kAtB + thread.wave * S::kWaveColumns * S::kStrideA) {}

  __device__ void run(wmma::Sums<S>& sums) const {
    const int stages = wmma::pieces(steps_, S::kSteps);
    Scales next = fetch(0);
    for (int stage = 0; stage < stages; ++stage) {
      tensor_copy::wait(0);
      wave32::hand_over_lds();
      const Scales scales = next;
      if (stage + 1 < stages) next = fetch(stage + 1);
      const int left = steps_ - stage * S::kSteps;
      const wave32::LdsBytes at = lds_ + stage % kStages * S::kStageBytes;
      multiply<0>(at, scales, left, sums);
    }
  }

 private:
  static constexpr int kQuarter = S::kWaveRows / kWaves;  ///< rows of A that a wave copies

  struct Scales {
    StageScales<S::kA16, S::kSteps> a;
    StageScales<S::kB16, S::kSteps> b;
  };

  __device__ static int columns_from(int column, int n) {
    const int rest = n - column;
    return rest < 0 ? 0 : rest < S::kWaveColumns ? rest : S::kWaveColumns;
  }

  __device__ Scales fetch(int stage) const {
    const auto to = static_cast<std::uint32_t>(stage % kStages * S::kStageBytes);
    a_.copy(stage, to);
    b_.copy(stage, to);
    const int first = first_scale_ + stage * S::kSteps * (wmma::kDepth / kBlock);
    return {decltype(Scales::a)::load(a_scale_, lane_, row_bytes_, first),
            decltype(Scales::b)::load(b_scale_, lane_, row_bytes_, first)};
  }

  /// Steps kStep and on of a stage, of which `left` are left.
  template <int kStep>
  __device__ void multiply(wave32::LdsBytes at, const Scales& scales, int left, wmma::Sums<S>& sums) const {
    if (kStep > 0 && kStep >= left) return;
    typename S::Scaling of_step;
#pragma unroll
    for (int p = 0; p < scales.a.kRegisters; ++p) of_step.a[p] = scales.a.of_step[p][kStep];
#pragma unroll
    for (int p = 0; p < scales.b.kRegisters; ++p) of_step.b[p] = scales.b.of_step[p][kStep];
    const wave32::LdsBytes here = at + kStep * wmma::kDepth;
    Blocks::accumulate(wmma::Step<S>(here, here + at_b_, of_step), sums);
    if constexpr (kStep + 1 < S::kSteps) multiply<kStep + 1>(at, scales, left, sums);
  }

  int steps_, row_bytes_, first_scale_;
  wmma::Stream a_, b_;
  Buffer a_scale_, b_scale_;
  int lane_;
  wave32::LdsBytes lds_;
  int at_b_;
};

}  // namespace small_m

namespace mx {

struct BlocksTogether {
  template <class S>
  __device__ static void accumulate(const wmma::Step<S>& step, wmma::Sums<S>& sums) {
    step.accumulate(sums);
  }
};
struct BlocksApart {
  template <class S>
  __device__ static void accumulate(const wmma::Step<S>& step, wmma::Sums<S>& sums) {
    step.accumulate_apart(sums);
  }
};

}  // namespace mx

template <int kRowTiles, int kColumnTiles, class Blocks>
LOCKSTEP_IN_REGISTERS __device__ void small_m_mfma(const SmallMOperands& o) {
  using S = small_m::Shape<kRowTiles, kColumnTiles>;
  __shared__ std::uint8_t shared[small_m::kStages * S::kStageBytes];
  const auto lds = (wave32::LdsBytes)shared;
  const Thread thread = this_thread();
  const int column = (static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * kWaves + thread.wave) * S::kWaveColumns;
  const int split = static_cast<int>(__builtin_amdgcn_workgroup_id_y());
  wmma::Sums<S> sums;
  small_m::Loop<S, Blocks>(o, column, split * o.steps, lds, thread).run(sums);
  auto* const d = static_cast<std::uint8_t*>(o.d);
  auto* const partial = reinterpret_cast<std::uint8_t*>(o.partial + std::int64_t{split} * o.m * o.n);
  if (o.splits == 1) {
    wmma::store_by_lanes<S, wmma::Out::bf16>(sums, {d, o.m, o.n, 0, column}, thread);
  } else {
    wmma::store_by_lanes<S, wmma::Out::f32>(sums, {partial, o.m, o.n, 0, column}, thread);
  }
}

}  // namespace lockstep::device

LOCKSTEP_SMALL_M_MFMA_INSTANCES(LOCKSTEP_WAVE32_WORKGROUP)
