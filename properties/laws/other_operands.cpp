#include "properties/laws/other_operands.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "properties/laws/element_ranges.hpp"
#include "properties/laws/exchanged_results.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/operand_fates.hpp"
#include "properties/verdict/report.hpp"

namespace lockstep::laws {

namespace {

using fingerprint::Fingerprint, fingerprint::TermRecord;

Elements elements_of(const TermRecord& record, Fingerprint root, const std::vector<Operand>& operands,
                     std::optional<Fingerprint>* unread = nullptr) {
  Elements all;
  record.walk({root}, [&](Fingerprint leaf, const TermRecord::Term& term) {
    // What the contract does not read is no operand: law `unread` says it.
    if (unread != nullptr && !*unread && term.leaf && term.leaf->tensor >= operands.size()) *unread = leaf;
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

// In the middle of those of the first operand: at their ends wide loads bring neighbours.
Elements::const_iterator middle(const Elements& elements) {
  const std::uint32_t operand = elements.begin()->first.first;
  return std::next(elements.begin(), std::ranges::count_if(elements, [&](const auto& element) {
                                       return element.first.first == operand;
                                     }) / 2);
}

// The result as it should be; an element that is missing; and one that is there in its place, or
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
  if (!missing.empty()) add(*middle(missing), Told::As::missing);
  if (!others.empty()) {
    add(*middle(others), Told::As::other);
  } else if (!missing.empty()) {
    const Element& first = middle(missing)->first;
    auto near = got.lower_bound(first);
    if (near != got.begin() && std::prev(near)->first.first == first.first) --near;
    if (near != got.end() && near->first.first == first.first) add(*near, Told::As::other);
  }
  return all;
}

// Of the right elements in other places: the first that another one stands for.
std::optional<Told> replaced(const TermRecord& record, Fingerprint found, Fingerprint expected,
                             const std::vector<Operand>& operands) {
  const Fingerprint want = record.part(found, expected).second;
  const TermRecord::Term* const term = record.find(want);
  if (term == nullptr || !term->leaf || term->leaf->tensor >= operands.size()) return std::nullopt;
  const std::int64_t element = operands[term->leaf->tensor].elements_of(term->leaf->index).front();
  return Told{text_of(Element(term->leaf->tensor, element), operands), want, Told::As::missing};
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
    text += fmt::format("{} {} {}", text.empty() ? name + " is" : ",", what, by.text());
    ways.instruction = by.at;
  };
  const bool copied = fate.loaded && fate.stored && fate.loaded->at == fate.stored->at;
  if (fate.loaded && !copied) add(fate.by_several ? "first read by" : "read by", *fate.loaded);
  if (fate.stored) add(copied ? "copied into LDS by" : "put into LDS by", *fate.stored);
  if (fate.stored && fate.reader)
    add("first read there by", *fate.reader);
  else if (fate.stored && fate.over)
    add("which nothing reads before it is overwritten by", *fate.over);
  else if (fate.stored)
    text += ", which nothing reads";
  if (fate.sent)
    add(fate.sent_nowhere ? "dropped out of range by" : "stored in another place by", *fate.sent);
  if (!text.empty()) ways.sentences.push_back(std::move(text));
}

// A result that was put into LDS had all that belongs into it. An element that came, or one beside what did
// not come, tells where what is missing should have been read.
Ways ways_of(const std::vector<Told>& told, OperandFates& fates) {
  const auto maker = fates.maker();
  Ways ways;
  bool came = false;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Fate fate = maker ? fates.of(i, *maker) : fates.anywhere(i);
    const bool missing = told[i].as == Told::As::missing;
    if (told[i].as == Told::As::result) {
      if (!fate.stored && !fate.sent) continue;
      tell(told[i].name, fate, ways);
      return ways;
    }
    if (missing && !fate.loaded && fate.dropped) {
      ways.instruction = fate.dropped->at;
      ways.sentences.push_back(
          fmt::format("{} lies past num_records in {}", told[i].name, fate.dropped->text()));
      return ways;
    }
    if (missing && !fate.loaded)
      ways.sentences.push_back(
          fmt::format("{} is read by nothing", told[i].name) +
          (maker ? fmt::format(" of workgroup {}, which makes the element", fmt::join(*maker, ",")) : ""));
    else if (!came && (maker || !missing))
      tell(told[i].name, fate, ways);
    came = missing && fate.loaded && (fate.reader || !fate.stored);
  }
  return ways;
}

// What became of these bytes on the way to an element at an address of device memory.
Ways ways_to(Experiment& e, const std::vector<Told>& told, std::uint64_t address, std::size_t width) {
  if (told.empty()) return {};
  const fingerprint::Hasher hasher(e.the_case().seed);
  std::vector<Fingerprint> bytes;
  for (const Told& one : told) bytes.push_back(one.byte);
  std::optional<OperandFates> fates;
  follow(e, hasher, Poison::first, nullptr, [&](const fingerprint::Tracker& tracker) {
    return &fates.emplace(tracker, hasher, bytes, address, width, e.code().object().lines);
  });
  return ways_of(told, *fates);
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

// Results that stand in another's place, as terms, whatever their values are.
std::vector<std::string> exchanged(const operators::Output& output, const std::vector<Fingerprint>& is,
                                   const std::vector<Fingerprint>& should_be, std::size_t element) {
  const auto name = [&](std::size_t at) {
    const auto columns = std::size_t(output.columns);
    return verdict::element_name(output, output.rows[at / columns].row, std::int64_t(at % columns));
  };
  const auto [holds_that_of, stands_in] = find_exchanged(is, should_be, element);
  std::vector<std::string> all;
  if (holds_that_of)
    all.push_back(fmt::format("{} holds what belongs in {}", name(element), name(*holds_that_of)));
  if (stands_in)
    all.push_back(fmt::format("what belongs in {} stands in {}", name(element), name(*stands_in)));
  return all;
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
  const std::vector<Fingerprint> should_be = e.instance().provable()->expected_terms(hasher)[output];
  std::vector<Fingerprint> is;
  for (std::size_t i = 0; i < should_be.size(); ++i)
    is.push_back(hasher.value(std::span(run.outputs[output]).subspan(i * width, width)));
  const Fingerprint found = is[element], expected = should_be[element];
  // The followed run is not under the case's schedule, which may have wrong what it has right.
  const bool alike = run.run->output[output][element] == e.first_run().output[output][element];
  if (found == expected || !alike) return {};
  std::optional<Fingerprint> unread;
  const Elements got = elements_of(record, found, operands, &unread),
                 want = elements_of(record, expected, operands);
  OtherOperands all;
  if (!got.empty()) all = compared(e, record, got, want, operands, found, expected);
  all.ways = exchanged(of, is, should_be, element);
  Ways ways;
  if (!got.empty()) {
    const std::uint64_t address = e.image().tensors->address_of_output(output) +
                                  std::uint64_t(of.rows[row].row * of.row_bytes() + of.byte_of(column));
    std::vector<Told> told = told_of(got, want, record.find(expected), operands);
    if (!all.differ)
      if (const auto part = replaced(record, found, expected, operands)) told.push_back(*part);
    if (unread) told.push_back({"a byte that the contract does not read", *unread, Told::As::other});
    if (!all.ways.empty()) std::erase_if(told, [](const Told& one) { return one.as != Told::As::result; });
    ways = ways_to(e, told, address, width);
  }
  all.ways.insert(all.ways.end(), ways.sentences.begin(), ways.sentences.end());
  if (!all.instruction) all.instruction = ways.instruction;
  return all;
}

}  // namespace lockstep::laws
