#include "emulator/fingerprints/word_program.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "emulator/isa/roles.hpp"

namespace lockstep::fingerprint {

namespace {

/// The pieces between separators.
std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at != text.npos;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end == text.npos ? text.npos : end - at));
    at = end == text.npos ? text.npos : end + separator.size();
  }
  return parts;
}

template <typename T>
bool read_number(std::string_view text, int base, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size();
}

constexpr std::uint64_t kFloatControls = 0xFF;  ///< MODE.round and MODE.denorm

/// Whether rows alone say what comes of the operation: no output modifier, nothing flushed or rounded
/// otherwise.
bool is_plain(std::uint64_t variant) {
  return (variant & ~std::uint64_t{0xF0} & ~(std::uint64_t{0xFF} << 40)) == 0 &&
         ((variant & kFloatControls) == 0xF0 || (variant & kFloatControls) == 0);
}

}  // namespace

tl::expected<WordProgram::Byte, std::string> WordProgram::read_byte(std::string_view text) {
  const auto bad = [&] { return tl::unexpected(fmt::format("'{}' is no byte", text)); };
  Byte byte;
  if (text.empty()) return bad();
  if (text[0] != 't' && text[0] != 'x') {
    if (!read_number(text, 16, byte.index) || byte.index > 0xFF) return bad();
    return byte;
  }
  const auto parts = split(text.substr(1), ".");
  byte.index = kSelf;
  if (parts.size() > 2 || (parts.size() == 2 && (!read_number(parts[1], 10, byte.index) || byte.index > 7)))
    return bad();
  byte.step = Byte::kWord;
  if (text[0] == 't' && !read_number(parts[0], 10, byte.step)) return bad();
  if (text[0] == 'x' && (!parts[0].empty() || byte.index > 3)) return bad();
  return byte;
}

tl::expected<WordProgram::Step, std::string> WordProgram::read_step(std::string_view text) {
  const std::size_t slash = text.find('/'), open = text.find('(');
  Step step;
  if (slash >= open || open == text.npos || text.back() != ')' ||
      !read_number(text.substr(slash + 1, open - slash - 1), 16, step.variant))
    return tl::unexpected(fmt::format("'{}' is no step", text));
  const std::string_view name = text.substr(0, slash);
  if (name != "select") {
    const isa::Semantics* const by_its_name = isa::find(name, isa::kCdna34);
    const isa::Semantics* const found = by_its_name != nullptr ? by_its_name : isa::find(name, isa::kGfx1250);
    step.row = found == nullptr ? nullptr : std::get_if<isa::VectorAlu>(&found->operation);
    if (step.row == nullptr || step.row->packed || step.row->definedness == isa::Definedness::halves ||
        !is_plain(step.variant))
      return tl::unexpected(fmt::format("{} is not evaluated", text.substr(0, open)));
  }
  for (const std::string_view operand : split(text.substr(open + 1, text.size() - open - 2), ", ")) {
    step.operands.emplace_back();
    for (const std::string_view part : split(operand, " ")) {
      const auto byte = read_byte(part);
      if (!byte) return tl::unexpected(byte.error());
      step.operands.back().push_back(*byte);
    }
  }
  return step;
}

tl::expected<WordProgram, std::string> WordProgram::read(std::string_view text) {
  WordProgram program;
  const std::size_t arrow = text.find("-> ");
  if (arrow == text.npos) return tl::unexpected(std::string("the program has no result"));
  for (const std::string_view part : split(text.substr(0, arrow), "; ")) {
    if (part.empty()) continue;
    const std::string name = fmt::format("t{} = ", program.steps_.size());
    if (!part.starts_with(name)) return tl::unexpected(fmt::format("'{}' is not {}", part, name));
    const auto step = read_step(part.substr(name.size()));
    if (!step) return tl::unexpected(step.error());
    for (const Operand& operand : step->operands)
      for (const Byte& byte : operand)
        if (byte.step >= int(program.steps_.size()))
          return tl::unexpected(fmt::format("'{}' comes before what it uses", part));
    program.steps_.push_back(*step);
  }
  for (const std::string_view part : split(text.substr(arrow + 3), " ")) {
    const auto byte = read_byte(part);
    if (!byte) return tl::unexpected(byte.error());
    if (byte->step >= int(program.steps_.size())) return tl::unexpected(std::string("a result of no step"));
    program.result_.push_back(*byte);
  }
  return program;
}

std::uint64_t WordProgram::mask_of(const Byte& byte, const std::vector<Value>& values) {
  if (byte.step < 0) return (byte.index & 1) != 0 ? ~std::uint64_t{0} : 0;
  return values[std::size_t(byte.step)].mask;
}

/// Bytes [first, first + 4) of an operand as dwords; bytes that it lacks are 0.
isa::Lanes WordProgram::gather(const Operand& operand, std::size_t first, const isa::Lanes& words,
                               const std::vector<Value>& values) {
  isa::Lanes all{};
  for (std::size_t b = first; b < std::min(first + 4, operand.size()); ++b) {
    const Byte& byte = operand[b];
    const unsigned to = 8 * unsigned(b - first);
    if (byte.step == Byte::kKnown) {
      for (std::uint32_t& x : all) x |= byte.index << to;
      continue;
    }
    const unsigned index = byte.index == kSelf ? 0 : byte.index;
    const isa::Lanes& from =
        byte.step == Byte::kWord ? words : values[std::size_t(byte.step)].dwords[index / 4];
    for (std::size_t l = 0; l < all.size(); ++l) all[l] |= (from[l] >> 8 * (index % 4) & 0xFF) << to;
  }
  return all;
}

WordProgram::Value WordProgram::evaluate(const Step& step, const isa::Lanes& words,
                                         const std::vector<Value>& values) {
  Value value;
  if (step.row == nullptr) {
    const std::uint64_t mask = mask_of(step.operands[0][0], values);
    const isa::Lanes zero = gather(step.operands[1], 0, words, values),
                     one = gather(step.operands[2], 0, words, values);
    for (std::size_t l = 0; l < zero.size(); ++l)
      value.dwords[0][l] = (mask >> l & 1) != 0 ? one[l] : zero[l];
    return value;
  }
  std::array<std::array<isa::Lanes, 2>, 4> operands;  // three sources and the previous result
  isa::LaneInputs in;
  std::size_t next = 0;
  const auto take = [&](std::size_t to) {
    for (std::size_t d = 0; d < 2; ++d) operands[to][d] = gather(step.operands[next], 4 * d, words, values);
    ++next;
  };
  for (std::size_t s = 0; s < 3 && step.row->source[s] != isa::Type::none; ++s) {
    take(s);
    in.source[s] = {operands[s][0].data(), operands[s][1].data()};
  }
  if (step.row->accumulates) take(3);
  in.old = {operands[3][0].data(), operands[3][1].data()};
  if (step.row->reads_carry) in.carry = mask_of(step.operands[next][0], values);
  in.mode = std::uint32_t(step.variant);
  in.bitop3 = std::uint8_t(step.variant >> 40);
  isa::LaneOutputs out{{value.dwords[0].data(), value.dwords[1].data()}, 0};
  step.row->by_level.best()(in, out);
  value.mask = out.mask;
  return value;
}

void WordProgram::evaluate(const isa::Lanes& words, isa::Lanes& results) const {
  std::vector<Value> values;
  values.reserve(steps_.size());
  for (const Step& step : steps_) values.push_back(evaluate(step, words, values));
  results = gather(result_, 0, words, values);
}

}  // namespace lockstep::fingerprint
