// In which order a schedule runs a grid's workgroups, and how many of them at once.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::machine {

/// The id of workgroup `linear` of a grid, x first.
std::array<std::uint32_t, 3> workgroup_id(const std::array<std::uint32_t, 3>& grid, std::uint64_t linear);

/// How many workgroups run at the same time on a thread: values then show where they write each other's
/// bytes.
std::uint64_t at_once(const Schedule& schedule, Settings::Order order);

/// The order in which workgroups run.
class WorkgroupOrder {
 public:
  WorkgroupOrder() = default;
  WorkgroupOrder(std::uint64_t total, const Schedule& schedule, Settings::Order order);
  std::uint64_t at(std::uint64_t g) const;

 private:
  std::uint64_t total_ = 0, start_ = 0, step_ = 1;
};

}  // namespace lockstep::machine
