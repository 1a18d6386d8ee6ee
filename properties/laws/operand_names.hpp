// What elements of operands are called: "a[3, 17]", with the row that the tensor has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/problems/instance.hpp"
#include "properties/problems/provable.hpp"

namespace lockstep::laws {

/// An operand, and where its elements lie in its tensor.
struct Operand {
  std::string name;
  std::int64_t bytes = 1;  ///< bytes of an element; 1 also where two share one
  problems::Provable::Rows rows{};

  std::int64_t columns() const { return std::max<std::int64_t>(1, rows.columns); }
  /// The number of an element among those of the tensor.
  std::int64_t in_tensor(std::int64_t element) const {
    const std::int64_t row = element / columns();
    return std::size_t(row) < rows.in_tensor.size()
               ? rows.in_tensor[std::size_t(row)] * columns() + element % columns()
               : element;
  }
  /// The element that a leaf of the operand is, or the two in a byte.
  std::vector<std::int64_t> elements_of(std::uint64_t leaf) const {
    const bool is_shared = leaf >> 63 != 0;
    const std::int64_t first = std::int64_t(leaf << 1 >> 1) / bytes;
    return is_shared ? std::vector{in_tensor(first), in_tensor(first + 1)} : std::vector{in_tensor(first)};
  }
  std::string name_of(std::uint64_t leaf) const;
};

/// A problem's operands, as their leaves are numbered. Of one that is computed in part nobody has said where
/// the part's rows lie: elements have their number in it.
std::vector<Operand> operands_of(const problems::Instance& problem);

/// What a leaf is called: an element, or a byte that the contract does not read.
std::string leaf_name(const std::vector<Operand>& operands, std::uint32_t operand, std::uint64_t index);

}  // namespace lockstep::laws
