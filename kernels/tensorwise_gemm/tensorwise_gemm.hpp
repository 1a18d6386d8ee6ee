// The tensor-wise grouped GEMM kernels: FP8 operands, one float32 scale each, 16-bit output; layouts nt
// (forward), nn (dgrad) and tn (wgrad). reference/operators/tensorwise_gemm.hpp has the contract.
//
// Work is tiles times splits of k. A workgroup takes items blockIdx.x, blockIdx.x + workgroups, ... below
// their number, which follows from group_offs and is found on the device: launched with as many workgroups as
// items can ever be, each takes one or none; with as many as there are compute units, the kernel is
// persistent. Items are dealt so that an XCD works on neighbouring tiles.
//
// Declared order: see kernels/primitives/staged_loop.hpp; then, with one split, one product with the scales'
// product, one addition of D if accumulating, one rounding. With several, the sums go to `partials`, and
// tensorwise_gemm_reduce does the rest.
//
// What limits it, at the 256x256 tile (shares of the instructions that waves execute in the main loop): in nt
// the matrix unit, with 49 % matrix instructions and 24 % LDS reads; in nn the 36 to 40 LDS reads that each k
// block begins with, before the first of its 64 matrix instructions (44 %) can start; in tn the LDS unit,
// since every byte of both operands takes a transposing read of 8, as many as matrix instructions (40 %
// each); and where rows are no multiples of 16 bytes, some 30 vector instructions per 16 bytes.
#pragma once

#include <type_traits>

#include "kernels/primitives/group_scan.hpp"
#include "kernels/primitives/tile_order.hpp"
#include "kernels/tensorwise_gemm/tile_store.hpp"

namespace lockstep::device::tensorwise {

#pragma clang fp contract(off)

enum class Layout { nt, nn, tn };

/// Tensors as in the contract. Strides and sizes are in elements.
struct Problem {
  std::uint16_t* d;
  const std::uint8_t *a, *b;
  const float *a_scale, *b_scale;
  const std::int64_t* group_offs;
  float* partials;    ///< [splits][rows of D][n], or null when there is one split
  std::int64_t rows;  ///< rows of D: m, or groups * m
  int m, n, k;        ///< nt, nn: m is not looked at; tn: k is not
  int groups;
  int workgroups, xcds, group_m, group_n, band, splits;
  bool f16, accumulate, wide;
};

/// One tile of one group, for some of k.
struct Item {
  std::int64_t a_row;  ///< nt, nn: first row of A; tn: first k row of A and B
  std::int64_t d_row;  ///< first row of D
  int group;
  int row, column;    ///< first of the tile, inside the group's product
  int rows, columns;  ///< extent of the tile
  int depth;          ///< k of the group
  int first, last;    ///< k blocks
  int split;
};

template <Layout kLayout, class Shape>
class Schedule {
 public:
  __device__ Schedule(const Problem& p, int lane) : p_(p), lane_(lane) {
    column_tiles_ = ceil_div(p.n, Shape::kTileColumns);
    if constexpr (kLayout == Layout::tn)
      tiles_ = p.groups * plane_tiles();
    else
      tiles_ = total_tiles(p.groups, lane, tiles_of());
  }

  __device__ int items() const { return tiles_ * p_.splits; }

  __device__ Item item(int index) const {
    const int dealt = xcd_run(index, items(), p_.xcds);
    Item item;
    item.split = dealt % p_.splits;
    int row_tiles = ceil_div(p_.m, Shape::kTileRows), tile;
    if constexpr (kLayout == Layout::tn) {
      const GroupTile found = interleave_groups(dealt / p_.splits, p_.groups, plane_tiles(), p_.band);
      item.group = found.group;
      tile = found.tile;
    } else {
      const TileOfGroup found = find_group(dealt / p_.splits, p_.groups, lane_, tiles_of());
      item.group = __builtin_amdgcn_readfirstlane(found.group);
      tile = __builtin_amdgcn_readfirstlane(found.tile);
    }
    const std::int64_t begin = p_.group_offs[item.group];
    const int size = static_cast<int>(p_.group_offs[item.group + 1] - begin);
    const bool tn = kLayout == Layout::tn;
    const int rows = tn ? p_.m : size;
    if (!tn) row_tiles = ceil_div(size, Shape::kTileRows);
    const TilePlace place = in_bands(tile, row_tiles, column_tiles_, p_.group_m, p_.group_n);
    item.row = place.row * Shape::kTileRows;
    item.column = place.column * Shape::kTileColumns;
    item.rows = least(rows - item.row, Shape::kTileRows);
    item.columns = least(p_.n - item.column, Shape::kTileColumns);
    item.depth = tn ? size : p_.k;
    item.a_row = tn ? begin : begin + item.row;
    item.d_row = tn ? std::int64_t{item.group} * p_.m + item.row : begin + item.row;
    const int blocks = ceil_div(item.depth, kTileK), per_split = ceil_div(blocks, p_.splits);
    item.first = least(blocks, item.split * per_split);
    item.last = least(blocks, item.first + per_split);
    return item;
  }

