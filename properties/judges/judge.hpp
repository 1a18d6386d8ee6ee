// Tolerances of other projects, as rows: the formula, the threshold, and where both come from. They are
// reported beside the laws and decide nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/problems/operator.hpp"

namespace lockstep::judges {

// The numbers that other projects compare outputs by: functions of an output's reference and values, in
// double. Each is the formula of its source, special values included: what IEEE 754 makes of 0/0 or of a NaN
// is what a harness sees.

/// Reference and values of one output, of the same length; the reference is finite.
struct Compared {
  std::span<const double> want, got;
};

struct Tolerance {
  double relative, absolute;
};

/// 10 * log10(sum want^2 / (sum (want - got)^2 + 1e-12)) dB.
double snr_with_floor(const Compared& c);
/// 20 * log10(|want| / |want - got|) dB, of 2-norms.
double sqnr(const Compared& c);
/// 1 - 2 * sum want * got / sum (want^2 + got^2).
double similarity_difference(const Compared& c);
/// |got - want| / |want|, of 2-norms.
double relative_norm(const Compared& c);
/// sum want * got / (|want| * |got|), each norm at least 1e-8.
double cosine(const Compared& c);
/// The share of elements with not |got - want| <= absolute + relative * |want|; 0 of none.
double outside(const Compared& c, const Tolerance& t);

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
