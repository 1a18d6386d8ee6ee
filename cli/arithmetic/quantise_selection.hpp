// What the options of `lockstep arith quantise` name, and the two things done with it.
#pragma once

#include <vector>

#include "cli/arithmetic/commands.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::cli {

struct QuantiserSelection {
  std::vector<const scaling::ScaleRule*> rules;
  const formats::Format* element;    ///< nullptr: all
  const scaling::BlockShape* block;  ///< nullptr: all
  const formats::Conversion* conversion;
  float global = 1;
};

/// Prints codes and scales of the values; there is one element format, and one block shape.
int quantise_values(const QuantiserSelection& selection, const QuantiseOptions& options);

/// Prints signal-to-noise ratios of drawn data: of what is in use of the selection, or of anything where it
/// names both element and block.
int quantise_samples(const QuantiserSelection& selection, const QuantiseOptions& options);

}  // namespace lockstep::cli
