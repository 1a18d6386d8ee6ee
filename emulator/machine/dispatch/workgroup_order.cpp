#include "emulator/machine/dispatch/workgroup_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "emulator/machine/dispatch/clusters.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

std::array<std::uint32_t, 3> id_of(std::uint64_t number, const std::array<std::uint32_t, 3>& sizes) {
  return {std::uint32_t(number % sizes[0]), std::uint32_t(number / sizes[0] % sizes[1]),
          std::uint32_t(number / sizes[0] / sizes[1])};
}

std::uint64_t units_at_once(const Settings& settings) {
  constexpr std::uint64_t kMost = 3;
  if (settings.order == Settings::Order::together) return std::numeric_limits<std::uint64_t>::max();
  const Schedule& s = settings.schedule;
  if (settings.order == Settings::Order::ascending || s.kind != Schedule::Kind::random) return 1;
  return 1 + host::hash(s.seed) % kMost;
}

}  // namespace

WorkgroupOrder::WorkgroupOrder(const code_object::Kernel& kernel, const Launch& launch,
                               const Settings& settings)
    : launch_(launch),
      cluster_(cluster_of(kernel, launch)),
      together_(std::max<std::uint64_t>(product(cluster_), 1)),
      total_(launch.only.empty() ? product(launch.grid) : launch.only.size()),
      units_(total_ / together_) {
  at_once_ = std::min(units_at_once(settings), std::max<std::uint64_t>(units_, 1)) * together_;
  if (settings.order != Settings::Order::scheduled || units_ < 2) return;
  if (settings.schedule.is_descending()) start_ = step_ = units_ - 1;
  if (settings.schedule.kind != Schedule::Kind::random) return;
  host::Random random(host::hash(settings.schedule.seed, units_));
  start_ = random.below(units_);
  do step_ = 1 + random.below(units_ - 1);
  while (std::gcd(step_, units_) != 1);
}

std::uint64_t WorkgroupOrder::unit(std::uint64_t place) const {
  return std::uint64_t((host::Wide{start_} + host::Wide{step_} * (place / together_)) %
                       (units_ == 0 ? 1 : units_));
}

std::uint64_t WorkgroupOrder::number(std::uint64_t place) const {
  return launch_.only.empty() ? unit(place) : launch_.only[unit(place)];
}

std::array<std::uint32_t, 3> WorkgroupOrder::id(std::uint64_t place) const {
  if (together_ == 1) return id_of(number(place), launch_.grid);
  std::array<std::uint32_t, 3> clusters{}, id = id_of(place % together_, cluster_);
  for (std::size_t i = 0; i < 3; ++i) clusters[i] = launch_.grid[i] / cluster_[i];
  const std::array<std::uint32_t, 3> cluster = id_of(unit(place), clusters);
  for (std::size_t i = 0; i < 3; ++i) id[i] += cluster[i] * cluster_[i];
  return id;
}

}  // namespace lockstep::machine
