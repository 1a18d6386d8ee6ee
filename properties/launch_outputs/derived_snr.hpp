// Holds a foreign kernel's GEMM to the signal-to-noise ratio that its formats, sizes and data allow.
//
// At every scale that verdict::Regions knows, the noise against the exact answer for the operands may be the largest of
// these: that of the exact answer rounded once, that of a plain order under the run's matrix model, that of the file that
// was expected; and exceed it by what reassociation may cost (reference/exact/reassociation.hpp).
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "properties/launch_outputs/operands.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::launch_outputs {

struct DerivedSnr {
  double db = 0, expected_db = 0;  ///< of the whole output
  struct Worst {
    std::string place;
    double db = 0, expected_db = 0;
    std::uint64_t other_class = 0;  ///< elements wrongly infinite, NaN or finite
  };
  std::optional<Worst> worst;    ///< nothing where every region reaches what is expected
  std::vector<std::string> map;  ///< of the tiles; empty where there is one
};

/// Whether the arch has a matrix instruction of the formats.
tl::expected<void, std::string> check_formats(const Gemm& gemm, const matrix::Model& model);

/// The gemm has been checked. Fails where the arch has no matrix instruction of the formats.
tl::expected<DerivedSnr, std::string> derived_snr(const Gemm& gemm, const launch::Description& description,
                                                  const launch::Output& output,
                                                  const launch::Placement& placement,
                                                  const matrix::Model& model);

}  // namespace lockstep::launch_outputs
