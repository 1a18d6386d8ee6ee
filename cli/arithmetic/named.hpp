// Number formats and matrix units as they are named on the command line.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arithmetic/commands.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::cli {

// What the options of `lockstep arith quantise` name, and the two things done with it.

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

/// The format of that name; nullptr, and a complaint on standard error, when there is none.
inline const formats::Format* named_format(std::string_view command, const std::string& name) {
  if (const formats::Format* f = formats::find_short(name)) return f;
  std::vector<std::string_view> names;
  for (const formats::Format* f : formats::kFormats) names.push_back(f->name);
  fmt::print(stderr, "lockstep {}: no format '{}'; there are {}\n", command, name, fmt::join(names, ", "));
  return nullptr;
}

/// The matrix unit of that name; nullptr, and a complaint on standard error, when there is none.
inline const matrix::Unit* named_unit(std::string_view command, const std::string& name) {
  const matrix::Unit* unit = matrix::find_unit(name);
  if (unit == nullptr)
    fmt::print(stderr, "lockstep {}: no matrix unit '{}'; `lockstep list models` prints them\n", command,
               name);
  return unit;
}

}  // namespace lockstep::cli
