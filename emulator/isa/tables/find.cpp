// The tables together, and the row of a mnemonic.
#include <algorithm>
#include <array>
#include <vector>

#include "../semantics.hpp"

namespace lockstep::isa {
namespace {

std::vector<const Semantics*> sorted_rows() {
  std::vector<const Semantics*> rows;
  for (const std::span<const Semantics> table : tables()) {
    for (const Semantics& row : table) rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, &Semantics::mnemonic);
  return rows;
}

}  // namespace

std::span<const std::span<const Semantics>> tables() {
  static const std::array all{scalar_table(),       control_table(),        vector_integer_table(),
                              vector_float_table(), vector_compare_table(), vector_convert_table(),
                              packed_table(),       cross_lane_table(),     memory_table(),
                              lds_table(),          matrix_table()};
  return all;
}

const Semantics* find(std::string_view mnemonic) {
  static const std::vector<const Semantics*> rows = sorted_rows();
  const auto row = std::ranges::lower_bound(rows, mnemonic, {}, &Semantics::mnemonic);
  return row != rows.end() && (*row)->mnemonic == mnemonic ? *row : nullptr;
}

}  // namespace lockstep::isa
