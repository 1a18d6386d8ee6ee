// The SNR of an output at every scale at which an error can hide: the whole, each group, each tile, each band
// of 16 rows and of 16 columns. One wrong tile of 570 leaves a whole output above 25 dB.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/exact/noise.hpp"
#include "reference/exact/reassociation.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::verdict {

/// What a region of the output came to, and what it should have.
struct RegionNoise {
  exact::Noise got, want;
  exact::Reassociation more;  ///< what `got` may have more than `want`, where nobody declared an order
  std::uint64_t other_class =
      0;  ///< elements that are infinite or NaN where they should not be, or the reverse

  void add(double exact, double got_value, double want_value);
  void add(const RegionNoise& other);
  bool reaches() const;
  double expected_db() const;  ///< the least SNR that reaches it
  /// dB below what is expected: infinite where no noise is expected, or where a class differs; 0 where it is
  /// reached.
  double deficit() const;
};

struct Region {
  enum class Kind : std::uint8_t { whole, group, tile, rows, columns };
  Kind kind;
  std::int32_t group = 0;  ///< group of a group's or tile's region
  std::int64_t row = 0,
               column = 0;  ///< a tile's place in its group, a band's first row or column
  RegionNoise noise;
};

/// "group 3", "tile (1,0) of group 3", "rows 16..31", "columns 0..15"; nothing for the whole.
std::string name(const Region& region);

/// "51.3 dB", or "no noise" and "no signal" where the ratio is infinite.
std::string decibels(double db);

class Regions {
 public:
  static constexpr std::int64_t kBand = 16;  ///< rows and columns of a fragment of a matrix instruction
  static constexpr std::int64_t kUnknownTile = 128;  ///< edge of a tile where the launch plan says none

  /// exact, got and want: one value per element of the output, as operators::Output orders them.
  Regions(const operators::Output& output, const operators::Tiling& tiling, const std::vector<double>& exact,
          const std::vector<std::uint32_t>& got, const std::vector<std::uint32_t>& want);

  /// Allows for orders that nobody declared: the noise of each region may be that of any of `wants`, codes of
  /// one declared order under several models, and exceed it by what reassociation may cost. `deviations`: of
  /// each element. Nothing is claimed of regions with an element that overflows in any of `wants`.
  void allow(const operators::Output& output, const std::vector<double>& exact, const operators::Codes& wants,
             const std::vector<double>& deviations);

  const std::vector<Region>& all() const { return all_; }  ///< the whole first
  const Region& whole() const { return all_.front(); }
  /// The one that falls furthest short of what is expected; of several the one with the most noise to its
  /// signal. Nothing where all reach it.
  const Region* worst() const;
  /// A line for each row of tiles, at most 32 of at most 96 tiles: `.` reaches what is expected, a digit says
  /// by how many tens of dB a tile misses it, `X` that elements are infinite or NaN there and should not be,
  /// or the reverse. Empty where there is one tile.
  std::vector<std::string> map() const;
  std::int64_t tile_rows() const { return tile_rows_; }
  std::int64_t tile_columns() const { return tile_columns_; }

 private:
  std::int64_t tile_rows_, tile_columns_;
  std::vector<Region> all_;
};

}  // namespace lockstep::verdict
