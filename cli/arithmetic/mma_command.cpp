#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"

namespace lockstep::cli {

namespace {

// What a line holds between its slashes: a, b, c and, where the unit has them, the scales of a and of b.
template <typename Code>
struct InputLine {
  std::vector<Code> a, b, c, scale_a, scale_b;
};

struct Operands {
  const formats::Format *a, *b;
};

// Empty, or what is wrong with the codes of one field.
template <typename Code>
std::string parse_codes(const std::string& field, const formats::Format& f, const char* name,
                        std::vector<Code>& codes) {
  std::istringstream stream(field);
  for (std::string text; stream >> text;) {
    const std::size_t prefix = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
    Code code = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + prefix, end, code, 16);
    const bool too_long = error == std::errc::result_out_of_range;
    if ((error != std::errc() && !too_long) || stop != end)
      return fmt::format("'{}' in {} is not a hexadecimal code", text, name);
    if (too_long || (code & ~f.code_mask<Code>()) != 0)
      return fmt::format("'{}' in {} has more bits than {}", text, name, f.name);
    codes.push_back(code);
  }
  return {};
}

// The fields of a text, one more than it has slashes: nothing behind the last one is a field, too.
std::vector<std::string> between_slashes(const std::string& text) {
  std::vector<std::string> fields(1);
  for (const char c : text)
    if (c == '/')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

// Empty, or why no instruction of the unit has so many products.
std::string wrong_k(const matrix::Unit& unit, std::size_t k) {
  const auto step = std::size_t(matrix::least_k(unit));
  if (k == 0 || k % step != 0) return fmt::format("{} codes of a, not a multiple of {}", k, step);
  const std::vector<int> instructions = matrix::instruction_k(unit);
  if (instructions.empty() || std::ranges::find(instructions, int(k)) != instructions.end()) return {};
  return fmt::format("{} codes of a: {} sums a whole instruction at once, and there are some of k {}", k,
                     unit.name, fmt::join(instructions, ", "));
}

template <typename Code>
std::string parse_line(const matrix::Unit& unit, const Operands& formats, const std::string& text,
                       InputLine<Code>& line) {
  const std::vector<std::string> fields = between_slashes(text);
  const std::size_t expected = unit.scale_block == 0 ? 3 : 5;
  if (fields.size() != expected)
    return fmt::format(
        "{} fields between slashes, not {}: {}", fields.size(), expected,
        expected == 3 ? "a... / b... / c" : "a... / b... / c / scales of a... / scales of b...");
  std::string wrong = parse_codes(fields[0], *formats.a, "a", line.a);
  if (wrong.empty()) wrong = parse_codes(fields[1], *formats.b, "b", line.b);
  if (wrong.empty()) wrong = parse_codes(fields[2], *unit.c, "c", line.c);
  if (wrong.empty() && expected == 5)
    wrong = parse_codes(fields[3], *unit.scale, "scales of a", line.scale_a);
  if (wrong.empty() && expected == 5)
    wrong = parse_codes(fields[4], *unit.scale, "scales of b", line.scale_b);
  if (!wrong.empty()) return wrong;
  if (line.a.size() != line.b.size())
    return fmt::format("{} codes of a, but {} of b", line.a.size(), line.b.size());
  if (wrong = wrong_k(unit, line.a.size()); !wrong.empty()) return wrong;
  if (line.c.size() != 1) return fmt::format("{} codes of c, not one", line.c.size());
  if (expected == 3) return {};
  const std::size_t scales = line.a.size() / std::size_t(unit.scale_block);
  if (line.scale_a.size() != scales || line.scale_b.size() != scales)
    return fmt::format("{} and {} scales, not {} each", line.scale_a.size(), line.scale_b.size(), scales);
  return {};
}

// The operand's format: as asked for, as the unit has it, or e4m3fn where the unit takes several.
const formats::Format* chosen_format(const std::string& name, const formats::Format* own) {
  if (!name.empty()) return named_format("arith mma", name);
  return own != nullptr ? own : &formats::float8_e4m3fn;
}

template <typename Code>
int pipe(const matrix::Unit& unit, const Operands& formats, bool slow) {
  std::uint64_t number = 0;
  for (std::string text; std::getline(std::cin, text);) {
    ++number;
    InputLine<Code> line;
    if (const std::string wrong = parse_line(unit, formats, text, line); !wrong.empty()) {
      std::fflush(stdout);
      fmt::print(stderr, "lockstep arith mma: line {}: {}\n", number, wrong);
      return kUsage;
    }
    Code d = 0;
    const matrix::BasicDotBatch<Code> batch{1,
                                            int(line.a.size()),
                                            formats.a,
                                            formats.b,
                                            line.a.data(),
                                            line.b.data(),
                                            line.c.data(),
                                            line.scale_a.data(),
                                            line.scale_b.data(),
                                            &d};
    if (slow)
      matrix::dot_products_slow(unit, batch);
    else
      matrix::dot_products(unit, batch);
    fmt::print("{:0{}x}\n", d, unit.d->bits / 4);
  }
  return kHolds;
}

}  // namespace

int mma(const MmaOptions& options) {
  const matrix::Unit* unit = named_unit("arith mma", options.unit);
  if (unit == nullptr) return kUsage;
  const Operands formats{chosen_format(options.a_format, unit->a), chosen_format(options.b_format, unit->b)};
  if (formats.a == nullptr || formats.b == nullptr) return kUsage;
  if (!matrix::accepts(*unit, *formats.a, *formats.b)) {
    fmt::print(stderr, "lockstep arith mma: {} does not take {} and {}\n", unit->name, formats.a->name,
               formats.b->name);
    return kUsage;
  }
  return matrix::is_wide(*unit) ? pipe<std::uint64_t>(*unit, formats, options.slow)
                                : pipe<std::uint32_t>(*unit, formats, options.slow);
}

}  // namespace lockstep::cli
