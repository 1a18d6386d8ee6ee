// In which order a launch's workgroups run, and how many of them at once.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::machine {

/// Workgroups by the place at which they run, from 0. Those of a cluster run side by side.
class WorkgroupOrder {
 public:
  /// The launch outlives it.
  WorkgroupOrder(const code_object::Kernel& kernel, const Launch& launch, const Settings& settings);

  std::uint64_t total() const { return total_; }
  std::array<std::uint32_t, 3> cluster() const { return cluster_; }  ///< zeros: there are none
  std::uint64_t together() const { return together_; }               ///< workgroups of a cluster; else 1
  /// How many run at once on a thread: those that write each other's bytes then differ in value, too.
  std::uint64_t at_once() const { return at_once_; }

  std::array<std::uint32_t, 3> id(std::uint64_t place) const;
  /// The number of that id in the grid, x first; not where there are clusters.
  std::uint64_t number(std::uint64_t place) const;

 private:
  std::uint64_t unit(std::uint64_t place) const;

  const Launch& launch_;
  std::array<std::uint32_t, 3> cluster_;
  std::uint64_t together_, total_, at_once_;
  std::uint64_t units_;  ///< clusters, or workgroups by themselves
  std::uint64_t start_ = 0, step_ = 1;
};

}  // namespace lockstep::machine
