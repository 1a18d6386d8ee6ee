// What a buffer holds before the kernel runs, as a pure function of the offset: only pages that are touched
// cost memory, however large the buffer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "emulator/launch/element.hpp"
#include "emulator/machine/memory/memory.hpp"

namespace lockstep::launch {

/// Bytes that somebody else holds: writes those at [offset, offset + data.size()). Called from any thread.
using Reader = std::function<void(std::uint64_t offset, std::span<std::uint8_t> data)>;

/// Nobody's to use: noise of the launch's seed, and undefined for the checks.
struct Undefined {
  std::optional<std::uint64_t> seed{};  ///< seed of the noise, instead
};

/// These bytes, over and over; not empty.
struct Pattern {
  std::vector<std::uint8_t> bytes;
};

/// Uniform in [low, high], or among all finite codes when there is no range.
struct Random {
  Element element;
  std::uint64_t seed = 0;
  struct Range {
    double low = 0, high = 1;
  };
  std::optional<Range> range;
};

/// A file, or anything of exactly the buffer's size.
struct Given {
  Reader read;
};

using Contents = std::variant<Undefined, Pattern, Random, Given>;

/// `poison` is the seed of what undefined bytes read as.
machine::Fill fill(Contents contents, std::uint64_t poison);

}  // namespace lockstep::launch
