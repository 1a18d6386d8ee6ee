#include "properties/verdict/places.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace lockstep::verdict {

namespace {

std::string range(std::int64_t part, std::int64_t length) {
  return fmt::format("{}..{}", part * length, part * length + length - 1);
}

/// Whether a length is said, and cuts another that is.
bool cuts(std::int64_t length, std::int64_t whole) {
  return length > 0 && length < whole;
}

}  // namespace

template <typename Of>
std::optional<std::int64_t> Places::common(Of of) const {
  const std::int64_t value = of(mismatches_.front());
  const bool all = std::ranges::all_of(mismatches_, [&](const Mismatch& m) { return of(m) == value; });
  return all ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> Places::first_row_in_tile() const {
  if (t_.rows == 0) return std::nullopt;
  std::int64_t first = t_.rows;
  for (const Mismatch& m : mismatches_) first = std::min(first, row(m) % t_.rows);
  return first;
}

std::optional<std::int64_t> Places::row_in_fragment() const {
  if (t_.fragment_rows == 0) return std::nullopt;
  const auto shared = common([&](const Mismatch& m) { return row(m) % t_.fragment_rows; });
  const bool others = std::ranges::any_of(
      output_.rows, [&](const operators::OutputRow& r) { return shared != r.in_group % t_.fragment_rows; });
  return others ? shared : std::nullopt;
}

std::optional<std::int64_t> Places::column_tile() const {
  if (!cuts(t_.columns, output_.columns)) return std::nullopt;
  return common([&](const Mismatch& m) { return m.column / t_.columns; });
}

std::set<std::pair<std::int32_t, std::int64_t>> Places::row_tiles() const {
  std::set<std::pair<std::int32_t, std::int64_t>> tiles;
  for (const Mismatch& m : mismatches_) tiles.emplace(output_.rows[m.row].group, row(m) / t_.rows);
  return tiles;
}

// A tile that has rows of one wave alone says nothing of waves; nor does one with few columns, below.
std::optional<std::int64_t> Places::wave_by_rows() const {
  if (!cuts(t_.wave_rows, t_.rows)) return std::nullopt;
  const auto wave = [&](std::int64_t in_group) { return in_group % t_.rows / t_.wave_rows; };
  const auto shared = common([&](const Mismatch& m) { return wave(row(m)); });
  const auto tiles = row_tiles();
  const bool others = std::ranges::any_of(output_.rows, [&](const operators::OutputRow& r) {
    return shared != wave(r.in_group) && tiles.contains({r.group, r.in_group / t_.rows});
  });
  return others ? shared : std::nullopt;
}

std::optional<std::int64_t> Places::wave_by_columns() const {
  constexpr std::int64_t kFewColumns = 32;  // of so few, one wave's are most of what there is
  if (!cuts(t_.wave_columns, t_.columns)) return std::nullopt;
  const auto has_others = [&](const Mismatch& m) {
    const std::int64_t first = m.column / t_.columns * t_.columns;
    return std::min(t_.columns, output_.columns - first) > std::max(kFewColumns, t_.wave_columns);
  };
  if (std::ranges::none_of(mismatches_, has_others)) return std::nullopt;
  return common([&](const Mismatch& m) { return m.column % t_.columns / t_.wave_columns; });
}

bool Places::fills_rows(std::int64_t wave_by_rows) const {
  std::set<std::int64_t> columns;
  for (const Mismatch& m : mismatches_) columns.insert(m.column);
  const auto tiles = row_tiles();
  const auto rows = std::ranges::count_if(output_.rows, [&](const operators::OutputRow& r) {
    return tiles.contains({r.group, r.in_group / t_.rows}) &&
           r.in_group % t_.rows / t_.wave_rows == wave_by_rows;
  });
  return 2 * mismatches_.size() >= columns.size() * std::size_t(rows);
}

bool Places::fills_columns(std::int64_t wave_by_columns) const {
  std::set<std::size_t> rows;
  std::set<std::int64_t> tiles;
  for (const Mismatch& m : mismatches_) {
    rows.insert(m.row);
    tiles.insert(m.column / t_.columns);
  }
  std::int64_t columns = 0;
  for (const std::int64_t tile : tiles) {
    const std::int64_t first = tile * t_.columns + wave_by_columns * t_.wave_columns;
    columns += std::min(first + t_.wave_columns, output_.columns) - first;
  }
  return 2 * mismatches_.size() >= rows.size() * std::size_t(columns);
}

std::optional<std::string> Places::wave() const {
  const auto by_rows = wave_by_rows(), by_columns = wave_by_columns();
  if ((by_rows && !fills_rows(*by_rows)) || (by_columns && !fills_columns(*by_columns))) return std::nullopt;
  if (by_rows && by_columns)
    return fmt::format("only rows {} and columns {} of each {}x{} tile: one wave",
                       range(*by_rows, t_.wave_rows), range(*by_columns, t_.wave_columns), t_.rows,
                       t_.columns);
  if (by_rows) return fmt::format("only rows {} of each {}", range(*by_rows, t_.wave_rows), t_.rows);
  if (!by_columns) return std::nullopt;
  const bool one_wave = t_.wave_rows == t_.rows;
  return fmt::format("only columns {} of each {}{}", range(*by_columns, t_.wave_columns), t_.columns,
                     one_wave ? ": one wave" : "");
}

}  // namespace lockstep::verdict
