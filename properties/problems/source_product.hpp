// The exact answer for the operands before quantisation: what many harnesses compare a kernel with.
//
// The reals are binary32 numbers, whose products a double holds exactly. Sums round: k of them are within
// k * 2^-53 of the sum of magnitudes, about 1e-13 for the largest k. That is no reference for bits, and
// plenty for a ratio in dB.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace lockstep::problems {

/// Row `row` of A, and column `column` of the plane of B that belongs to a group, as the quantiser saw them.
using SourceRow = std::function<void(std::size_t row, std::span<float> out)>;
using SourceColumn = std::function<void(std::int32_t group, std::int64_t column, std::span<float> out)>;

/// [rows][columns]: each row of A times the plane of its group. Rows may be in any order of groups.
std::vector<double> multiply_sources(std::span<const std::int32_t> group_of_row, std::int64_t columns,
                                     std::int64_t k, const SourceRow& a, const SourceColumn& b);

}  // namespace lockstep::problems
