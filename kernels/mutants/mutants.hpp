// The planted bugs: what no kernel must survive. The table is mutants.json; every edit must match its source
// exactly once or the build stops, so no mutant can rot into the original.
#pragma once

#include <span>
#include <string_view>

namespace lockstep::kernels {

struct Mutant {
  std::string_view id;      ///< its name, also the build of its image, see kernels/images.hpp
  std::string_view kernel;  ///< "grouped_gemm_masked"
  std::string_view arch;    ///< "gfx950", unless the row names another
  std::string_view law;     ///< expected to falsify it
  std::string_view sentence;
  int zoo;     ///< row of the bug collection it is taken from; 0 when it was met elsewhere
  bool built;  ///< there is an image of it; `./lockstep mutants` builds all
};

std::span<const Mutant> mutants();

}  // namespace lockstep::kernels
