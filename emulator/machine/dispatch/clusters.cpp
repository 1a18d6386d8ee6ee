#include "emulator/machine/dispatch/clusters.hpp"

#include <fmt/format.h>

namespace lockstep::machine {

std::array<std::uint32_t, 3> cluster_of(const code_object::Kernel& kernel, const Launch& launch) {
  return launch.cluster[0] != 0 ? launch.cluster : kernel.cluster;
}

std::uint64_t product(const std::array<std::uint32_t, 3>& sizes) {
  return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
}

void find_absent_peers(Workgroup& group) {
  for (const auto& [request, made] : group.requests)
    for (std::size_t rank = 0; rank < group.cluster->members.size(); ++rank) {
      if ((request.workgroups >> rank & 1) == 0) continue;
      const auto& theirs = group.cluster->members[rank]->requests;
      const auto same = theirs.find(request);
      const std::uint64_t times = same == theirs.end() ? 0 : same->second.times;
      if (times == made.times) continue;
      group.waves[std::size_t(made.wave)]->report(
          FindingKind::divergent_barrier, group.environment->program->instructions[made.instruction], -1,
          fmt::format(
              "the request of {:#x} names workgroup {} of the cluster, which makes it {} times and not {}",
              request.address, rank, times, made.times),
          Severity::manual);
    }
}

}  // namespace lockstep::machine
