// The references as functions of arrays: formats, quantisers, matrix units. Codes are right-aligned in 32
// bits, tensors row-major. Errors say which name is unknown, and what there is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "reference/formats/format.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::session {

tl::expected<const formats::Format*, std::string> format_named(const std::string& name);

/// codes[i] = x[i] by the rules of a conversion (`lockstep list conversions`).
tl::expected<std::vector<std::uint32_t>, std::string> encode(std::span<const double> x,
                                                             const std::string& format,
                                                             const std::string& conversion);
tl::expected<std::vector<double>, std::string> decode(std::span<const std::uint32_t> codes,
                                                      const std::string& format);

struct Quantised {
  std::vector<std::uint8_t> codes;
  std::vector<std::uint32_t> scales;
  scaling::Extent scale_extent{};
  const formats::Format* scale_format = nullptr;
  std::vector<float> back;  ///< each code times its scale
};
tl::expected<Quantised, std::string> quantise(std::span<const float> x, const scaling::Extent& matrix,
                                              const std::string& recipe, const std::string& element,
                                              const std::string& block, const std::string& conversion);

/// A unit by its name, or "INSTRUCTION/MODEL": what a matrix model says of an instruction of its arch. The
/// name is to outlive it.
tl::expected<matrix::Unit, std::string> unit_named(std::string_view name);

/// D = C + A B^T by a matrix unit, a dot product of one instruction's k per element: a [m][k], b [n][k], c
/// and d [m][n], scales [m or n][k / block], empty where the unit has none. Formats: empty where the unit has
/// its own.
struct Product {
  std::string unit, a_format, b_format;
  std::int64_t m = 0, n = 0, k = 0;
  std::span<const std::uint32_t> a, b, c, scale_a, scale_b;
};
tl::expected<std::vector<std::uint32_t>, std::string> multiply(const Product& p);

/// A tensor [planes][rows][columns] from one memory layout to another, both as launch recipes name them.
tl::expected<std::vector<std::uint8_t>, std::string> relay(std::span<const std::uint8_t> bytes,
                                                           std::int64_t planes, std::int64_t rows,
                                                           std::int64_t columns, std::int64_t element_bytes,
                                                           const std::string& from, const std::string& to);

/// Names, for those who ask.
std::vector<std::string> format_names();
std::vector<std::string> recipe_names();
std::vector<std::string> block_names();
std::vector<std::string> conversion_names();
std::vector<const matrix::Unit*> all_units();

}  // namespace lockstep::session
