#include "properties/laws/following.hpp"

#include <memory>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "emulator/checks/observer_list.hpp"
#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/fingerprints/tracker.hpp"
#include "properties/laws/operand_leaves.hpp"
#include "properties/laws/operand_names.hpp"

namespace lockstep::laws {

namespace {

/// The first leaf of a term that is found; nothing: none was noted.
std::optional<fingerprint::TermRecord::Leaf> leaf_of(const fingerprint::TermRecord& record,
                                                     fingerprint::Fingerprint term) {
  std::optional<fingerprint::TermRecord::Leaf> leaf;
  record.walk({term, fingerprint::Hasher::complement(term)}, [&](auto, const auto& found) {
    if (!leaf) leaf = found.leaf;
    return !leaf;
  });
  return leaf;
}

std::string text_of(const Experiment& e, const fingerprint::Obstacle& o,
                    const fingerprint::TermRecord* record) {
  std::string text = fmt::format("{}: {} @{:#x}", o.text, o.instruction, o.address);
  if (const std::string source = e.code().object().lines.at(o.address); !source.empty())
    text += ", " + source;
  text += fmt::format(", workgroup {},{},{} wave {}", o.workgroup[0], o.workgroup[1], o.workgroup[2], o.wave);
  const auto leaf = record == nullptr ? std::nullopt : leaf_of(*record, o.depends_on);
  if (leaf) text += ": on " + leaf_name(operands_of(e.instance()), leaf->tensor, leaf->index);
  return text;
}

/// The written rows of the outputs as the launches left them; a function that a lemma names by its name.
std::vector<OutputBytes> outputs_of(const Experiment& e, const Run& run, const fingerprint::Tracker& tracker,
                                    const fingerprint::Hasher& hasher) {
  std::vector<OutputBytes> all;
  const problems::Placed placed = e.image();
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const operators::Output& output = outputs[o];
    OutputBytes bytes;
    const std::uint64_t width = bytes_of(*output.format);
    const int bits = output.format->bits;
    for (std::size_t r = 0; r < output.rows.size(); ++r)
      for (std::int64_t c = 0; c < output.columns; ++c) {
        const std::uint64_t at = placed.tensors->address_of_output(o) +
                                 std::uint64_t(output.rows[r].row * output.row_bytes() + output.byte_of(c));
        const std::uint32_t code = run.output[o][r * std::size_t(output.columns) + std::size_t(c)];
        for (std::uint64_t b = 0; b < width; ++b)
          bytes.push_back({std::uint8_t(code >> 8 * b), tracker.memory().at(at + b)});
        const auto element = std::span(bytes).last(width);
        named_value(hasher, tracker.functions(), element);
        fingerprint::Fingerprint& byte = element[0].from;
        if (bits < 8 && !byte.none()) byte = hasher.field(std::span(&byte, 1), int(c * bits % 8), bits);
      }
    all.push_back(std::move(bytes));
  }
  return all;
}

}  // namespace

std::string unfollowable(const Experiment& e) {
  if (e.instance().provable() == nullptr)
    return fmt::format("{}: nobody has said yet how this operator is proved", e.kernel().name);
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 27;  // each has a fingerprint
  std::uint64_t bytes = 0;
  for (const operators::Output& output : e.instance().outputs()) {
    bytes += output.elements() * bytes_of(*output.format);
    if (output.format->bits % 8 != 0 && 8 % output.format->bits != 0)
      return "an output of elements that lie in two bytes";
  }
  if (bytes > kMostBytes)
    return fmt::format(
        "{} bytes of output are more than the {} that are followed: prove a smaller case, or a sample", bytes,
        kMostBytes);
  return {};
}

bool may_record(const Experiment& e, std::uint64_t instructions) {
  // A wave instruction leaves some 7 KB of terms.
  constexpr std::uint64_t kMostProducts = 1 << 24, kMostInstructions = 1 << 16;
  return e.macs() <= kMostProducts && instructions <= kMostInstructions;
}

FollowedRun follow(Experiment& e, const fingerprint::Hasher& hasher, Poison poison,
                   fingerprint::TermRecord* record, const Beside& beside) {
  FollowedRun all;
  const OperandLeaves leaves(hasher, *e.instance().provable(),
                             [&](const problems::Instance& other) { return e.place(other); });
  fingerprint::Tracker tracker(hasher, [&](std::uint64_t address) { return leaves.at(address); }, record);
  checks::ObserverList observers({&tracker, beside == nullptr ? nullptr : beside(tracker)});
  const Run& run = e.watch(observers, poison);
  all.run = &run;
  all.instructions = tracker.instructions();
  all.has_grouped = tracker.has_grouped();
  all.operand_bytes = leaves.bytes();
  if (tracker.obstacle())
    all.obstacle = text_of(e, *tracker.obstacle(), record);
  else if (run.outcome.stop)
    all.obstacle = run.outcome.stop->line();
  else
    all.outputs = outputs_of(e, run, tracker, hasher);
  const auto functions = std::make_shared<const fingerprint::WordFunctions>(std::move(tracker).functions());
  all.program = [functions](std::span<const fingerprint::Byte> bytes) {
    const auto programs = functions->programs(bytes);
    return programs.empty() ? std::string() : programs.back().text;
  };
  return all;
}

}  // namespace lockstep::laws
