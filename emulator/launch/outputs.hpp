// What a launch left in its outputs: digests, undefined bytes, the first byte that is not the expected one,
// and how far the numbers lie from the expected ones.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "emulator/launch/element.hpp"
#include "emulator/launch/placement.hpp"
#include "reference/exact/deviation.hpp"

namespace lockstep::launch {

// Two streams of elements side by side, whose bytes arrive in pieces that may end within an element.

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

struct OutputResult {
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint64_t undefined_bytes = 0, first_undefined = 0;  ///< the offset counts from the output's start
  struct Mismatch {
    std::uint64_t offset = 0;  ///< offset of the first byte that differs
    std::uint64_t bytes = 0;   ///< bytes that differ
    std::uint8_t expected = 0, found = 0;
  };
  std::optional<Mismatch> mismatch;           ///< where no bit may differ
  std::optional<exact::Deviation> deviation;  ///< deviation of an output with expected elements
  bool wrong_digest = false;
};

/// Called with an output's bytes in order; false stops.
using Sink = std::function<bool(std::span<const std::uint8_t> data)>;

/// Hands over the bytes of an output, a page at a time; pages that nobody touched stay untouched.
bool read(const Placement& placement, const Description& description, const Output& output, const Sink& sink);

/// For a description without outputs: what the launch changed, an output for each buffer in which it did. The
/// whole buffer, or of a large one the pages from the first change to the last; bytes may be undefined.
/// `before`: the launch as it was placed.
std::vector<Output> changed(const Placement& placement, const Placement& before,
                            const Description& description);

OutputResult judge(const Placement& placement, const Description& description, const Output& output);

}  // namespace lockstep::launch
