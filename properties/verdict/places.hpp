// Where wrong elements of an output lie, in terms of the tiles, waves and fragments that computed them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::verdict {

/// The places that mismatches of one output, at least one, have in common. None where the tiling doesn't
/// say, and none that every element has.
class Places {
 public:
  /// All must outlive it.
  Places(const operators::Output& output, const operators::Tiling& tiling,
         const std::vector<Mismatch>& mismatches)
      : output_(output), t_(tiling), mismatches_(mismatches) {}

  /// The first row of a tile that has any.
  std::optional<std::int64_t> first_row_in_tile() const;
  std::optional<std::int64_t> row_in_fragment() const;
  std::optional<std::int64_t> column_tile() const;
  /// "only rows 0..63 and columns 64..127 of each 128x128 tile: one wave".
  std::optional<std::string> wave() const;

 private:
  /// The tiles of rows that have any, by group and number.
  std::set<std::pair<std::int32_t, std::int64_t>> row_tiles() const;
  std::optional<std::int64_t> wave_by_rows() const;
  std::optional<std::int64_t> wave_by_columns() const;
  /// Whether at least half is wrong of what the wave computes in rows that have mismatches, and of what it
  /// computes in such columns.
  bool fills_rows(std::int64_t wave_by_rows) const;
  bool fills_columns(std::int64_t wave_by_columns) const;
  std::int64_t row(const Mismatch& m) const { return output_.rows[m.row].in_group; }
  template <typename Of>
  std::optional<std::int64_t> common(Of of) const;

  const operators::Output& output_;
  const operators::Tiling& t_;
  const std::vector<Mismatch>& mismatches_;
};

}  // namespace lockstep::verdict
