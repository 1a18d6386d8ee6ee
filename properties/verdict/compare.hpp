// Bitwise comparison of outputs. NaNs compare as a class.
#pragma once

#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::verdict {

bool same(const formats::Format& format, std::uint32_t a, std::uint32_t b);

/// Adds one mismatch: the element of an output, by its index among the codes.
void add_mismatch(const std::vector<operators::Output>& outputs, std::size_t output, std::size_t element,
                  std::uint32_t got, std::uint32_t want, LawResult& result);

/// Fills mismatches and their count, output by output.
void compare(const std::vector<operators::Output>& outputs, const operators::Codes& got,
             const operators::Codes& want, LawResult& result);

}  // namespace lockstep::verdict
