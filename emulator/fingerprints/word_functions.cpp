#include "emulator/fingerprints/word_functions.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lockstep::fingerprint {

std::optional<WordFunctions::Place> WordFunctions::place_of(Fingerprint byte) const {
  const auto found = places_.find(byte);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

/// The nearest word on which both depend.
int WordFunctions::meet(int a, int b) const {
  while (a != b && a != kNone && b != kNone) {
    int& further = nodes_[std::size_t(a)].depth >= nodes_[std::size_t(b)].depth ? a : b;
    further = nodes_[std::size_t(further)].above;
  }
  return a == b ? a : kNone;
}

/// Half a word is the upper half of one, as bf16 is of f32.
int WordFunctions::add_word(const Operand& operand) {
  if (operand.count == 2) return add_word({{Byte{}, Byte{}, operand.bytes[0], operand.bytes[1]}, 4});
  if (operand.count != 4) return kNone;
  for (std::size_t b = 0; b < 4; ++b)
    if (!operand.bytes[b].from.none() && place_of(operand.bytes[b].from)) return kNone;
  nodes_.push_back({"", {}, hasher_.value(std::span(operand.bytes).first(4))});
  for (unsigned b = 0; b < 4; ++b)
    if (!operand.bytes[b].from.none())
      places_.emplace(operand.bytes[b].from, Place{int(nodes_.size()) - 1, b});
  return int(nodes_.size()) - 1;
}

/// The nearest word on which all operands depend; it is new where nothing was made of it before.
int WordFunctions::source_of(std::span<const Operand> operands) {
  int all = kNone;
  const Operand* unknown = nullptr;
  for (const Operand& o : operands)
    for (std::size_t b = 0; b < o.count; ++b) {
      if (o.bytes[b].from.none()) continue;
      const auto place = place_of(o.bytes[b].from);
      if (!place) {
        if (all != kNone || (unknown != nullptr && unknown->bytes[b].from != o.bytes[b].from)) return kNone;
        unknown = &o;
        continue;
      }
      if (unknown != nullptr) return kNone;
      all = all == kNone ? place->node : meet(all, place->node);
      if (all == kNone) return kNone;
    }
  return unknown == nullptr ? all : add_word(*unknown);
}

void WordFunctions::note(Fingerprint term, std::string_view operation, std::uint64_t variant,
                         std::span<const Operand> operands) {
  if (place_of(term)) return;
  const int above = source_of(operands);
  if (above == kNone) return;
  nodes_.push_back({fmt::format("{}/{:x}", operation, variant),
                    {operands.begin(), operands.end()},
                    hasher_.value_of(term),
                    above,
                    nodes_[std::size_t(above)].depth + 1});
  places_.emplace(term, Place{int(nodes_.size()) - 1, kSelf});
}

void WordFunctions::note_byte(Fingerprint byte, Fingerprint term, unsigned index) {
  if (const auto place = place_of(term)) places_.emplace(byte, Place{place->node, index});
}

/// Numbers the steps of a program as it meets them.
class WordFunctions::Printer {
 public:
  Printer(const WordFunctions& all, int start) : all_(all), start_(start) {}

  std::string program(std::span<const Byte> bytes) {
    std::string result;
    for (const Byte& byte : bytes) result += " " + name(byte);
    return steps_ + "->" + result;
  }

 private:
  std::string name(const Byte& byte) {
    if (byte.from.none()) return fmt::format("{:02x}", byte.value);
    const Place place = all_.places_.at(byte.from);
    const std::string node = step(place.node);
    return place.index == kSelf ? node : fmt::format("{}.{}", node, place.index);
  }

  std::string operand(const Operand& o) {
    std::string text;
    for (std::size_t b = 0; b < o.count; ++b) text += (b == 0 ? "" : " ") + name(o.bytes[b]);
    return text;
  }

  /// The name of a node, once the steps that lead to it stand in the text.
  std::string step(int node) {
    if (node == start_) return "x";
    if (const auto found = numbers_.find(node); found != numbers_.end())
      return fmt::format("t{}", found->second);
    const Node& n = all_.nodes_[std::size_t(node)];
    std::string operands;
    for (const Operand& o : n.operands) operands += (operands.empty() ? "" : ", ") + operand(o);
    const int number = int(numbers_.size());
    numbers_.emplace(node, number);
    steps_ += fmt::format("t{} = {}({}); ", number, n.operation, operands);
    return fmt::format("t{}", number);
  }

  const WordFunctions& all_;
  int start_;
  std::map<int, int> numbers_;
  std::string steps_;
};

std::vector<WordFunctions::Program> WordFunctions::programs(std::span<const Byte> bytes) const {
  int at = kNone;
  for (const Byte& byte : bytes) {
    if (byte.from.none()) continue;
    const auto place = place_of(byte.from);
    if (!place) return {};
    at = at == kNone ? place->node : meet(at, place->node);
    if (at == kNone) return {};
  }
  std::vector<Program> all;
  for (; at != kNone; at = nodes_[std::size_t(at)].above)
    all.push_back({Printer(*this, at).program(bytes), nodes_[std::size_t(at)].word});
  return all;
}

}  // namespace lockstep::fingerprint
