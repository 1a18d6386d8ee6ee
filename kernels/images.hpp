// The code objects built with the project and embedded in it: every kernel as shipped (O3), from the same
// source at O2, and once per mutant; and the programs of `lockstep selftest`.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace lockstep::kernels {

struct Image {
  std::string_view name;             ///< "grouped_gemm_masked", or "selftest"
  std::string_view arch;             ///< "gfx950"
  std::string_view build;            ///< "O3", "O2", of some "O1" and "O0", the id of a mutant, or "controls"
  std::span<const std::byte> bytes;  ///< a whole ELF code object; of sm_90 a module in PTX
};

std::span<const Image> images();

}  // namespace lockstep::kernels
