#include "kernels/rules.hpp"

#include <fmt/format.h>

namespace lockstep::kernels {

tl::expected<void, operators::Refusal> check_pointers(std::span<const Pointer> pointers) {
  for (const Pointer& p : pointers)
    if (p.value % p.alignment != 0)
      return operators::refuse(p.argument, fmt::format("{:#x}", p.value),
                               fmt::format("must be aligned to {} bytes", p.alignment));
  return {};
}

}  // namespace lockstep::kernels
