// A case's launches on a GPU instead of the emulator.
#pragma once

#include "devices/device.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "properties/problems/instance.hpp"

namespace lockstep::laws {

/// The launches, on copies of the tensors. All workgroups run: `whole` is what they write where a problem is
/// computed in part (problems::Instance::whole_outputs).
devices::Program program_of(const code_object::CodeObject& object, std::span<const std::byte> image,
                            const problems::Placed& placed, const std::vector<operators::Output>& whole);

/// Runs the program of `placed`, and leaves in its writable tensors what the device made of them, all of it
/// defined: a GPU knows nothing of that. The outcome stops where the device can't run them or a kernel does
/// not come to its end; bytes of a red zone or of an input that were overwritten are a finding.
machine::Outcome run_on(devices::Device& device, const devices::Program& program,
                        const problems::Placed& placed);

/// Whether the device has memory for the tensors; the error says how much is missing.
tl::expected<void, std::string> fit(const devices::Device& device, const problems::Tensors& tensors);

}  // namespace lockstep::laws