 private:
  __device__ static int ceil_div(int x, int by) {
    return static_cast<int>((static_cast<std::uint32_t>(x) + by - 1u) / static_cast<std::uint32_t>(by));
  }
  __device__ static int least(int x, int y) { return x < y ? x : y; }
  __device__ int plane_tiles() const { return ceil_div(p_.m, Shape::kTileRows) * column_tiles_; }
  __device__ auto tiles_of() const {
    return [offs = p_.group_offs, columns = column_tiles_](int group) {
      return ceil_div(static_cast<int>(offs[group + 1] - offs[group]), Shape::kTileRows) * columns;
    };
  }

  const Problem& p_;
  int lane_;
  int column_tiles_, tiles_;
};

/// kAligned: rows of all tensors are multiples of 16 bytes.
template <Layout kLayout, class Shape_, bool kAligned, int kFormatA, int kFormatB>
struct Kernel {
  using Shape = Shape_;
  using Stages = typename Shape::Stages;
  using Sum = typename Shape::Sum;
  template <int kExtent>
  using Fastest = std::conditional_t<kAligned, KFastest<kExtent>, KFastestUnaligned<kExtent>>;
  template <int kExtent, int kBefore, Traversal kTraversal>
  using Slowest = std::conditional_t<kAligned, KSlowest<kExtent, kBefore, kTraversal>,
                                     KSlowestUnaligned<kExtent, kBefore>>;
  static constexpr int kBeforeB = 2 * sizeof(typename Shape::StageA);  ///< LDS in front of B's stages

  template <Traversal kTraversal>
  __device__ static auto operand_a(const Problem& p, const Item& item, Thread thread) {
    const int piece = Shape::row_piece(thread);
    if constexpr (kLayout == Layout::tn)
      return Slowest<Shape::kTileRows, 0, kTraversal>(
          KRows{p.a + item.a_row * p.m + item.row, item.rows, p.m, item.depth}, item.first, piece, thread);
    else
      return Fastest<Shape::kTileRows>(p.a + item.a_row * p.k, item.rows, p.k, item.first, piece, thread);
  }

  template <Traversal kTraversal>
  __device__ static auto operand_b(const Problem& p, const Item& item, Thread thread) {
    const int piece = Shape::column_piece(thread);
    if constexpr (kLayout == Layout::nt) {
      const std::int64_t row = std::int64_t{item.group} * p.n + item.column;
      return Fastest<Shape::kTileColumns>(p.b + row * p.k, item.columns, p.k, item.first, piece, thread);
    } else {
      const std::int64_t row = kLayout == Layout::tn ? item.a_row : std::int64_t{item.group} * p.k;
      return Slowest<Shape::kTileColumns, kBeforeB, kTraversal>(
          KRows{p.b + row * p.n + item.column, item.columns, p.n, item.depth}, item.first, piece, thread);
    }
  }

  template <Traversal kTraversal>
  __device__ static Sum multiply(const Problem& p, const Item& item, const Stages& even, const Stages& odd,
                                 Thread thread) {
    auto a = operand_a<kTraversal>(p, item, thread);
    auto b = operand_b<kTraversal>(p, item, thread);
    StagedLoop<Shape, decltype(a), decltype(b), kFormatA, kFormatB> loop(a, b);
    return loop.run(item.last - item.first, even, odd);
  }

  __device__ static Sum multiply(const Problem& p, const Item& item, const Stages& even, const Stages& odd,
                                 Thread thread) {
    if constexpr (kAligned && kLayout != Layout::nt) {
      const int stride = kLayout == Layout::tn && p.m > p.n ? p.m : p.n;
      if (p.wide || leaves_32_bits(item.depth, stride))
        return multiply<Traversal::wide>(p, item, even, odd, thread);
    }
    return multiply<Traversal::narrow>(p, item, even, odd, thread);
  }

  __device__ static void compute(const Problem& p, const Item& item, const Stages& even, const Stages& odd,
                                 Thread thread) {
    const Sum sum = multiply(p, item, even, odd, thread);
    const TilePlaceInMemory place = {item.d_row * p.n + item.column, item.rows, item.columns, p.n};
    const TileStore<Shape, kAligned> store(place, anew(thread));
    if (p.splits > 1) {
      store.store_partial(sum, p.partials + item.split * p.rows * p.n);
      return;
    }
    if (p.f16)
      finish<F16>(p, store, sum, even, odd);
    else
      finish<Bf16>(p, store, sum, even, odd);
  }

