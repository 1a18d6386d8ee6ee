// How much of a case's noise hangs on arithmetic that is not known: the declared order replayed under every
// model of the arch.
#pragma once

#include "properties/laws/experiment.hpp"

namespace lockstep::laws {

struct ModelSpread {
  struct Ratio {
    std::string_view model;
    double db = 0;  ///< infinite without noise
  };
  std::string_view output;  ///< the one whose ratios are furthest apart
  Ratio least, most;
  std::uint64_t models = 0;
  std::uint64_t differing = 0,
                elements = 0;  ///< elements of all outputs; models differ on the first; NaNs are alike
};

/// Replays the order once for each model.
ModelSpread spread_over_models(Experiment& e);

/// "51.2 dB (tr8_inexp) to 51.4 dB (exact), 0.2 dB apart; 12 models, which differ in 31 of 4096 elements".
std::string text(const ModelSpread& spread);

}  // namespace lockstep::laws
