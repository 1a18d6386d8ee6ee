#include "emulator/isa/line_parser.hpp"

#include <string>

#include "emulator/isa/text.hpp"

namespace lockstep::isa {
namespace {

struct Suffix {
  std::string_view text;
  Encoding encoding;
};
constexpr Suffix kSuffixes[] = {{"_e64_dpp", Encoding::dpp},
                                {"_e32", Encoding::e32},
                                {"_e64", Encoding::e64},
                                {"_dpp", Encoding::dpp},
                                {"_sdwa", Encoding::sdwa}};

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

/// What a comment says of registers is a guess at MODE.
std::string without_comments(std::string_view text) {
  std::string all;
  for (std::size_t at = text.find("/*"); at != std::string_view::npos; at = text.find("/*")) {
    std::string_view before = text.substr(0, at);
    while (before.ends_with(' ')) before.remove_suffix(1);
    all += before;
    const std::size_t end = text.find("*/", at);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
  }
  return all + std::string(text);
}

struct WaitName {
  std::string_view text;
  std::optional<int> Modifiers::* counter;
};
constexpr WaitName kWaits[] = {
    {"loadcnt", &Modifiers::vmcnt},       {"storecnt", &Modifiers::storecnt},
    {"dscnt", &Modifiers::lgkmcnt},       {"kmcnt", &Modifiers::kmcnt},
    {"xcnt", &Modifiers::xcnt},           {"asynccnt", &Modifiers::asynccnt},
    {"tensorcnt", &Modifiers::tensorcnt},
};

/// s_wait_loadcnt 0x3; s_wait_loadcnt_dscnt 0x102: bits [13:8] of the first counter, [5:0] of dscnt (LLVM
/// SIInsertWaitcnts, gfx12). s_wait_idle waits for all.
void read_wait(Instruction& instruction) {
  std::string_view name = instruction.mnemonic;
  if (!take_prefix(name, "s_wait_")) return;
  Modifiers& m = instruction.modifiers;
  if (name == "idle")
    for (const WaitName& wait : kWaits) m.*wait.counter = 0;
  if (instruction.operands.size() != 1 || instruction.operands[0].kind != Operand::Kind::constant) return;
  const auto immediate = unsigned(instruction.operands[0].integer);
  const std::string_view first = take_until(name, '_');
  for (const WaitName& wait : kWaits)
    if (wait.text == first) m.*wait.counter = int((name.empty() ? immediate : immediate >> 8) & 63);
  if (name == "dscnt") m.lgkmcnt = int(immediate & 63);
}

/// Instructions whose operands are words of their own, which wait for nothing that is modelled, or for
/// nothing at all.
bool is_hint(std::string_view mnemonic) {
  return mnemonic == "s_delay_alu" || mnemonic == "s_wait_alu" || mnemonic == "s_version";
}

}  // namespace

Instruction read_line(std::string_view text, std::uint64_t address, std::uint32_t size) {
  skip_blanks(text);
  Instruction instruction;
  instruction.address = address;
  instruction.size = size;
  instruction.text = text.find("/*") == std::string_view::npos ? std::string(text) : without_comments(text);
  std::string_view rest = instruction.text;
  read_mnemonic(rest, instruction);
  // The mixed-precision fused multiply-adds are not packed: their op_sel_hi is omitted when it is zero.
  const std::string_view mnemonic = instruction.mnemonic;
  if (mnemonic.starts_with("v_fma_mix") || mnemonic.starts_with("v_mad_mix"))
    instruction.modifiers.op_sel_hi = 0;
  skip_blanks(rest);
  if (is_hint(mnemonic)) {
    instruction.operands.emplace_back().kind = Operand::Kind::text;
    return instruction;
  }
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
  read_wait(instruction);
  return instruction;
}

}  // namespace lockstep::isa
