#include "properties/laws/other_operands.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "properties/laws/element_ranges.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/operand_fates.hpp"

namespace lockstep::laws {

namespace {

using fingerprint::Fingerprint, fingerprint::TermRecord;

Elements elements_of(const TermRecord& record, Fingerprint root, const std::vector<Operand>& operands) {
  Elements all;
  record.walk({root}, [&](Fingerprint leaf, const TermRecord::Term& term) {
    // What the contract does not read is no operand: law `unread` says it.
    if (term.leaf && term.leaf->tensor < operands.size())
      for (const std::int64_t element : operands[term.leaf->tensor].elements_of(term.leaf->index))
        all.emplace(Element(term.leaf->tensor, element), leaf);
    return true;
  });
  return all;
}

Elements without(const Elements& all, const Elements& those) {
  Elements rest;
  std::ranges::copy_if(all, std::inserter(rest, rest.end()),
                       [&](const auto& element) { return !those.contains(element.first); });
  return rest;
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

/// A byte whose way is told.
struct Told {
  enum class As : std::uint8_t { result, missing, other };
  std::string name;
  Fingerprint byte;
  As as;
};

// The result as it should be; the first element that is missing; and the first that is there in its place, or
// else one of the same operand that is there as it should be.
std::vector<Told> told_of(const Elements& got, const Elements& want, const TermRecord::Term* expected,
                          const std::vector<Operand>& operands) {
  std::vector<Told> all;
  const auto add = [&](const auto& element, Told::As as) {
    all.push_back({text_of(element.first, operands), element.second, as});
  };
  const Elements others = without(got, want), missing = without(want, got);
  if (expected != nullptr && !expected->operands.empty())
    all.push_back({"the right value", expected->operands.front(), Told::As::result});
  if (!missing.empty()) add(*missing.begin(), Told::As::missing);
  if (!others.empty()) {
    add(*others.begin(), Told::As::other);
  } else if (!missing.empty()) {
    const Element& first = missing.begin()->first;
    auto near = got.lower_bound(first);
    if (near != got.begin() && std::prev(near)->first.first == first.first) --near;
    if (near != got.end() && near->first.first == first.first) add(*near, Told::As::other);
  }
  return all;
}

/// What is said of bytes, and the address of the instruction that is named last.
struct Ways {
  std::vector<std::string> sentences{};
  std::optional<std::uint64_t> instruction{};
};

// Which instructions read it from memory, put it into LDS, and read or overwrote it there.
void tell(const std::string& name, const Fate& fate, Ways& ways) {
  std::string text;
  const auto add = [&](std::string_view what, const observe::Store& by) {
    text += fmt::format("{} {} {}", text.empty() ? name : ",", what, by.text());
    ways.instruction = by.at;
  };
  if (fate.loaded) add(fate.by_several ? "is first read by" : "is read by", *fate.loaded);
  if (fate.stored) add(fate.loaded ? "put into LDS by" : "is put into LDS by", *fate.stored);
  if (fate.stored && fate.reader)
    add("read there by", *fate.reader);
  else if (fate.stored && fate.over)
    add("overwritten unread by", *fate.over);
  else if (fate.stored)
    text += ", and not read there";
  if (!text.empty()) ways.sentences.push_back(std::move(text));
}

// A result that was put into LDS had all that belongs into it. An element that came, or one beside what did
// not come, tells where what is missing should have been read.
Ways ways_of(const std::vector<Told>& told, OperandFates& fates, const OperandFates::Id& maker) {
  Ways ways;
  bool came = false;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Fate& fate = fates.of(i, maker);
    if (told[i].as == Told::As::result) {
      if (!fate.stored) continue;
      tell(told[i].name, fate, ways);
      return ways;
    }
    if (told[i].as == Told::As::missing && !fate.loaded)
      ways.sentences.push_back(
          fmt::format("{} is read by nothing of workgroup {},{},{}, which makes the element", told[i].name,
                      maker[0], maker[1], maker[2]));
    else if (!came)
      tell(told[i].name, fate, ways);
    came = told[i].as == Told::As::missing && fate.loaded.has_value();
  }
  return ways;
}

// What became of these bytes on the way to an element at an address of device memory.
Ways ways_to(Experiment& e, const std::vector<Told>& told, std::uint64_t address, std::size_t width) {
  const fingerprint::Hasher hasher(e.the_case().seed);
  std::vector<Fingerprint> bytes;
  for (const Told& one : told) bytes.push_back(one.byte);
  std::optional<OperandFates> fates;
  follow(e, hasher, Poison::first, nullptr, [&](const fingerprint::Tracker& tracker) {
    return &fates.emplace(tracker, hasher, bytes, address, width, e.code().object().lines);
  });
  const auto maker = fates->maker();
  return maker ? ways_of(told, *fates, *maker) : Ways{};
}

OtherOperands compared(const Experiment& e, const TermRecord& record, const Elements& got,
                       const Elements& want, const std::vector<Operand>& operands, Fingerprint found,
                       Fingerprint expected) {
  const std::string others = text_of(without(got, want), operands),
                    missing = text_of(without(want, got), operands);
  if (!others.empty() && !missing.empty()) return {fmt::format("{} in place of {}", others, missing), true};
  if (!missing.empty()) return {"all but " + missing, true};
  return others.empty() ? parted(e, record, found, expected) : OtherOperands{"also " + others, true};
}

}  // namespace

OtherOperands other_operands(Experiment& e, std::size_t output, std::size_t row, std::int64_t column) {
  if (!unfollowable(e).empty() || !may_record(e, e.first_run().outcome.instructions)) return {};
  const std::vector<Operand> operands = operands_of(e.instance());
  TermRecord record([&](std::uint32_t operand, std::uint64_t index) {
    if (operand >= operands.size()) return std::string("a byte that the contract does not read");
    return text_of(Element(operand, operands[operand].elements_of(index).front()), operands);
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
  OtherOperands all = compared(e, record, got, want, operands, found, expected);
  const std::uint64_t address = e.image().tensors->address_of_output(output) +
                                std::uint64_t(of.rows[row].row * of.row_bytes() + of.byte_of(column));
  Ways ways = ways_to(e, told_of(got, want, record.find(expected), operands), address, width);
  all.ways = std::move(ways.sentences);
  if (!all.instruction) all.instruction = ways.instruction;
  return all;
}

}  // namespace lockstep::laws
