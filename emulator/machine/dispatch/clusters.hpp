// Clusters of a launch: how many workgroups they have, and which of those never ask for what others ask for with them.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::machine {

/// Workgroups of a cluster along x, y and z. Zeros: workgroups run by themselves.
std::array<std::uint32_t, 3> cluster_of(const code_object::Kernel& kernel, const Launch& launch);

/// The number of members of an extent.
std::uint64_t product(const std::array<std::uint32_t, 3>& sizes);

/// Who asks for bytes together with another that never asks waits for it (multicast.hpp): reported of the workgroup's waves.
void find_absent_peers(Workgroup& group);

}  // namespace lockstep::machine
