#include "properties/laws/element_ranges.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace lockstep::laws {

namespace {

/// Neighbours of a row, and the rows after it that have the same.
struct Block {
  std::int64_t row, rows, first, last;
};

std::string range(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
}

std::string text_of(const Operand& o, const Block& b) {
  const std::string rows = o.columns() > 1 ? range(b.row, b.row + b.rows - 1) + ", " : "";
  return fmt::format("{}[{}{}]", o.name, rows, range(b.first, b.last));
}

// `elements`: of one operand, in ascending order.
std::vector<Block> blocks_of(std::span<const std::int64_t> elements, std::int64_t columns) {
  std::vector<Block> all;
  for (std::size_t i = 0; i < elements.size();) {
    const std::int64_t row = columns > 1 ? elements[i] / columns : 0, start = row * columns;
    Block now{row, 1, elements[i] - start, elements[i] - start};
    for (++i; i < elements.size() && elements[i] - start == now.last + 1 &&
              (columns <= 1 || now.last + 1 < columns);
         ++i)
      ++now.last;
    if (!all.empty() && columns > 1 && all.back().row + all.back().rows == now.row &&
        all.back().first == now.first && all.back().last == now.last)
      ++all.back().rows;
    else
      all.push_back(now);
  }
  return all;
}

}  // namespace

std::string text_of(const Element& element, const std::vector<Operand>& operands) {
  const Operand& of = operands[element.first];
  return text_of(of, blocks_of({{element.second}}, of.columns()).front());
}

std::string text_of(const Elements& elements, const std::vector<Operand>& operands) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (std::uint32_t operand = 0; operand < operands.size(); ++operand) {
    std::vector<std::int64_t> own;
    for (const auto& [element, leaf] : elements)
      if (element.first == operand) own.push_back(element.second);
    const std::vector<Block> blocks = blocks_of(own, operands[operand].columns());
    for (std::size_t i = 0; i < std::min(blocks.size(), kMost); ++i)
      text += (text.empty() ? "" : ", ") + text_of(operands[operand], blocks[i]);
    if (blocks.size() > kMost) text += ", ...";
  }
  return text;
}

}  // namespace lockstep::laws
