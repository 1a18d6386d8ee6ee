#include "emulator/fingerprints/unordered.hpp"

#include <algorithm>

namespace lockstep::fingerprint {

namespace {

/// Longer ones are operands as they stand, so that a loop that adds to them costs no square of its length.
constexpr std::size_t kMostOperands = 512;
/// What all words together keep, 16 bytes each. Behind it sums are operands as they stand, too.
constexpr std::size_t kMostKept = std::size_t{1} << 26;

std::uint32_t both(Function function, std::uint32_t a, std::uint32_t b) {
  return function == Function::add_u32 ? a + b : std::max(a, b);
}

}  // namespace

Fingerprint Unordered::apply(Function function, std::span<const Operand> operands) {
  Form all{function, {}, 0};
  for (const Operand& o : operands) {
    const auto form = forms_.find(o.value);
    if (o.known) {
      all.known = both(function, all.known, *o.known);
    } else if (form == forms_.end() || form->second.function != function ||
               form->second.operands.size() > kMostOperands) {
      has_grouped_ |= form != forms_.end() && form->second.function == function;
      all.operands.push_back(o.value);
    } else {
      all.known = both(function, all.known, form->second.known);
      all.operands.insert(all.operands.end(), form->second.operands.begin(), form->second.operands.end());
    }
  }
  if (function == Function::max_u32) {
    std::ranges::sort(all.operands);
    all.operands.erase(std::ranges::unique(all.operands).begin(), all.operands.end());
  }
  const Fingerprint term = hasher_.unordered(function, all.operands, all.known);
  has_grouped_ |= kept_ + all.operands.size() > kMostKept;
  if (kept_ + all.operands.size() <= kMostKept) {
    kept_ += all.operands.size();
    forms_.emplace(hasher_.value_of(term), std::move(all));
  }
  return term;
}

}  // namespace lockstep::fingerprint
