// What judges say of the outputs of a run.
#pragma once

#include <vector>

#include "properties/judges/judge.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::judges {

/// The exact answers of a case, all of which outlive this.
struct References {
  problems::Operands operands;
  const std::vector<operators::Output>& outputs;
  const std::vector<operators::ExactOutput>& quantised;
  const std::optional<std::vector<std::vector<double>>>& unquantised;
};

struct Opinion {
  enum class Verdict : std::uint8_t {
    passes,
    notices,  ///< it would have failed the output
    silent,   ///< it has no threshold for such a product, no reference, or one that is not finite
  };
  const Judge* judge = nullptr;
  Verdict verdict = Verdict::silent;
  double value = 0;  ///< the first output's that it notices, else the last one's
  std::optional<Threshold> threshold{};
};

std::string_view name(Opinion::Verdict verdict);

/// An opinion for each judge, in order. An output of codes that have a tensor of scales beside them is passed
/// over: no judge is stated for such.
std::vector<Opinion> opinions(std::span<const Judge* const> judges, const References& references,
                              const operators::Codes& got);

}  // namespace lockstep::judges
