// Addresses among a launch's arguments, and the alignment that a kernel's loads and stores need of them.
#pragma once

#include <cstdint>
#include <span>

#include <tl/expected.hpp>

#include "reference/operators/refusal.hpp"

namespace lockstep::kernels {

struct Pointer {
  const char* argument;
  std::uint64_t value, alignment;
};

/// Refuses the first that is not aligned.
tl::expected<void, operators::Refusal> check_pointers(std::span<const Pointer> pointers);

}  // namespace lockstep::kernels
