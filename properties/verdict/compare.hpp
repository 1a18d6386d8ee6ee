// Bitwise comparison of outputs. NaNs compare as a class.
#pragma once

#include <span>

#include "reference/formats/format.hpp"
#include "verdict.hpp"

namespace lockstep::verdict {

bool same(const formats::Format& format, std::uint16_t a, std::uint16_t b);

/// Fills mismatches and their count; both are [rows][n].
void compare(const formats::Format& format, std::int64_t n, std::span<const std::uint16_t> got,
             std::span<const std::uint16_t> want, LawResult& result);

}  // namespace lockstep::verdict
