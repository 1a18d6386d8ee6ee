// One of two implementations of an operator that are compared: a kernel, a build of it, and what its cases
// say whatever was drawn.
//
//   grouped_gemm_masked@gfx950
//   grouped_gemm_masked:O2                 a build: O3, O2, a mutant, the path of a code object
//   grouped_gemm_masked,tile=large         keys of its case lines, separated by commas
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arch/arch.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"

namespace lockstep::comparison {

struct Side {
  std::string text;  ///< the words of the command line
  const kernels::Kernel* kernel = nullptr;
  std::string build = "O3";
  std::vector<cases::Options::Entry> keys{};
  std::string device{};  ///< "hip:0"; empty: the emulator

  /// "grouped_gemm_masked@gfx950"
  std::string kernel_text() const { return std::string(kernel->name) + "@" + std::string(kernel->arch); }
};

/// KERNEL[@ARCH][:BUILD][,KEY=VALUE]...; key `device` is the side's device; without an arch that of
/// `default_arch` if the kernel has it, else its only one.
tl::expected<Side, std::string> parse_side(std::string_view text,
                                           std::string_view default_arch = arch::kDefault);

/// A drawn case as this side has it: its kernel, arch, build and keys, without keys that only other kernels
/// have; the model stays where it is one of the arch, and is the arch's standard one elsewhere. Fails where a
/// key or value does not exist.
tl::expected<cases::Case, std::string> case_of(const Side& side, const cases::Case& drawn);

}  // namespace lockstep::comparison
