// The bytes of LDS that an instruction uses, as a thread's known values say them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/lint/known_values.hpp"

namespace lockstep::lint {

struct Bytes {
  std::uint32_t first = 0, count = 0;
  bool operator==(const Bytes&) const = default;
  bool meets(const Bytes& o) const { return first < o.first + o.count && o.first < first + count; }
};

/// An access of the thread, its lane's part of a copy, or all that a tensor's copy uses.
struct LdsRanges {
  std::vector<Bytes> bytes;
  bool operator==(const LdsRanges&) const = default;
  std::optional<std::uint32_t> common(const LdsRanges& o) const {
    for (const Bytes& a : bytes)
      for (const Bytes& b : o.bytes)
        if (a.meets(b)) return std::max(a.first, b.first);
    return std::nullopt;
  }
};

/// The bytes of LDS that are accessed; none where they are not known, or the thread's lane may be off.
std::optional<LdsRanges> lds_ranges(const isa::Program& program, Operations code,
                                    const KnownValues::State& values, std::uint32_t instruction);

}  // namespace lockstep::lint
