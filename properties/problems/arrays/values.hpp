// What the inputs of array operators hold: numbers by the case's data regime, as a pure function of its seed and the position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/problems/arrays/array_problem.hpp"

namespace lockstep::problems {

/// An input and the numbers that it stands for.
struct DrawnInput {
  ArrayInput input;
  std::vector<double> values;
};

/// `stream` tells the inputs of a case apart; `row`: elements that belong together, of which one alone is not zero under
/// one_hot, and one may be NaN under nan. `scale` is a power of two that all are multiplied by, but for the whole numbers of
/// grid.
DrawnInput drawn(const cases::Case& c, std::uint64_t stream, std::string name, const formats::Format& format,
                 std::vector<std::int64_t> shape, std::int64_t row, double scale = 1);

/// The same of numbers that the operator has chosen; rounded to the format.
DrawnInput stored(std::string name, const formats::Format& format, std::vector<std::int64_t> shape,
                  const std::vector<double>& values);

/// Whether a regime has numbers near the ends of formats, where twice a number may be no number of the format.
bool is_near_an_end(cases::Data data);

/// A size around the edges that implementations have: few, around a power of two, any up to `most`.
std::int64_t drawn_size(cases::Draw& draw, std::int64_t most);

/// Of a name that keys have: bf16, f16, f32, e4m3, e5m2, e2m1.
const formats::Format& format_of(std::string_view name);

/// Whole numbers of 32 bits.
extern const formats::Format kInt32;

std::int64_t count_of(const std::vector<std::int64_t>& shape);

}  // namespace lockstep::problems
