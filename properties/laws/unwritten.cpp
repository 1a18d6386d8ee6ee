#include "properties/laws/unwritten.hpp"

#include <algorithm>
#include <utility>

#include "properties/verdict/report.hpp"

namespace lockstep::laws {

namespace {

/// An element of an output, by the number that OutputRow::in_group gives its row.
struct Element {
  std::size_t row = 0;  ///< index into the written rows
  std::int32_t group = 0;
  std::int64_t in_group = 0, column = 0;
};

std::optional<Element> element_at(const operators::Output& output, std::uint64_t offset) {
  const auto row_bytes = std::uint64_t(output.row_bytes());
  const auto tensor_row = std::int64_t(offset / row_bytes);
  const auto row = std::ranges::lower_bound(output.rows, tensor_row, {}, &operators::OutputRow::row);
  if (row == output.rows.end() || row->row != tensor_row) return std::nullopt;
  return Element{std::size_t(row - output.rows.begin()), row->group, row->in_group,
                 output.column_of(std::int64_t(offset % row_bytes))};
}

std::uint64_t distance(std::int64_t x, std::int64_t y) {
  return std::uint64_t(x < y ? y - x : x - y);
}

// Where no tile is said, all of a group, or all columns, are one.
observe::Nearness nearness(const operators::Tiling& t, const Element& of, const Element& to) {
  const auto tile = [](std::int64_t at, std::int64_t length) { return length == 0 ? 0 : at / length; };
  const auto place = [](std::int64_t at, std::int64_t length) { return length == 0 ? at : at % length; };
  const bool other = of.group != to.group || tile(of.in_group, t.rows) != tile(to.in_group, t.rows) ||
                     tile(of.column, t.columns) != tile(to.column, t.columns);
  const bool same_wave = (t.wave_rows != 0 || t.wave_columns != 0) &&
                         tile(of.in_group, t.wave_rows) == tile(to.in_group, t.wave_rows) &&
                         tile(of.column, t.wave_columns) == tile(to.column, t.wave_columns);
  return {other       ? observe::kOtherTile
          : same_wave ? observe::kSameWave
                      : observe::kSameTile,
          distance(place(of.in_group, t.rows), place(to.in_group, t.rows)),
          distance(place(of.column, t.columns), place(to.column, t.columns)),
          distance(std::int64_t(of.row), std::int64_t(to.row)) + distance(of.column, to.column)};
}

}  // namespace

observe::Unwritten unwritten(const Experiment& e, const verdict::LawResult::Byte& byte) {
  const operators::Output& output = e.instance().outputs()[byte.output];
  const std::uint64_t first = e.image().tensors->address_of_output(byte.output);
  observe::Unwritten asked{first + byte.offset, first,
                           first + std::uint64_t(output.tensor_rows * output.row_bytes())};
  const auto element = element_at(output, byte.offset);
  if (!element) return asked;
  const operators::Tiling tiling = e.tilings()[byte.output];
  asked.tile = tiling.rows == 0 && tiling.columns == 0 ? "group" : "tile";
  asked.nearness = [&output, first, of = *element,
                    tiling](std::uint64_t at) -> std::optional<observe::Nearness> {
    const auto other = element_at(output, at - first);
    return other ? std::optional(nearness(tiling, of, *other)) : std::nullopt;
  };
  asked.name = [&output, first](std::uint64_t at) {
    const Element other = *element_at(output, at - first);
    return verdict::element_name(output, output.rows[other.row].row, other.column);
  };
  return asked;
}

}  // namespace lockstep::laws
