// small_m_moe: the rows of a mixture of experts that sorted ids name, against each block's expert; for
// decoding.
//
// Grid (ceil(n / block_n), blocks of sorted_ids), four waves; block_n = 4 * kColumns. A wave takes kColumns
// columns of the block's expert and goes through the block's positions four at a time, every lane 16 of 1024
// k (kernels/primitives/lane_dot.hpp). A position takes part when it is below num_post and the list's end and
// its id lies in 0 .. valid - 1: four that do not are passed over, whatever comes after them. Row id / a_div
// of A, row id of D, weight id. Blocks whose expert is none leave at once.
//
// Declared order: chains of 16 products, scaled, added up in every lane, then butterfly over the lanes; times
// the weight in f32, if there is one; one rounding to bf16, nearest even.
//
// What limits it: the weights' way from memory, and then from the cache once per four positions.
#include "kernels/primitives/halves.hpp"
#include "kernels/primitives/lane_dot.hpp"
#include "kernels/small_m/small_m_place.hpp"

namespace lockstep::device {

struct MoeOperands {
  void* d;  ///< [valid][n] bf16
  const std::uint8_t* a;
  const std::uint8_t* a_scale;
  const std::uint8_t* b;
  const std::uint8_t* b_scale;
  const std::int32_t* sorted_ids;
  const std::int32_t* expert_ids;
  const std::int32_t* num_post;
  const float* weights;
  int experts, n, k, valid, a_div, block_m, ids, weighted;
};

/// Four rows of A, wherever they lie; those that take no part are zeros and not read.
class GatheredRows {
 public:
  static constexpr int kRows = 4;

  __device__ GatheredRows(const MoeOperands& o, const int (&id)[kRows])
      : rows_{row(o, id[0]), row(o, id[1]), row(o, id[2]), row(o, id[3])} {}

  __device__ lane_dot::Chunk load(int i, int first) const { return rows_[i].load(0, first); }

 private:
  __device__ static lane_dot::Rows row(const MoeOperands& o, int id) {
    const std::int64_t from = id < 0 ? 0 : id / o.a_div;
    return lane_dot::Rows(o.a + from * o.k, o.a_scale + from * (o.k / lane_dot::kBlock), 1, id < 0 ? 0 : o.k);
  }

  lane_dot::Rows rows_[kRows];
};

template <int kColumns>
class MoeBlock {
 public:
  __device__ MoeBlock(const MoeOperands& o, int expert, int column, int lane)
      : o_(o),
        columns_(o.n - column < kColumns ? o.n - column : kColumns),
        weights_(small_m::columns_of(o.b + std::int64_t{expert} * o.n * o.k,
                                     o.b_scale + std::int64_t{expert} * o.n * (o.k / lane_dot::kBlock),
                                     column, columns_, o.k)),
        d_(static_cast<std::uint16_t*>(o.d) + column),
        lane_(lane) {}

  /// Positions first .. first + 3 of those below end.
  __device__ void run(int first, int end) const {
    int id[GatheredRows::kRows];
    bool any = false;
#pragma unroll
    for (int i = 0; i < GatheredRows::kRows; ++i) {
      id[i] = id_at(first + i, end);
      any |= id[i] >= 0;
    }
    if (!any) return;
    lane_dot::Sums<GatheredRows::kRows, kColumns> sums;
    sums.run(GatheredRows(o_, id), weights_, o_.k, lane_);
    small_m::store_totals(
        sums, d_, columns_, o_.n, lane_, [&](int i) { return id[i]; },
        [&](int i, float x) { return weighted(id[i], x); });
  }

  /// -1 when the position takes no part.
  __device__ int id_at(int position, int end) const {
    if (position >= end) return -1;
    const int id = __builtin_amdgcn_readfirstlane(o_.sorted_ids[position]);
    return id >= 0 && id < o_.valid ? id : -1;
  }

 private:
  __device__ float weighted(int id, float x) const {
    if (o_.weighted == 0 || id < 0) return x;
    return x * o_.weights[id];
  }

  const MoeOperands& o_;
  int columns_;
  lane_dot::Rows weights_;
  std::uint16_t* d_;
  int lane_;
};

template <int kColumns>
__device__ void small_m_moe(const MoeOperands& o) {
  const Thread thread = this_thread();
  const int column = (static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * kWaves + thread.wave) * kColumns;
  if (column >= o.n) return;
  const int block = static_cast<int>(__builtin_amdgcn_workgroup_id_y());
  const int first = block * o.block_m;
  const int num_post = *o.num_post;
  const int listed = num_post < o.ids ? num_post : o.ids;
  if (first >= listed) return;  // before any difference is taken: num_post may be anything
  const int end = listed - first < o.block_m ? listed : first + o.block_m;
  const int expert = __builtin_amdgcn_readfirstlane(o.expert_ids[block]);
  if (expert < 0 || expert >= o.experts) return;

  const MoeBlock<kColumns> rows(o, expert, column, thread.lane);
  for (int position = first; position < end; position += GatheredRows::kRows) rows.run(position, end);
}

}  // namespace lockstep::device

#define LOCKSTEP_SMALL_M_MOE(COLUMNS)                                                                       \
  extern "C" __global__ LOCKSTEP_WORKGROUP void small_m_moe_c##COLUMNS(                                     \
      void* d, const std::uint8_t* a, const std::uint8_t* a_scale, const std::uint8_t* b,                   \
      const std::uint8_t* b_scale, const std::int32_t* sorted_ids, const std::int32_t* expert_ids,          \
      const std::int32_t* num_post, const float* weights, std::int32_t experts, std::int32_t n,             \
      std::int32_t k, std::int32_t valid, std::int32_t a_div, std::int32_t block_m, std::int32_t ids,       \
      std::int32_t weighted) {                                                                              \
    lockstep::device::small_m_moe<COLUMNS>({d, a, a_scale, b, b_scale, sorted_ids, expert_ids, num_post,    \
                                            weights, experts, n, k, valid, a_div, block_m, ids, weighted}); \
  }

LOCKSTEP_SMALL_M_MOE(2)
LOCKSTEP_SMALL_M_MOE(4)
