// Layouts that a launch recipe may ask for a tensor in, instead of the operator's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "emulator/machine/memory/memory.hpp"

namespace lockstep::problems {

enum class StoredAs : std::uint8_t {
  rows,                  ///< [planes][rows][columns]
  columns,               ///< [planes][columns][rows]
  weight_shuffle_16x16,  ///< each plane as reference/layouts/weight_shuffle_16x16.hpp says; elements of a byte
  deepgemm_packed,       ///< each plane as layouts::PackedScales; elements of a byte
  e8m0_shuffle,          ///< each plane as layouts::ScalePlane; elements of a byte
  e8m0_shuffle_16,       ///< each plane as layouts::MoeScales16; elements of a byte
};

/// "rows", "columns", ...
std::optional<StoredAs> find_stored_as(std::string_view name);
/// All names, for messages.
std::string_view stored_as_names();

/// A tensor of an operator as its contract indexes it, and how it lies in memory.
struct TensorShape {
  std::string_view name;
  std::int64_t planes = 1, rows = 1, columns = 1;
  std::int64_t element_bytes = 1;
  StoredAs stored = StoredAs::rows;
  std::int64_t row_stride = rows;    ///< of StoredAs::columns: elements from one column to the next
  bool columns_are_grouped = false;  ///< groups cut them: whoever shuffles columns shuffles each group's
};

/// Bytes of the tensor in a layout.
std::uint64_t bytes_of(const TensorShape& shape, StoredAs layout);
/// The layout fits elements and sizes.
bool takes(const TensorShape& shape, StoredAs layout);

/// The contents of a tensor whose own fill is `source`, in another layout.
machine::Fill relaid(const TensorShape& shape, StoredAs layout, machine::Fill source);

}  // namespace lockstep::problems
