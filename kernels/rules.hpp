// What a launch plan asks of its problem: a row for each condition, of which the first that does not hold is
// the refusal.
#pragma once

#include <cstdint>
#include <span>

#include <tl/expected.hpp>

#include "emulator/arch/arch.hpp"
#include "kernels/kernel.hpp"
#include "reference/operators/refusal.hpp"

namespace lockstep::kernels {

using operators::check_rules;
using operators::refuse;
using operators::Rule;

/// An address among a launch's arguments, and the alignment that a kernel's loads and stores need of it.
struct Pointer {
  const char* argument;
  std::uint64_t value, alignment;
};
/// Refuses the first pointer that is not aligned.
tl::expected<void, operators::Refusal> check_pointers(std::span<const Pointer> pointers);

/// How many lanes a wave has.
inline std::uint32_t lanes_of(const Kernel& kernel) {
  return arch::has(kernel.arch, arch::Feature::wave32) ? 32 : 64;
}

}  // namespace lockstep::kernels
