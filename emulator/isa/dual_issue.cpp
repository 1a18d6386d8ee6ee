#include <algorithm>
#include <utility>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"

namespace lockstep::isa {

namespace {

constexpr std::string_view kBetween = " :: ";
constexpr std::uint32_t kDword = 4;

Instruction read_half(std::string_view line, arch::Set archs) {
  Instruction half = read_line(line, 0, kDword);
  bind_semantics(half, archs);
  return half;
}

/// Pairs exist in waves of 32 lanes alone.
bool writes_source_of(const Instruction& one, const Instruction& other) {
  const auto of_one = dataflow(one, WaveWidth::lanes32), of_other = dataflow(other, WaveWidth::lanes32);
  return std::ranges::any_of(of_one, [&](const RegisterAccess& written) {
    return written.writes() && std::ranges::any_of(of_other, [&](const RegisterAccess& read) {
             return !read.writes() && written.overlaps(read);
           });
  });
}

}  // namespace

bool is_pair(std::string_view line) {
  return line.find(kBetween) != std::string_view::npos;
}

Pair read_pair(std::string_view line, std::uint64_t address, std::uint32_t size, arch::Set archs) {
  const std::size_t between = line.find(kBetween);
  Instruction x = read_half(line.substr(0, between), archs);
  Instruction y = read_half(line.substr(between + kBetween.size()), archs);
  const bool y_needs = writes_source_of(x, y), x_needs = writes_source_of(y, x);
  x.text += " ::";
  y.text = ":: " + y.text;
  if (x_needs && y_needs)
    for (Instruction* const half : {&x, &y})
      half->unreadable = "each half of the pair writes what the other reads";
  Pair pair{std::move(x), std::move(y)};
  if (y_needs && !x_needs) std::swap(pair.first, pair.second);
  pair.first.address = address;
  pair.second.address = address + kDword;
  pair.second.size = size - kDword;
  pair.second.continues = true;
  return pair;
}

}  // namespace lockstep::isa
