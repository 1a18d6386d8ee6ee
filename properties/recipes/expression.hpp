// Whole numbers written as expressions over a problem's sizes: "ceil_div(n, 128) * groups".
//
//   or, and, not · == != < <= > >= · + - · * / % · -x · (x) · 42 · NAME
//   min(a, b), max(a, b), ceil_div(a, b), round_up(a, to)
//
// Division rounds down and % goes with it, as in Python; a comparison is 1 or 0. 64 bits, signed: what does
// not fit is an error, and so is a division by zero.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::recipes {

/// Names of a problem's sizes, and their values.
using Sizes = std::map<std::string, std::int64_t, std::less<>>;

/// Fails with what is wrong and where in the text: syntax, a name that is none of the sizes, arithmetic.
tl::expected<std::int64_t, std::string> evaluate(std::string_view text, const Sizes& sizes);

}  // namespace lockstep::recipes
