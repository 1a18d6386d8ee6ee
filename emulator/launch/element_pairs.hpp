// Two streams of elements side by side, whose bytes arrive in pieces that may end within an element.
#pragma once

#include <cstdint>
#include <span>

#include "emulator/launch/element.hpp"
#include "reference/exact/deviation.hpp"

namespace lockstep::launch {

/// Elements of a number format.
class ElementPairs {
 public:
  explicit ElementPairs(const Element& element) : element_(element) {}

  /// Adds as many bytes of each stream, and the elements that they complete to `deviation`.
  void add(std::span<const std::uint8_t> got, std::span<const std::uint8_t> want,
           exact::Deviation& deviation) {
    const std::uint64_t mask = (std::uint64_t{1} << element_.bits) - 1;
    for (std::size_t i = 0; i < got.size(); ++i) {
      got_ |= std::uint64_t{got[i]} << held_;
      want_ |= std::uint64_t{want[i]} << held_;
      for (held_ += 8; held_ >= element_.bits; held_ -= element_.bits) {
        deviation.add(code(element_, got_ & mask), code(element_, want_ & mask));
        got_ >>= element_.bits;
        want_ >>= element_.bits;
      }
    }
  }

 private:
  Element element_;
  std::uint64_t got_ = 0, want_ = 0;  ///< bits that are not yet an element, the first in the lowest ones
  int held_ = 0;
};

}  // namespace lockstep::launch
