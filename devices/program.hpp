// Launches that share memory: what a case is on a GPU. Regions stand between red zones; what a kernel does to those is
// found afterwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::devices {

struct Region {
  std::string name;
  std::uint64_t bytes = 0;
  /// Its contents before the first launch: writes those at [offset, offset + to.size()).
  std::function<void(std::uint64_t offset, std::span<std::uint8_t> to)> contents;
  /// Of what kernels may write: takes the contents after the last launch. Empty: it must be as it was.
  std::function<void(std::uint64_t offset, std::span<const std::uint8_t> from)> keep{};
};

struct Step {
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::uint32_t dynamic_lds = 0;
  /// The explicit arguments, packed, where region i lies at base[i] of the device.
  std::function<std::vector<std::byte>(std::span<const std::uint64_t> base)> arguments;
};

struct Program {
  std::span<const std::byte> image;  ///< a code object for the device's arch
  std::vector<Region> regions;
  std::vector<Step> steps;
};

/// A byte that no kernel was to write.
struct Overwritten {
  std::string region;
  std::int64_t offset = 0;  ///< from the region's start; negative, or past its end: in a red zone
};

}  // namespace lockstep::devices
