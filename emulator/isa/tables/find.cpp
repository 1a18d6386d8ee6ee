// The tables together, and the row of a mnemonic.
#include <algorithm>
#include <array>
#include <vector>

#include "emulator/isa/semantics.hpp"

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
  static const std::array all{scalar_table(),         control_table(),        vector_integer_table(),
                              vector_float_table(),   vector_compare_table(), vector_convert_table(),
                              scaled_convert_table(), block_convert_table(),  packed_table(),
                              cross_lane_table(),     memory_table(),         lds_table(),
                              matrix_table()};
  return all;
}

const Semantics* find(std::string_view mnemonic, std::string_view arch) {
  static const std::vector<const Semantics*> rows = sorted_rows();
  const unsigned wanted = arch == "gfx950" ? kGfx950 : arch == "gfx942" ? kGfx942 : 0;
  const auto named = std::ranges::equal_range(rows, mnemonic, {}, &Semantics::mnemonic);
  const auto row = std::ranges::find_if(named, [&](const Semantics* r) { return (r->archs & wanted) != 0; });
  return row != named.end() ? *row : nullptr;
}

}  // namespace lockstep::isa
