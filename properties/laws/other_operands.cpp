#include "properties/laws/other_operands.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/operand_names.hpp"

namespace lockstep::laws {

namespace {

using fingerprint::Fingerprint, fingerprint::TermRecord;

/// Elements by the numbers of their operands.
using Elements = std::set<std::pair<std::uint32_t, std::int64_t>>;

Elements elements_of(const TermRecord& record, Fingerprint root, const std::vector<Operand>& operands) {
  Elements all;
  record.walk({root}, [&](Fingerprint, const TermRecord::Term& term) {
    // What the contract does not read is no operand: law `unread` says it.
    if (term.leaf && term.leaf->tensor < operands.size())
      for (const std::int64_t element : operands[term.leaf->tensor].elements_of(term.leaf->index))
        all.emplace(term.leaf->tensor, element);
    return true;
  });
  return all;
}

Elements without(const Elements& all, const Elements& those) {
  Elements rest;
  std::ranges::set_difference(all, those, std::inserter(rest, rest.end()));
  return rest;
}

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

/// "a[48, 0..127], a_scale[48]": of each operand the first few.
std::string text_of(const Elements& elements, const std::vector<Operand>& operands) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (std::uint32_t operand = 0; operand < operands.size(); ++operand) {
    std::vector<std::int64_t> own;
    for (const auto& [of, element] : elements)
      if (of == operand) own.push_back(element);
    const std::vector<Block> blocks = blocks_of(own, operands[operand].columns());
    for (std::size_t i = 0; i < std::min(blocks.size(), kMost); ++i)
      text += (text.empty() ? "" : ", ") + text_of(operands[operand], blocks[i]);
    if (blocks.size() > kMost) text += ", ...";
  }
  return text;
}

// Where terms of the same elements part: an element, or an operation and its instruction, for another.
OtherOperands parted(const Experiment& e, const TermRecord& record, Fingerprint found, Fingerprint expected) {
  constexpr int kDepth = 1;
  const auto [got, want] = record.part(found, expected);
  const TermRecord::Term *const made = record.find(got), *const wanted = record.find(want);
  const std::string is = record.text(got, kDepth), should_be = record.text(want, kDepth);
  if (made == nullptr || wanted == nullptr || is == should_be) return {};
  std::string by;
  if (made->address != 0) {
    const std::string source = e.code().object().lines.at(made->address);
    by = source.empty() ? fmt::format(" @{:#x},", made->address) : fmt::format(" at {},", source);
  }
  return {fmt::format("{}{} where {} belongs", is, by, should_be), false,
          made->address == 0 ? std::nullopt : std::optional(made->address)};
}

}  // namespace

OtherOperands other_operands(Experiment& e, std::size_t output, std::size_t row, std::int64_t column) {
  if (!unfollowable(e).empty() || !may_record(e, e.first_run().outcome.instructions)) return {};
  const std::vector<Operand> operands = operands_of(e.instance());
  TermRecord record([&](std::uint32_t operand, std::uint64_t index) {
    if (operand >= operands.size()) return std::string("a byte that the contract does not read");
    const Operand& of = operands[operand];
    return text_of(of, blocks_of({{of.elements_of(index).front()}}, of.columns()).front());
  });
  const fingerprint::Hasher hasher(e.the_case().seed, &record);
  const FollowedRun run = follow(e, hasher, Poison::first, &record);
  if (!run.obstacle.empty()) return {};
  const operators::Output& of = e.instance().outputs()[output];
  const std::size_t element = row * std::size_t(of.columns) + std::size_t(column),
                    width = bytes_of(*of.format);
  const Fingerprint expected = e.instance().provable()->expected_terms(hasher)[output][element];
  const Fingerprint found = hasher.value(std::span(run.outputs[output]).subspan(element * width, width));
  const Elements got = elements_of(record, found, operands), want = elements_of(record, expected, operands);
  if (got.empty()) return {};
  const std::string others = text_of(without(got, want), operands),
                    missing = text_of(without(want, got), operands);
  if (!others.empty() && !missing.empty()) return {fmt::format("{} in place of {}", others, missing), true};
  if (!missing.empty()) return {"all but " + missing, true};
  return others.empty() ? parted(e, record, found, expected) : OtherOperands{"also " + others, true};
}

}  // namespace lockstep::laws