  template <class Out>
  __device__ static void finish(const Problem& p, const TileStore<Shape, kAligned>& store,
                                const typename Shape::Sum& sum, const Stages& even, const Stages& odd) {
    const float scale = *p.a_scale * *p.b_scale;
    if (p.accumulate)
      store.template store<Out, true>(sum, scale, p.d, even, odd);
    else
      store.template store<Out, false>(sum, scale, p.d, even, odd);
  }

  __device__ static void run(const Problem& p, const Stages& even, const Stages& odd) {
    const Thread thread = this_thread();
    const Schedule<kLayout, Shape> schedule(p, thread.lane);
    const int items = schedule.items();
    for (int index = static_cast<int>(__builtin_amdgcn_workgroup_id_x()); index < items;
         index += p.workgroups) {
      compute(p, schedule.item(index), even, odd, anew(thread));
      workgroup::hand_over_lds();  // the next item's copies may overwrite LDS
    }
  }
};

/// One element of D per thread: the partial sums one by one, then what a kernel with one split does.
template <Layout kLayout, class Out>
__device__ void reduce(const Problem& p) {
  const std::int64_t index =
      std::int64_t{__builtin_amdgcn_workgroup_id_x()} * kThreads + __builtin_amdgcn_workitem_id_x();
  const std::int64_t rows = kLayout == Layout::tn ? p.rows : p.group_offs[p.groups];
  if (index >= rows * p.n) return;
  const std::int64_t plane = p.rows * p.n;
  float sum = p.partials[index];
  for (int split = 1; split < p.splits; ++split) sum = sum + p.partials[split * plane + index];
  float x = sum * (*p.a_scale * *p.b_scale);
  if (p.accumulate) x = x + Out::unpack(p.d[index]);
  p.d[index] = static_cast<std::uint16_t>(Out::pack(Float2{x, 0.0f}));
}

}  // namespace lockstep::device::tensorwise

#define LOCKSTEP_TENSORWISE_PARAMETERS                                                                       \
  std::uint16_t *d, const std::uint8_t *a, const std::uint8_t *b, const float *a_scale,                      \
      const float *b_scale, const std::int64_t *group_offs, float *partials, std::int64_t rows,              \
      std::int32_t m, std::int32_t n, std::int32_t k, std::int32_t groups, std::int32_t workgroups,          \
      std::int32_t xcds, std::int32_t group_m, std::int32_t group_n, std::int32_t band, std::int32_t splits, \
      std::int32_t f16, std::int32_t accumulate, std::int32_t wide

#define LOCKSTEP_TENSORWISE_PROBLEM                                      \
  {d,       a,       b,    a_scale, b_scale,  group_offs,      partials, \
   rows,    m,       n,    k,       groups,   workgroups,      xcds,     \
   group_m, group_n, band, splits,  f16 != 0, accumulate != 0, wide != 0}

/// A workgroup of the 256x256 tile has a compute unit for itself.
#define LOCKSTEP_TENSORWISE_WORKGROUP                                                                 \
  __attribute__((amdgpu_flat_work_group_size(lockstep::device::kThreads, lockstep::device::kThreads), \
                 amdgpu_waves_per_eu(1, 1)))

#define LOCKSTEP_TENSORWISE_KERNEL(NAME, LAYOUT, ROWS, COLUMNS, ALIGNED, A, B)                              \
  extern "C" __global__ LOCKSTEP_TENSORWISE_WORKGROUP void NAME(LOCKSTEP_TENSORWISE_PARAMETERS) {           \
    namespace tensorwise = lockstep::device::tensorwise;                                                    \
    using Kernel =                                                                                          \
        tensorwise::Kernel<tensorwise::Layout::LAYOUT, lockstep::device::TileShape<ROWS, COLUMNS>, ALIGNED, \
                           lockstep::device::Arch::A, lockstep::device::Arch::B>;                           \
    __shared__ Kernel::Shape::StageA a0, a1;                                                                \
    __shared__ Kernel::Shape::StageB b0, b1;                                                                \
    const tensorwise::Problem problem = LOCKSTEP_TENSORWISE_PROBLEM;                                        \
    Kernel::run(problem, {a0, b0}, {a1, b1});                                                               \
  }

#define LOCKSTEP_TENSORWISE_REDUCE(NAME, LAYOUT)                                                  \
  extern "C" __global__ LOCKSTEP_TENSORWISE_WORKGROUP void NAME(LOCKSTEP_TENSORWISE_PARAMETERS) { \
    const lockstep::device::tensorwise::Problem problem = LOCKSTEP_TENSORWISE_PROBLEM;            \
    using lockstep::device::tensorwise::Layout;                                                   \
    if (problem.f16)                                                                              \
      lockstep::device::tensorwise::reduce<Layout::LAYOUT, lockstep::device::F16>(problem);       \
    else                                                                                          \
      lockstep::device::tensorwise::reduce<Layout::LAYOUT, lockstep::device::Bf16>(problem);      \
  }
