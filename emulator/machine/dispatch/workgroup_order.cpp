#include "emulator/machine/dispatch/workgroup_order.hpp"

#include <limits>
#include <numeric>

#include "host/random.hpp"

namespace lockstep::machine {

std::array<std::uint32_t, 3> workgroup_id(const std::array<std::uint32_t, 3>& grid, std::uint64_t linear) {
  return {std::uint32_t(linear % grid[0]), std::uint32_t(linear / grid[0] % grid[1]),
          std::uint32_t(linear / grid[0] / grid[1])};
}

std::uint64_t at_once(const Schedule& schedule, Settings::Order order) {
  constexpr std::uint64_t kMost = 3;
  if (order == Settings::Order::together) return std::numeric_limits<std::uint64_t>::max();
  if (order == Settings::Order::ascending || schedule.kind != Schedule::Kind::random) return 1;
  return 1 + host::hash(schedule.seed) % kMost;
}

WorkgroupOrder::WorkgroupOrder(std::uint64_t total, const Schedule& schedule, Settings::Order order)
    : total_(total) {
  if (order != Settings::Order::scheduled || total < 2) return;
  if (schedule.is_descending()) start_ = step_ = total - 1;
  if (schedule.kind != Schedule::Kind::random) return;
  host::Random random(host::hash(schedule.seed, total));
  start_ = random.below(total);
  do step_ = 1 + random.below(total - 1);
  while (std::gcd(step_, total) != 1);
}

std::uint64_t WorkgroupOrder::at(std::uint64_t g) const {
  return std::uint64_t((host::Wide{start_} + host::Wide{step_} * g) % (total_ == 0 ? 1 : total_));
}

}  // namespace lockstep::machine
