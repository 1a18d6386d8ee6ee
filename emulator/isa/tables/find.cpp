// The tables together, and the row of a mnemonic.
#include <algorithm>
#include <array>
#include <vector>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {
namespace {

using SortedRows = std::vector<const Semantics*>;

SortedRows sorted(std::span<const std::span<const Semantics>> all) {
  SortedRows rows;
  for (const std::span<const Semantics> table : all) {
    for (const Semantics& row : table) rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, &Semantics::mnemonic);
  return rows;
}

const SortedRows& rows_of(std::uint8_t arch) {
  static const SortedRows cdna = sorted(tables());
  if (arch != kGfx1250) return cdna;
  static const SortedRows gfx1250 = sorted(std::array{gfx1250_table()});
  return gfx1250;
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
  const std::uint8_t wanted = arch_bit(arch);
  const auto named = std::ranges::equal_range(rows_of(wanted), mnemonic, {}, &Semantics::mnemonic);
  const auto row = std::ranges::find_if(named, [&](const Semantics* r) { return (r->archs & wanted) != 0; });
  return row != named.end() ? *row : nullptr;
}

}  // namespace lockstep::isa
