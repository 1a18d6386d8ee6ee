// Where an output is wrong, and by how much: its map and its histogram.
#pragma once

#include <optional>

#include "properties/pages/page.hpp"
#include "properties/pages/store_log.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::pages {

/// Steps of the format between two numbers, whatever their signs; nothing where one of them is none.
std::optional<std::uint64_t> steps_between(const formats::Format& format, std::uint32_t want,
                                           std::uint32_t got);

struct Compared {
  const operators::Output& output;
  const operators::Tiling& tiling;
  const std::vector<std::uint32_t>& want;
  const std::vector<std::uint32_t>& got;
};

/// At most kMostCells to a side. `log`: who stored the output; nullptr: nobody knows. `base`: its address there.
ErrorMap error_map(const Compared& c, const StoreLog* log, std::uint64_t base);
Histogram histogram(const Compared& c);

inline constexpr std::int64_t kMostCells = 128;

}  // namespace lockstep::pages
