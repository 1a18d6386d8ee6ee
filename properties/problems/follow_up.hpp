// What operators share in making follow-up problems: which row comes from which, and contents that move.
#pragma once

#include <span>

#include <tl/expected.hpp>

#include "properties/problems/relation.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::problems {

/// Of each active row of a follow-up the index of the source's active row; `source` and `follow_up` are the groups of
/// the active rows, in the order in which the rows lie. Fails where the follow-up has other rows than the relation says.
tl::expected<std::vector<std::size_t>, std::string> source_rows(std::span<const std::int32_t> source,
                                                                std::span<const std::int32_t> follow_up,
                                                                const Relation& relation);

/// Rows of `row_bytes` bytes, picked, each made longer by copies of `filler` up to `new_row_bytes`.
std::vector<std::uint8_t> picked_rows(std::span<const std::uint8_t> source, std::int64_t row_bytes,
                                      std::span<const std::size_t> rows, std::int64_t new_row_bytes,
                                      std::span<const std::uint8_t> filler);

/// The rows [planes][width] that planes of a follow-up take from those of the source: `columns` gives the order within
/// a plane, by blocks of `block`; empty: as it is.
std::vector<std::size_t> rows_of_planes(std::span<const std::size_t> source_planes, std::int64_t width,
                                        std::span<const std::int64_t> columns, std::int64_t block);

/// Changes the sign of every code of 8 bits but a fnuz zero and a NaN.
void negate(const formats::Format& format, std::span<std::uint8_t> codes);

/// Zeros all codes of rows [rows][k] but those of one slice of 128 k, counted modulo the slices that k has.
void keep_slice(std::int64_t slice, std::int64_t k, std::span<std::uint8_t> codes);

/// Multiplies scales, as the bytes they have in memory (e8m0 or float32), by 2^exponent. Fails unless all of them lie in
/// [2^-32, 2^32] before and after, or are NaN or 0: then no product of theirs with e4m3, e5m2 or e2m1 elements, and no
/// sum of such products in binary32, comes near a subnormal or overflows. `scales`: of the case; quantisers
/// give scales below 2^-32 to blocks of zeros alone, as the case's numbers are, and there they stay.
tl::expected<void, std::string> multiply_scales(const formats::Format& scale, cases::Scales scales,
                                                int exponent, std::span<std::uint8_t> bytes);

/// Of weights that results are multiplied by, the same.
tl::expected<void, std::string> check_weights(std::span<const float> weights);

/// The bytes of a scale of 1.
std::vector<std::uint8_t> unit_scale(const formats::Format& scale);

/// Of each element of an output [rows][columns] the source's: `rows` gives the rows, kNone where nothing is said.
std::vector<std::int64_t> source_elements(std::span<const std::int64_t> rows, const Relation& relation,
                                          std::int64_t columns);

}  // namespace lockstep::problems
