// Clusters of a launch: their size, and multicast requests that not all named workgroups make.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::machine {

/// The number of workgroups of a launch's clusters along x, y and z. Zeros: workgroups run without clusters.
std::array<std::uint32_t, 3> cluster_of(const code_object::Kernel& kernel, const Launch& launch);

/// The number of members of an extent: x * y * z.
std::uint64_t product(const std::array<std::uint32_t, 3>& sizes);

/// Reports, for a workgroup that has ended, multicast requests whose mask names a workgroup of the cluster
/// that never made the same request and for which the hardware would wait (multicast.hpp).
void find_absent_peers(Workgroup& group);

}  // namespace lockstep::machine
