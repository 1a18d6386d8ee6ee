#include "properties/campaigns/cause.hpp"

#include <fmt/format.h>

namespace lockstep::campaigns {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The end of a number that begins here: decimal, with a fraction and an exponent, or hexadecimal.
std::size_t end_of_number(std::string_view text, std::size_t i) {
  const auto digits = [&](auto is_one) {
    while (i < text.size() && is_one(text[i])) ++i;
  };
  const auto digit_at = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
  if (text.substr(i).starts_with("0x")) {
    i += 2;
    digits([](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
    return i;
  }
  digits(is_digit);
  if (i < text.size() && text[i] == '.' && digit_at(i + 1))
    digits([](char c) { return c == '.' || is_digit(c); });
  if (i < text.size() && text[i] == 'e' && (digit_at(i + 1) || digit_at(i + 2))) {
    i += digit_at(i + 1) ? 1 : 2;
    digits(is_digit);
  }
  return i;
}

// "12 of 4096 elements differ; all in row 17" becomes "N of N elements differ; all in row N".
std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_sign = text[i] == '-' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '(');
    const std::size_t begin = i + (is_sign ? 1 : 0);
    if (begin < text.size() && is_digit(text[begin])) {
      out += 'N';
      i = end_of_number(text, begin);
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::string what_of(const findings::Finding& f) {
  const std::string one = fmt::format("{}: {} @{:#x}", findings::name(f.kind), f.instruction, f.address);
  return f.other.empty() ? one : fmt::format("{}, {} @{:#x}", one, f.other, f.other_address);
}

Cause cause_of(const laws::CaseResult& r) {
  const cases::Case& c = r.the_case;
  const verdict::LawResult* failed = r.first_falsified();
  const std::string& said = r.pattern.empty() ? failed->reason : r.pattern;
  return {fmt::format("{}@{} {}", c.kernel, c.arch, c.build), std::string(failed->law),
          r.finding ? what_of(*r.finding) : without_numbers(said)};
}

std::string lasting_text(const Cause& cause, const std::optional<findings::Finding>& finding) {
  if (!finding) return cause.what;
  const auto mnemonic = [](const std::string& instruction) {
    return instruction.substr(0, instruction.find(' '));
  };
  std::string text = fmt::format("{}: {}", findings::name(finding->kind), mnemonic(finding->instruction));
  return finding->other.empty() ? text : fmt::format("{}, {}", text, mnemonic(finding->other));
}

}  // namespace lockstep::campaigns
