#include <algorithm>
#include <array>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/text.hpp"

namespace lockstep::isa {
namespace {

struct Flag {
  std::string_view word;
  bool Modifiers::* member;
};
// glc is how scalar memory still spells the bit that vector memory calls sc0 since GFX940.
constexpr Flag kFlags[] = {
    {"offen", &Modifiers::offen}, {"idxen", &Modifiers::idxen},
    {"lds", &Modifiers::lds},     {"gds", &Modifiers::gds},
    {"sc0", &Modifiers::sc0},     {"sc1", &Modifiers::sc1},
    {"nt", &Modifiers::nt},       {"glc", &Modifiers::sc0},
    {"clamp", &Modifiers::clamp}, {"scale_offset", &Modifiers::scale_offset},
};

// Hints and cache policies, which change no value in a coherent memory (LLVM SIDefines.h, CPol).
constexpr std::string_view kHints[] = {"nv", "matrix_a_reuse", "matrix_b_reuse"};

struct Enumeration {
  std::string_view name, prefix;
  std::array<std::string_view, 5> values;
  std::uint8_t Modifiers::* member;
};
// LLVM AMDGPUInstPrinter, printMatrixFMT and printMatrixScaleFmt.
constexpr Enumeration kEnumerations[] = {
    {"matrix_a_fmt", "MATRIX_FMT_", {"FP8", "BF8", "FP6", "BF6", "FP4"}, &Modifiers::cbsz},
    {"matrix_b_fmt", "MATRIX_FMT_", {"FP8", "BF8", "FP6", "BF6", "FP4"}, &Modifiers::blgp},
    {"matrix_a_scale_fmt", "MATRIX_SCALE_FMT_", {"E8", "E5M3", "E4M3"}, &Modifiers::scale_format_a},
    {"matrix_b_scale_fmt", "MATRIX_SCALE_FMT_", {"E8", "E5M3", "E4M3"}, &Modifiers::scale_format_b},
};

struct ByteField {
  std::string_view name;
  std::uint8_t Modifiers::* member;
};
constexpr ByteField kByteFields[] = {
    {"cbsz", &Modifiers::cbsz},     {"abid", &Modifiers::abid},      {"blgp", &Modifiers::blgp},
    {"bitop3", &Modifiers::bitop3}, {"scale_sel", &Modifiers::abid}, {"index_key", &Modifiers::abid},
};

struct Counter {
  std::string_view name;
  std::optional<int> Modifiers::* member;
};
constexpr Counter kCounters[] = {
    {"vmcnt", &Modifiers::vmcnt}, {"lgkmcnt", &Modifiers::lgkmcnt}, {"expcnt", &Modifiers::expcnt}};

struct Row {
  std::string_view name;
  Dpp::Control control;
  unsigned least, most;  ///< least and greatest amount
};
// LLVM AMDGPUModifierSyntax, "DPP Modifiers".
constexpr Row kRows[] = {
    {"row_shl", Dpp::Control::row_shl, 1, 15},           {"row_shr", Dpp::Control::row_shr, 1, 15},
    {"row_ror", Dpp::Control::row_ror, 1, 15},           {"row_bcast", Dpp::Control::row_bcast, 15, 31},
    {"row_newbcast", Dpp::Control::row_newbcast, 0, 15}, {"wave_shl", Dpp::Control::wave_shl, 1, 1},
    {"wave_rol", Dpp::Control::wave_rol, 1, 1},          {"wave_shr", Dpp::Control::wave_shr, 1, 1},
    {"wave_ror", Dpp::Control::wave_ror, 1, 1},          {"row_share", Dpp::Control::row_newbcast, 0, 15},
    {"row_xmask", Dpp::Control::row_xmask, 0, 15},
};

constexpr std::string_view kSelects[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
constexpr std::string_view kUnused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};

template <class T>
bool store(std::optional<std::int64_t> value, std::int64_t least, std::int64_t most, T& to) {
  if (!value || *value < least || *value > most) return false;
  to = T(*value);
  return true;
}

template <class Enum, std::size_t N>
bool store_name(const std::string_view (&names)[N], std::string_view value, Enum& to) {
  const auto found = std::ranges::find(names, value);
  if (found == std::end(names)) return false;
  to = Enum(found - std::begin(names));
  return true;
}

/// `[0,1,1]` -> so many numbers at most, none greater than `most`; their count, or 0.
template <std::size_t N>
std::size_t read_list(std::string_view text, unsigned most, std::array<std::uint8_t, N>& values) {
  if (!take_around(text, "[", "]")) return 0;
  std::size_t count = 0;
  while (!text.empty()) {
    if (count == values.size() || !store(read_integer(take_until(text, ',')), 0, most, values[count]))
      return 0;
    ++count;
  }
  return count;
}

/// Bits the list does not reach stay as they are.
bool store_mask(std::string_view value, std::uint8_t& to) {
  std::array<std::uint8_t, 4> bits{};
  const std::size_t count = read_list(value, 1, bits);
  for (std::size_t i = 0; i < count; ++i) to = std::uint8_t((to & ~(1u << i)) | unsigned(bits[i]) << i);
  return count != 0;
}

bool read_flag(std::string_view word, Modifiers& m) {
  const auto flag = std::ranges::find(kFlags, word, &Flag::word);
  if (flag != std::end(kFlags)) {
    m.*flag->member = true;
    return true;
  }
  if (word != "row_mirror" && word != "row_half_mirror") return false;
  Dpp& dpp = m.dpp ? *m.dpp : m.dpp.emplace();
  dpp.control = word == "row_mirror" ? Dpp::Control::row_mirror : Dpp::Control::row_half_mirror;
  return true;
}

bool read_counter(std::string_view word, Modifiers& m) {
  std::string_view rest = word;
  const std::string_view name = take_until(rest, '(');
  const auto counter = std::ranges::find(kCounters, name, &Counter::name);
  if (counter == std::end(kCounters) || !rest.ends_with(')')) return false;
  rest.remove_suffix(1);
  int value = 0;
  if (!store(read_integer(rest), 0, 63, value)) return false;
  m.*counter->member = value;
  return true;
}

bool read_dpp(std::string_view name, std::string_view value, Dpp& dpp) {
  if (name == "row_mask") return store(read_integer(value), 0, 15, dpp.row_mask);
  if (name == "bank_mask") return store(read_integer(value), 0, 15, dpp.bank_mask);
  if (name == "bound_ctrl") return store(read_integer(value), 1, 1, dpp.bound_control);
  if (name == "fi") return store(read_integer(value), 1, 1, dpp.fetch_inactive);
  if (name == "dpp8") {
    dpp.control = Dpp::Control::eight;
    return read_list(value, 7, dpp.eight) == dpp.eight.size();
  }
  if (name == "quad_perm") {
    dpp.control = Dpp::Control::quad_perm;
    return read_list(value, 3, dpp.quad) == 4;
  }
  const auto row = std::ranges::find(kRows, name, &Row::name);
  if (row == std::end(kRows)) return false;
  dpp.control = row->control;
  if (!store(read_integer(value), row->least, row->most, dpp.amount)) return false;
  return name != "row_bcast" || dpp.amount == 15 || dpp.amount == 31;
}

bool read_sdwa(std::string_view name, std::string_view value, Sdwa& sdwa) {
  if (name == "dst_sel") return store_name(kSelects, value, sdwa.dst);
  if (name == "src0_sel") return store_name(kSelects, value, sdwa.src0);
  if (name == "src1_sel") return store_name(kSelects, value, sdwa.src1);
  return name == "dst_unused" && store_name(kUnused, value, sdwa.unused);
}

bool is_dpp(std::string_view name) {
  return name == "quad_perm" || name == "dpp8" || name == "fi" || name == "row_mask" || name == "bank_mask" ||
         name == "bound_ctrl" || std::ranges::find(kRows, name, &Row::name) != std::end(kRows);
}

bool read_output_scale(std::string_view word, Modifiers& m) {
  constexpr std::string_view kScales[] = {"", "mul:2", "mul:4", "div:2"};
  return store_name(kScales, word, m.omod);
}

bool read_enumeration(std::string_view name, std::string_view value, Modifiers& m) {
  const auto row = std::ranges::find(kEnumerations, name, &Enumeration::name);
  if (row == std::end(kEnumerations) || !take_prefix(value, row->prefix)) return false;
  const auto found = std::ranges::find(row->values, value);
  if (found == row->values.end() || value.empty()) return false;
  m.*row->member = std::uint8_t(found - row->values.begin());
  return true;
}

/// Which half of a wave's lanes holds the scales.
bool read_scale_row(std::string_view name, std::string_view value, Modifiers& m) {
  const bool a = name == "matrix_a_scale";
  if ((!a && name != "matrix_b_scale") || value != "MATRIX_SCALE_ROW1") return false;
  m.op_sel = std::uint8_t(m.op_sel | (a ? 1 : 2));
  return true;
}

/// Cache policies, of which one changes a value: whether an atomic returns what was there. gfx1250's scopes
/// are the sc1 of others from the device on, as LLVM lowers one and the other (SIMemoryLegalizer).
bool read_cache_policy(std::string_view name, std::string_view value, Modifiers& m) {
  if (name == "scope") {
    m.sc1 |= value == "SCOPE_DEV" || value == "SCOPE_SYS";
    return value.starts_with("SCOPE_");
  }
  if (name != "th" || !value.starts_with("TH_")) return false;
  if (value.starts_with("TH_ATOMIC_") && value.ends_with("RETURN")) m.sc0 = true;
  return true;
}

}  // namespace

bool read_modifier(std::string_view word, Modifiers& m) {
  if (std::ranges::find(kHints, word) != std::end(kHints)) return true;
  if (read_flag(word, m) || read_counter(word, m) || read_output_scale(word, m)) return true;
  std::string_view value = word;
  const std::string_view name = take_until(value, ':');
  if (name == "offset") {
    if (value.starts_with("swizzle(")) return read_swizzle(value, m.offset);
    return store(read_integer(value), INT32_MIN, INT32_MAX, m.offset);
  }
  if (name == "offset0") return store(read_integer(value), 0, 255, m.offset0);
  if (name == "offset1") return store(read_integer(value), 0, 255, m.offset1);
  if (name == "op_sel") return store_mask(value, m.op_sel);
  if (name == "op_sel_hi") return store_mask(value, m.op_sel_hi);
  if (name == "neg_lo" || name == "neg") return store_mask(value, m.neg_lo);
  if (name == "neg_hi") return store_mask(value, m.neg_hi);
  const auto field = std::ranges::find(kByteFields, name, &ByteField::name);
  if (field != std::end(kByteFields)) return store(read_integer(value), 0, 255, m.*field->member);
  if (name == "byte_sel") return store(read_integer(value), 0, 3, m.byte_select.emplace());
  if (read_cache_policy(name, value, m) || read_scale_row(name, value, m) || read_enumeration(name, value, m))
    return true;
  if (is_dpp(name)) return read_dpp(name, value, m.dpp ? *m.dpp : m.dpp.emplace());
  return read_sdwa(name, value, m.sdwa ? *m.sdwa : m.sdwa.emplace());
}

bool read_register_index(std::string_view text, Modifiers& m) {
  constexpr std::string_view kRoles[] = {"SRC0", "SRC1", "SRC2", "DST"};
  if (!take_around(text, "gpr_idx(", ")")) return false;
  m.offset = 0;
  while (!text.empty()) {
    unsigned role = 0;
    if (!store_name(kRoles, take_until(text, ','), role)) return false;
    m.offset |= 1 << role;
  }
  return true;
}

}  // namespace lockstep::isa
