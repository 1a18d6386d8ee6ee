#include "properties/campaigns/cause.hpp"

#include <algorithm>

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

}  // namespace

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

std::string what_of(const findings::Finding& f) {
  const auto named = [](const std::string& instruction, std::uint64_t address) {
    return fmt::format("{} @{:#x}", instruction, address);
  };
  const std::string one = named(f.instruction, f.address);
  if (f.other.empty()) return fmt::format("{}: {}", findings::name(f.kind), one);
  const std::string other = named(f.other, f.other_address);
  // Which of the two is found to use the other's bytes hangs on the schedule and on the sizes.
  const bool ascends = f.address <= f.other_address;
  return fmt::format("{}: {}, {}", findings::name(f.kind), ascends ? one : other, ascends ? other : one);
}

Cause cause_of(const laws::CaseResult& r) {
  const cases::Case& c = r.the_case;
  const verdict::LawResult* failed = r.first_falsified();
  const std::string& said = r.pattern.empty() ? failed->reason : r.pattern;
  const bool is_unclean = std::ranges::any_of(r.laws, [](const verdict::LawResult& law) {
    return law.law == "clean" && law.verdict == verdict::Verdict::falsified;
  });
  return {fmt::format("{}@{} {}", c.kernel, c.arch, c.build),
          r.finding && is_unclean ? "clean" : std::string(failed->law),
          r.finding ? what_of(*r.finding) : without_numbers(said)};
}

std::string lasting_text(const Cause& cause, const std::optional<findings::Finding>& finding) {
  if (!finding) return cause.what;
  const auto mnemonic = [](const std::string& instruction) {
    return instruction.substr(0, instruction.find(' '));
  };
  const std::string one = mnemonic(finding->instruction), other = mnemonic(finding->other);
  if (other.empty()) return fmt::format("{}: {}", findings::name(finding->kind), one);
  const auto [first, second] = std::minmax(one, other);
  return fmt::format("{}: {}, {}", findings::name(finding->kind), first, second);
}

}  // namespace lockstep::campaigns
