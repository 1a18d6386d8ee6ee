// What a launch left in its outputs: digests, undefined bytes, the first byte that is not the expected one,
// and how far the numbers lie from the expected ones.
#pragma once

#include <atomic>
#include <functional>

#include "emulator/launch/placement.hpp"

namespace lockstep::launch {

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
