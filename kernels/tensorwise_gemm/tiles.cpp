// Launches that compute only some tiles of a tensor-wise GEMM.
#include <algorithm>
#include <set>

#include "kernels/primitives/tile_order.hpp"
#include "kernels/tensorwise_gemm/launch.hpp"

namespace lockstep::kernels {

namespace {

using operators::Layout;
using operators::TensorwiseGemm;

int count(std::int64_t length, std::int64_t piece) {
  return int(operators::ceil_div(length, piece));
}

/// The tiles of all groups, in the order in which the device numbers them.
class Numbering {
 public:
  Numbering(const TensorwiseGemm& p, const TensorwiseTuning& t, TileExtent extent)
      : p_(p), t_(t), extent_(extent), columns_(count(p.n, extent.columns)) {
    first_.push_back(0);
    for (std::int64_t g = 0; g < p.groups(); ++g) first_.push_back(first_.back() + row_tiles(g) * columns_);
  }

  int items() const { return first_.back() * int(t_.splits); }

  TensorwiseTile tile_of(int item) const {
    const int t = device::xcd_run(item, items(), int(t_.xcds)) / int(t_.splits);
    const device::GroupTile at = p_.layout == Layout::tn ? interleaved(t) : in_order(t);
    const device::TilePlace place =
        device::in_bands(at.tile, row_tiles(at.group), columns_, int(t_.group_m), int(t_.group_n));
    return {at.group, place.row * extent_.rows, place.column * extent_.columns};
  }

 private:
  int row_tiles(std::int64_t group) const {
    return count(p_.layout == Layout::tn ? p_.m : p_.group_size(group), extent_.rows);
  }
  device::GroupTile in_order(int t) const {
    const auto next = std::upper_bound(first_.begin(), first_.end(), t);
    return {int(next - first_.begin()) - 1, t - *(next - 1)};
  }
  device::GroupTile interleaved(int t) const {
    const int tiles = row_tiles(0) * columns_;
    return device::interleave_groups(t, int(p_.groups()), tiles, int(std::min<std::int64_t>(t_.band, tiles)));
  }

  const TensorwiseGemm& p_;
  const TensorwiseTuning& t_;
  TileExtent extent_;
  int columns_;
  std::vector<int> first_;  ///< tile of each group, and one past the last
};

/// The reduction's workgroups: each sums as many elements as it has threads, in the order of memory.
std::vector<std::uint64_t> summing(const TensorwiseGemm& p, TileExtent extent, std::uint64_t threads,
                                   std::span<const TensorwiseTile> tiles) {
  std::set<std::uint64_t> wanted;
  for (const TensorwiseTile& tile : tiles) {
    const bool tn = p.layout == Layout::tn;
    const std::int64_t first = tn ? tile.group * p.m : p.group_offs[std::size_t(tile.group)];
    const std::int64_t rows = tn ? p.m : p.group_size(tile.group);
    for (std::int64_t r = tile.row; r < std::min(rows, tile.row + extent.rows); ++r) {
      const std::int64_t row = (first + r) * p.n;
      const auto begin = std::uint64_t(row + tile.column),
                 end = std::uint64_t(row + std::min(p.n, tile.column + extent.columns));
      for (std::uint64_t at = begin / threads; at * threads < end; ++at) wanted.insert(at);
    }
  }
  return {wanted.begin(), wanted.end()};
}

}  // namespace

void keep_only(std::vector<LaunchPlan>& launches, const TensorwiseGemm& p, const TensorwiseTuning& t,
               std::span<const TensorwiseTile> tiles) {
  const TileExtent extent = tile_extent(p, t);
  const Numbering numbering(p, t, extent);
  const std::set<TensorwiseTile> wanted(tiles.begin(), tiles.end());
  for (LaunchPlan& launch : launches) {
    if (&launch != &launches.front()) {
      launch.only = summing(p, extent, launch.block[0], tiles);
      continue;
    }
    for (int item = 0; item < numbering.items(); ++item)
      if (wanted.contains(numbering.tile_of(item))) launch.only.push_back(std::uint64_t(item));
  }
}

}  // namespace lockstep::kernels
