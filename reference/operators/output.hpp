// What an operator writes, in terms that hold for every operator: tensors made of rows, some of which are
// written.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/formats/format.hpp"

namespace lockstep::operators {

/// A row of an output tensor that the contract writes.
struct OutputRow {
  std::int64_t row = 0;       ///< row of the tensor
  std::int32_t group = 0;     ///< group or expert it belongs to
  std::int64_t in_group = 0;  ///< the row's number among those of its group, as tiles count them
};

/// One output tensor, row-major and contiguous: [tensor_rows][columns] elements of `format`, of 4 bits (two
/// in a byte, the first in the low half) or of whole bytes. Rows that are not listed keep what they held.
struct Output {
  std::string_view name;  ///< "d"
  const formats::Format* format = nullptr;
  std::int64_t tensor_rows = 0;
  std::int64_t columns = 0;
  std::vector<OutputRow> rows;  ///< ascending by row

  std::int64_t row_bytes() const { return byte_of(columns); }
  /// The byte of a row that its element `column` lies in, and the first element of a byte.
  std::int64_t byte_of(std::int64_t column) const { return column * format->bits / 8; }
  std::int64_t column_of(std::int64_t byte) const { return byte * 8 / format->bits; }
  std::size_t elements() const { return rows.size() * std::size_t(columns); }
};

/// Codes of the written rows of every output: [output][row * columns + column].
using Codes = std::vector<std::vector<std::uint32_t>>;

/// The exact answer for one output, [row * columns + column].
struct ExactOutput {
  std::vector<double> value;  ///< rounded once to double; NaN where an input that takes part is NaN
  /// The weight by which errors are bounded: the sum of ceil(a) * ceil(b) * |scale|, where ceil(x) is |x|,
  /// but at least the smallest normal unless x is zero (reference/exact/bound.hpp). Empty where the instance
  /// finds it itself, an element at a time.
  std::vector<double> magnitude;
  std::vector<std::uint32_t> rounded;  ///< rounded once, nearest even, to the output's format
};

}  // namespace lockstep::operators
