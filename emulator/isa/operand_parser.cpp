#include <algorithm>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/text.hpp"

namespace lockstep::isa {
namespace {

struct NamedRegister {
  std::string_view name;
  std::uint16_t index;
  std::uint8_t count;
};
// LLVM AMDGPUOperandSyntax; numbers: "MI300 ISA", SSRC encodings, as in operand.hpp.
constexpr NamedRegister kNamed[] = {
    {"vcc", scalar::kVcc, 2},
    {"exec", scalar::kExec, 2},
    {"m0", scalar::kM0, 1},
    {"vcc_lo", scalar::kVcc, 1},
    {"vcc_hi", scalar::kVcc + 1, 1},
    {"exec_lo", scalar::kExec, 1},
    {"exec_hi", scalar::kExec + 1, 1},
    {"flat_scratch", scalar::kFlatScratch, 2},
    {"flat_scratch_lo", scalar::kFlatScratch, 1},
    {"flat_scratch_hi", scalar::kFlatScratch + 1, 1},
    {"xnack_mask", scalar::kXnackMask, 2},
    {"xnack_mask_lo", scalar::kXnackMask, 1},
    {"xnack_mask_hi", scalar::kXnackMask + 1, 1},
    {"null", scalar::kNull, 1},
    {"src_shared_base", scalar::kSharedBase, 1},
    {"src_shared_limit", scalar::kSharedLimit, 1},
    {"src_private_base", scalar::kPrivateBase, 1},
    {"src_private_limit", scalar::kPrivateLimit, 1},
    {"src_pops_exiting_wave_id", 239, 1},
    {"src_vccz", scalar::kVccz, 1},
    {"src_execz", scalar::kExecz, 1},
    {"src_scc", scalar::kScc, 1},
    {"src_lds_direct", 254, 1},
    {"lds_direct", 254, 1},
    {"src_flat_scratch_base", scalar::kScratchBase, 2},
    {"src_flat_scratch_base_lo", scalar::kScratchBase, 1},
    {"src_flat_scratch_base_hi", scalar::kScratchBase + 1, 1},
};

struct RegisterFile {
  std::string_view prefix;
  Operand::Kind kind;
  std::uint16_t first, size;
};
constexpr RegisterFile kFiles[] = {
    {"v", Operand::Kind::vector, 0, 1024},
    {"s", Operand::Kind::scalar, 0, 106},
    {"a", Operand::Kind::accumulator, 0, 256},
    {"ttmp", Operand::Kind::scalar, scalar::kTtmp0, 16},
};

/// Operands whose meaning stays in their text.
constexpr std::string_view kTexts[] = {"hwreg(", "sendmsg(", "gpr_idx("};

constexpr unsigned kLongestRange = 64;

/// `5` or `[2:3]`.
bool read_range(std::string_view text, const RegisterFile& file, Operand& operand) {
  std::optional<unsigned> first, last;
  if (take_around(text, "[", "]")) {
    const std::string_view head = take_until(text, ':');
    first = read_digits<unsigned>(head);
    last = read_digits<unsigned>(text);
  } else {
    first = last = read_digits<unsigned>(text);
  }
  if (!first || !last || *last < *first || *last >= file.size || *last - *first >= kLongestRange)
    return false;
  operand.kind = file.kind;
  operand.index = std::uint16_t(file.first + *first);
  operand.count = std::uint8_t(*last - *first + 1);
  return true;
}

Operand::Half take_half(std::string_view& text) {
  if (!text.starts_with('v')) return Operand::Half::none;
  const bool low = text.ends_with(".l"), high = text.ends_with(".h");
  if (low || high) text.remove_suffix(2);
  return low ? Operand::Half::low : high ? Operand::Half::high : Operand::Half::none;
}

bool read_register(std::string_view text, Operand& operand) {
  operand.half = take_half(text);
  for (const RegisterFile& file : kFiles) {
    if (text.size() <= file.prefix.size() || !text.starts_with(file.prefix)) continue;
    const char next = text[file.prefix.size()];
    if (is_digit(next) || next == '[') return read_range(text.substr(file.prefix.size()), file, operand);
  }
  const auto named = std::ranges::find(kNamed, text, &NamedRegister::name);
  if (named == std::end(kNamed)) return false;
  operand.kind = Operand::Kind::scalar;
  operand.index = named->index;
  operand.count = named->count;
  return true;
}

bool read_number(std::string_view text, Operand& operand) {
  operand.kind = Operand::Kind::constant;
  if (const auto integer = read_integer(text)) {
    operand.integer = *integer;
    // A literal of more than 32 bits is the whole value, of which 0xffffffff80000000 is as short as it gets.
    const bool hexadecimal = text.find('x') != std::string_view::npos;
    const bool whole = *integer > UINT32_MAX || (*integer < 0 && text.front() != '-');
    operand.is_literal = hexadecimal && !whole;
    return true;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || find_inline_float(number) == nullptr) {
    return false;
  }
  operand.is_float = true;
  operand.number = number;
  return true;
}

}  // namespace

std::optional<Operand> read_operand(std::string_view text) {
  Operand operand;
  if (text == "off") {
    operand.kind = Operand::Kind::off;
    return operand;
  }
  if (take_around(text, "neg(", ")")) {
    operand.negate = true;
  } else if (text.size() > 1 && text[0] == '-' && text[1] != '-' && !is_digit(text[1])) {
    operand.negate = true;
    text.remove_prefix(1);
  }
  if (take_around(text, "sext(", ")")) operand.sign_extend = true;
  if (take_around(text, "|", "|")) operand.absolute = true;
  if (text.empty()) return std::nullopt;
  // A literal of 64 bits that one of 32 could have replaced, or of 32 that an inline constant could have: the
  // disassembler says that it is one.
  if (take_around(text, "lit64(", ")")) {
    if (!read_number(text, operand)) return std::nullopt;
    operand.is_literal = false;
    return operand;
  }
  if (take_around(text, "lit(", ")")) {
    if (!read_number(text, operand)) return std::nullopt;
    operand.is_literal = true;
    return operand;
  }
  if (is_digit(text[0]) || text[0] == '-') {
    if (!read_number(text, operand)) return std::nullopt;
    return operand;
  }
  if (read_register(text, operand)) return operand;
  const auto names = [&](std::string_view name) { return text.starts_with(name); };
  if (std::ranges::none_of(kTexts, names) || !text.ends_with(')')) return std::nullopt;
  operand.kind = Operand::Kind::text;
  return operand;
}

}  // namespace lockstep::isa
