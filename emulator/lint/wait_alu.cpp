#include "emulator/lint/wait_alu.hpp"

#include <charconv>
#include <string_view>

namespace lockstep::lint {

namespace {

std::optional<int> number(std::string_view text, int base) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The number in a line that has one.
std::optional<int> immediate(std::string_view line) {
  constexpr std::string_view kHexadecimal = " 0x";
  const std::size_t at = line.find(kHexadecimal);
  return at == std::string_view::npos ? std::nullopt : number(line.substr(at + kHexadecimal.size()), 16);
}

bool is_idle(const isa::Instruction& instruction) {
  return instruction.mnemonic == "s_wait_idle";
}

}  // namespace

std::optional<int> allowed(const isa::Instruction& instruction, const WaitAluField& field) {
  if (is_idle(instruction)) return 0;
  if (instruction.mnemonic != "s_wait_alu") return std::nullopt;
  const std::string_view line = instruction.text;
  if (const auto all = immediate(line)) return *all >> field.first & ((1 << field.bits) - 1);
  // "depctr_va_vdst(3)" in the line: 3.
  const std::string_view name = field.name;
  const std::size_t at = line.find(name);
  return at == std::string_view::npos ? std::nullopt : number(line.substr(at + name.size()), 10);
}

bool waits_for_all(const isa::Instruction& instruction) {
  constexpr WaitAluField kAll[] = {
      kVaVdst, kVaSdst, {"va_ssrc(", 8, 1}, {"hold_cnt(", 7, 1}, kVmVsrc, {"va_vcc(", 1, 1}, kSaSdst};
  for (const WaitAluField& field : kAll)
    if (allowed(instruction, field) != 0) return false;
  return true;
}

}  // namespace lockstep::lint
