#include "emulator/fingerprints/byte_moves.hpp"

#include <algorithm>
#include <vector>

namespace lockstep::fingerprint {

namespace {

/// The trials of an operation: the operands, then what it makes of them.
class Trials {
 public:
  Trials(const OperandBytes& operands, std::uint32_t depends) {
    for (std::size_t b = 0; b < kOperandBytes; ++b)
      if ((depends >> b & 1) != 0) bytes_.push_back(b);
    if (bytes_.size() == 1) {
      for (unsigned value = 0; value < 256; ++value) in_.push_back(with(operands, std::uint8_t(value)));
      return;
    }
    in_.push_back(with(operands, 0x00));
    in_.push_back(with(operands, 0xFF));
    for (const std::size_t byte : bytes_)
      for (unsigned bit = 0; bit < 8; ++bit) {
        in_.push_back(in_[0]);
        in_.back()[byte] = std::uint8_t(1u << bit);
        in_.push_back(in_[1]);
        in_.back()[byte] = std::uint8_t(~(1u << bit));
      }
  }

  void evaluate(const ByteMoves::Evaluate& evaluate) {
    out_.resize(in_.size());
    evaluate(in_, out_);
  }

  ByteSource source_of(std::size_t result) const {
    if (std::ranges::all_of(out_, [&](const ResultBytes& r) { return r[result] == out_[0][result]; }))
      return {ByteSource::kKnown};
    if (bytes_.size() == 1) {
      const std::uint8_t mask = out_[0xFF][result];
      for (unsigned value = 0; value < 256; ++value)
        if (out_[value][result] != (value & mask)) return {};
      return {int(bytes_[0]), mask};
    }
    if (out_[0][result] != 0) return {};
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (is_part(i, result)) return {int(bytes_[i]), out_[1][result]};
    return {};
  }

 private:
  OperandBytes with(OperandBytes operands, std::uint8_t value) const {
    for (const std::size_t byte : bytes_) operands[byte] = value;
    return operands;
  }

  /// Whether the result byte is operand byte number `which` of those that depend on data, or the bits of it
  /// that are set where all that depends on data is.
  bool is_part(std::size_t which, std::size_t result) const {
    const unsigned mask = out_[1][result];
    std::size_t trial = 2;
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      for (unsigned bit = 0; bit < 8; ++bit, trial += 2) {
        const unsigned one = i == which ? mask & 1u << bit : 0;
        if (out_[trial][result] != one || out_[trial + 1][result] != (mask ^ one)) return false;
      }
    return true;
  }

  std::vector<std::size_t> bytes_;
  std::vector<OperandBytes> in_;
  std::vector<ResultBytes> out_;
};

}  // namespace

const ByteSources& ByteMoves::find(const std::string& key, const OperandBytes& operands,
                                   std::uint32_t depends, const Evaluate& evaluate) {
  std::string all = key;
  for (std::size_t b = 0; b < kOperandBytes; ++b)
    all.push_back((depends >> b & 1) != 0 ? '\0' : char(operands[b]));
  all.append(reinterpret_cast<const char*>(&depends), sizeof depends);
  const auto [place, is_new] = found_.try_emplace(std::move(all));
  if (is_new) {
    Trials trials(operands, depends);
    trials.evaluate(evaluate);
    for (std::size_t r = 0; r < place->second.size(); ++r) place->second[r] = trials.source_of(r);
  }
  return place->second;
}

}  // namespace lockstep::fingerprint
