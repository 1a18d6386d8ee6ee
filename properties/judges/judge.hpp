// Tolerances of other projects, as rows: the formula, the threshold, and where both come from. They are
// reported beside the laws and decide nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/judges/formulas.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::judges {

/// Which exact answer an output is compared with.
enum class Against : std::uint8_t { quantised, unquantised };

/// "the quantised operands", "the operands before quantisation".
std::string_view name(Against against);

struct Threshold {
  enum class Passes : std::uint8_t { at_least, above, at_most, below };
  Passes passes;
  double limit;

  /// A NaN passes nothing.
  bool holds(double value) const;
  /// "> 25".
  std::string text() const;
};

/// What a threshold and a tolerance may depend on.
struct Product {
  problems::Operands operands;
  const formats::Format* out;
};

struct Judge {
  std::string_view name;
  std::string_view formula;  ///< one sentence about got and want
  std::string_view demand;   ///< all thresholds, in words
  Against against;
  std::string_view source;  ///< repository and file, or repository and pull request
  double (*value)(const Product& product, const Compared& values);
  /// The project's threshold; nothing where it has none for such a product.
  std::optional<Threshold> (*threshold)(const Product& product);
};

std::span<const Judge> judges();
const Judge* find_judge(std::string_view name);

}  // namespace lockstep::judges
