// gfx1250's rows: gfx950's under gfx1250's names, then those that gfx950 lacks (gfx1250_rows.cpp).
#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/gfx1250_convert.hpp"
#include "emulator/isa/tables/gfx1250_names.hpp"
#include "emulator/isa/tables/gfx1250_orders.hpp"

namespace lockstep::isa {

namespace {

bool has_half_operand(const VectorAlu& row) {
  return bits(row.destination) == 16 || std::ranges::any_of(row.source, [](Type t) { return bits(t) == 16; });
}

/// Operands of 16 bits are halves of registers, which all encodings can name, and a result leaves the other half as
/// it is (LLVM AMDGPU, FeatureRealTrue16Insts). v_cmpx writes EXEC alone (GFX10 and later).
void adapt(VectorAlu& row, std::string_view mnemonic, CarryOut carry) {
  if (!row.packed && !row.mixed && row.op_sel_source == SourceSelect::none && has_half_operand(row)) {
    row.op_sel_halves = true;
    row.keeps_half = bits(row.destination) == 16;
  }
  if (mnemonic.starts_with("v_cmpx_") || carry == CarryOut::none) row.writes_mask = false;
}

/// Rows and the texts that they refer to.
class Rows {
 public:
  void add(std::string name, std::string_view as, CarryOut carry = CarryOut::same) {
    const Semantics* const known = find(as, "gfx950");
    if (known == nullptr) return;
    Semantics row = *known;
    row.archs = kGfx1250;
    row.source = kept(std::string(known->source) + (as == name ? "" : "; as gfx950's " + std::string(as)));
    row.mnemonic = kept(std::move(name));
    if (auto* alu = std::get_if<VectorAlu>(&row.operation)) adapt(*alu, row.mnemonic, carry);
    rows_.push_back(row);
  }
  void add(std::span<const Semantics> rows) {
    for (Semantics row : rows) {
      row.archs = kGfx1250;
      rows_.push_back(row);
    }
  }
  std::span<const Semantics> all() const { return rows_; }

 private:
  std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::vector<Semantics> rows_;
  std::deque<std::string> texts_;
};

void add_same(Rows& rows) {
  std::string_view names = gfx1250_same_names();
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    if (!name.empty()) rows.add(std::string(name), name);
  }
}

void add_behind(Rows& rows, std::string_view prefix, std::span<const Renamed> all) {
  for (const Renamed& r : all)
    rows.add(std::string(prefix) + std::string(r.name), std::string(prefix) + std::string(r.as));
}

Rows make() {
  Rows rows;
  add_same(rows);
  for (const Renamed& r : gfx1250_renamed()) rows.add(std::string(r.name), r.as, r.carry);
  for (const std::string_view space : {"buffer_", "global_", "flat_", "scratch_"})
    add_behind(rows, space, gfx1250_moves());
  for (const std::string_view space : {"buffer_", "global_", "flat_"})
    add_behind(rows, space, gfx1250_atomics());
  rows.add(gfx1250_new_rows());
  rows.add(gfx1250_scalar_floats());
  rows.add(gfx1250_convert_rows());
  rows.add(gfx1250_order_rows());
  rows.add(gfx1250_bfloat_rows());
  return rows;
}

}  // namespace

std::span<const Semantics> gfx1250_table() {
  static const Rows kRows = make();
  return kRows.all();
}

}  // namespace lockstep::isa
