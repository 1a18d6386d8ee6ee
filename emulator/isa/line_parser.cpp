#include "emulator/isa/line_parser.hpp"

#include "emulator/isa/modifier_parser.hpp"
#include "emulator/isa/operand_parser.hpp"
#include "emulator/isa/text.hpp"

namespace lockstep::isa {
namespace {

struct Suffix {
  std::string_view text;
  Encoding encoding;
};
constexpr Suffix kSuffixes[] = {
    {"_e32", Encoding::e32}, {"_e64", Encoding::e64}, {"_dpp", Encoding::dpp}, {"_sdwa", Encoding::sdwa}};

void skip_blanks(std::string_view& text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
}

void read_mnemonic(std::string_view& rest, Instruction& instruction) {
  std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  for (const Suffix& suffix : kSuffixes) {
    if (!word.ends_with(suffix.text)) continue;
    instruction.encoding = suffix.encoding;
    word.remove_suffix(suffix.text.size());
    break;
  }
  instruction.mnemonic = word;
}

/// The next word: up to a comma or blank outside brackets. `last` becomes false when a comma follows.
std::string_view take_word(std::string_view& rest, bool& last) {
  std::size_t end = 0;
  for (int depth = 0; end < rest.size(); ++end) {
    const char c = rest[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth <= 0 && (c == ',' || c == ' ' || c == '\t')) break;
  }
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  last = !take_prefix(rest, ",");
  skip_blanks(rest);
  return word;
}

bool read_operand_word(std::string_view word, Instruction& instruction) {
  const auto operand = read_operand(word);
  if (!operand) return false;
  instruction.operands.push_back(*operand);
  if (operand->kind != Operand::Kind::text) return true;
  if (word.starts_with("hwreg(")) return read_hardware_register(word, instruction.modifiers);
  if (word.starts_with("gpr_idx(")) return read_register_index(word, instruction.modifiers);
  return true;
}

/// op_sel lists the sources and then, where there is one more entry, the destination.
void place_destination_select(std::string_view word, Instruction& instruction) {
  if (!word.starts_with("op_sel:[") || instruction.operands.size() != 3) return;
  const std::size_t entries = (word.size() - std::string_view("op_sel:[]").size() + 1) / 2;
  std::uint8_t& mask = instruction.modifiers.op_sel;
  if (entries == 3) mask = std::uint8_t((mask & 3u) | (mask & 4u) << 1);
}

}  // namespace

Instruction read_line(std::string_view text, std::uint64_t address, std::uint32_t size) {
  skip_blanks(text);
  Instruction instruction;
  instruction.address = address;
  instruction.size = size;
  instruction.text = text;
  std::string_view rest = text;
  read_mnemonic(rest, instruction);
  // The mixed-precision fused multiply-adds are not packed: their op_sel_hi is omitted when it is zero.
  const std::string_view mnemonic = instruction.mnemonic;
  if (mnemonic.starts_with("v_fma_mix") || mnemonic.starts_with("v_mad_mix"))
    instruction.modifiers.op_sel_hi = 0;
  skip_blanks(rest);
  bool in_operands = true;
  while (!rest.empty()) {
    bool last = true;
    const std::string_view word = take_word(rest, last);
    const bool may_be_modifier = !in_operands || (last && instruction.operands.empty());
    if (may_be_modifier && read_modifier(word, instruction.modifiers)) {
      in_operands = false;
      place_destination_select(word, instruction);
    } else if (!in_operands || !read_operand_word(word, instruction)) {
      instruction.unreadable = "cannot read '" + std::string(word) + "'";
      return instruction;
    }
    if (last) in_operands = false;
  }
  return instruction;
}

}  // namespace lockstep::isa
