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

const SortedRows& rows_of(arch::Set archs) {
  static const SortedRows gfx9 = sorted(tables());
  if (!arch::names_as_gfx12(archs)) return gfx9;
  static const SortedRows gfx12 = sorted(tables(kGfx12));
  return gfx12;
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

std::span<const std::span<const Semantics>> tables(arch::Set archs) {
  static const std::array gfx12{gfx12_rows()};
  if (arch::names_as_gfx12(archs)) return gfx12;
  return tables();
}

const Semantics* find(std::string_view mnemonic, arch::Set archs) {
  const auto named = std::ranges::equal_range(rows_of(archs), mnemonic, {}, &Semantics::mnemonic);
  const auto row = std::ranges::find_if(named, [&](const Semantics* r) { return (r->archs & archs) != 0; });
  return row != named.end() ? *row : nullptr;
}

}  // namespace lockstep::isa
