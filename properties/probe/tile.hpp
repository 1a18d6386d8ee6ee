// Probes as the registers of one matrix instruction each, and the registers back as bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "devices/device.hpp"
#include "properties/probe/probe.hpp"

namespace lockstep::probe {

/// The kernel's arguments: one workgroup per probe, all of one format. Every row of A and every column of B
/// is the same dot product, so all elements of D must agree.
std::vector<devices::Buffer> buffers(const Instruction& instruction, std::span<const Probe* const> probes);

/// The element that D consists of, per probe; nothing where the elements differ.
std::vector<std::optional<std::uint32_t>> results(const Instruction& instruction, const devices::Buffer& d);

}  // namespace lockstep::probe
