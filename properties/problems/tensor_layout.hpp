// A problem's tensors as others see them: in a layout that a launch recipe asks for, instead of the
// operator's own, or as arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/machine/memory/memory.hpp"
#include "reference/layouts/cdna4.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

// Operands from logical order into that of the device: turned, so that k is outermost, or shuffled by tiles.

/// [width][depth] elements of `bytes`, 1 or 4, to [depth][width].
void turn(std::int64_t width, std::int64_t depth, std::int64_t bytes, const std::uint8_t* source,
          std::uint8_t* out);

/// An operand's elements or scales: in memory [all groups' depths][width], in data for each group [width][its
/// depth].
struct GroupsAlongK {
  std::vector<std::int64_t>
      starts;  ///< where each group's depth starts, in elements; behind the last their sum
  std::int64_t width;
  std::int64_t bytes;  ///< an element has 1 or 4
};

/// The operand as it lies in memory.
std::vector<std::uint8_t> turned(const GroupsAlongK& groups, const std::vector<std::uint8_t>& source);

/// Weights of groups or experts, of whose planes tiles of 16 rows are shuffled: one plane behind the other,
/// of which `plane_of[i]` says which one of `logical` it is; -1 where it is not to be read. `logical` has
/// [plane][n][kb]; n is a multiple of 16, kb of 32. References must outlive the fill.
machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical);

enum class StoredAs : std::uint8_t {
  rows,     ///< [planes][rows][columns]
  columns,  ///< [planes][columns][rows]
  /// each plane as reference/layouts/cdna4.hpp says; elements of a byte
  weight_shuffle_16x16,
  deepgemm_packed,  ///< each plane as layouts::PackedScales; elements of a byte
  e8m0_shuffle,     ///< each plane as layouts::ScalePlane; elements of a byte
  e8m0_shuffle_16,  ///< each plane as layouts::MoeScales16; elements of a byte
};

/// The layout of a name like "rows" or "columns".
std::optional<StoredAs> find_stored_as(std::string_view name);
/// All names, for messages.
std::string_view stored_as_names();

/// A tensor of an operator as its contract indexes it, and how it lies in memory.
struct TensorShape {
  std::string_view name;
  std::int64_t planes = 1, rows = 1, columns = 1;
  std::int64_t element_bytes = 1;
  StoredAs stored = StoredAs::rows;
  std::int64_t row_stride = rows;    ///< stored as columns: elements from one column to the next
  bool columns_are_grouped = false;  ///< groups cut them: whoever shuffles columns shuffles each group's
};

/// Bytes that the tensor has in a layout.
std::uint64_t bytes_of(const TensorShape& shape, StoredAs layout);
/// Whether the layout fits the tensor's elements and sizes.
bool takes(const TensorShape& shape, StoredAs layout);

/// The contents of a tensor whose own fill is `source`, in another layout.
machine::Fill relaid(const TensorShape& shape, StoredAs layout, machine::Fill source);

/// A tensor as an array, row-major and contiguous, with the name of its type in ml_dtypes and numpy; elements
/// of less than a byte lie packed in uint8.
struct TensorView {
  std::string name, dtype;
  std::vector<std::int64_t> shape;
};

std::string dtype_of(const formats::Format& format);

/// An output with a leading dimension of planes, or without one where that is 0.
TensorView view_of(const operators::Output& output, std::int64_t planes = 0);

}  // namespace lockstep::problems
