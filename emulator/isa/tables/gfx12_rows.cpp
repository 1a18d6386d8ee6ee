// The rows of archs of GFX12: those that CDNA has, by the names and with the operands that GFX12 gives them,
// and those that only gfx1250 has.
#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/gfx1250_float8.hpp"

namespace lockstep::isa {

namespace {

bool has_half_operand(const VectorAlu& row) {
  return bits(row.destination) == 16 || std::ranges::any_of(row.source, [](Type t) { return bits(t) == 16; });
}

/// Operands of 16 bits become halves of registers, which all encodings can name, and a result leaves the
/// other half as it is (LLVM AMDGPU, FeatureRealTrue16Insts). v_cmpx writes EXEC alone (GFX10 and later), and
/// instructions whose name says so, no carry (_nc_).
void adapt(VectorAlu& row, std::string_view name, arch::Features features) {
  const bool halves = features.has(arch::Feature::register_halves);
  // The classes that it asks for are as wide as the number.
  if (halves && name.starts_with("v_cmp") && name.ends_with("_class_f16")) row.source[1] = Type::u16;
  const bool plain = !row.packed && !row.mixed && row.op_sel_source == SourceSelect::none;
  if (halves && plain && has_half_operand(row)) {
    row.op_sel_halves = true;
    row.keeps_half = bits(row.destination) == 16;
  }
  const bool exec_alone = features.has(arch::Feature::cmpx_writes_exec_alone) && name.starts_with("v_cmpx_");
  if (exec_alone || name.find("_nc_") != name.npos) row.writes_mask = false;
}

/// Rows and the texts that they refer to.
class Rows {
 public:
  Rows() {
    for (const std::span<const Semantics> table : tables())
      for (const Semantics& row : table)
        if ((row.archs & kGfx1250) != 0) add_each_name(row);
    for (const std::span<const Semantics> table :
         {gfx1250_new_rows(), gfx1250_scalar_floats(), gfx1250_convert_rows(), gfx1250_order_rows(),
          gfx1250_bfloat_rows(), gfx1250_float8_rows(), gfx1250_small_integer_rows()})
      for (const Semantics& row : table) add(row);
  }
  std::span<const Semantics> all() const { return rows_; }

 private:
  void add_each_name(const Semantics& of_cdna) {
    std::string_view names = of_cdna.gfx12;
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(names.size(), name.size() + 1));
      Semantics row = of_cdna;
      row.mnemonic = row.gfx12 = name;
      if (name != of_cdna.mnemonic)
        row.source = texts_.emplace_back(std::string(of_cdna.source) + "; as gfx950's " +
                                         std::string(of_cdna.mnemonic));
      if (auto* alu = std::get_if<VectorAlu>(&row.operation)) adapt(*alu, name, features_);
      add(row);
    }
  }
  void add(Semantics row) {
    row.archs = kGfx1250;
    row.features = features_;
    rows_.push_back(row);
  }

  arch::Features features_ = arch::features_of(kGfx1250);
  std::vector<Semantics> rows_;
  std::deque<std::string> texts_;
};

}  // namespace

std::span<const Semantics> gfx12_rows() {
  static const Rows kRows;
  return kRows.all();
}

}  // namespace lockstep::isa
