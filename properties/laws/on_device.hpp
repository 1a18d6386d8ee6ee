// A case's launches on a GPU instead of the emulator.
#pragma once

#include "devices/device.hpp"
#include "devices/program.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "properties/problems/instance.hpp"
#include "properties/problems/tensors.hpp"

namespace lockstep::laws {

// Tensors of a case as regions of a GPU's memory, and what kernels made of those back into the tensors.

/// A tensor's contents are given whole, or from kSparseFrom on as the pages that hold data or rows to be
/// written; all others hold one byte instead of the tensor's poison.
inline constexpr std::uint64_t kSparseFrom = std::uint64_t{1} << 28;

/// `allocation`: the tensor's; null where it has no bytes. `whole`: of a tensor of which a part is computed,
/// what a GPU computes. What is written in it outside the part, and in workspaces, is ignored.
devices::Region region_of(const problems::Tensors::Named& tensor, const machine::Allocation* allocation,
                          const operators::Output* whole);

/// Leaves in a writable tensor what the device made of its region, what was given defined: a GPU knows
/// nothing of that.
void keep(const devices::Region& region, const std::vector<devices::Piece>& changed,
          machine::Allocation& allocation);

/// The plan's arguments by the names that the kernel has for them: PTX names none, and calls them by their
/// positions.
std::vector<code_object::NamedValue> arguments_of(const kernels::LaunchPlan& plan,
                                                  const code_object::Kernel& entry);

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
