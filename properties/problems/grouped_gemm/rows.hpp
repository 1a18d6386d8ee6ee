// Routing of a contiguous case, laid out: which rows are whose.
#pragma once

#include <array>
#include <string_view>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

/// Where the rows of -1 of a contiguous group go, inside the multiple of 128 rows that the group occupies.
/// `none` packs groups without padding, which is outside the contract unless all are multiples of 128.
enum class Padding : std::uint8_t { tail, head, middle, scattered, none };

inline constexpr std::array<std::string_view, 5> kPaddingNames{"tail", "head", "middle", "scattered", "none"};

inline constexpr std::int64_t kMostRows = std::int64_t{1} << 27;  ///< of a layout that is held row by row

/// Sets m and row_group or group_end by the problem's form. Fails where no tensor could exist.
tl::expected<void, operators::Refusal> lay_out_rows(const cases::Case& c, operators::GroupedGemm& problem);

}  // namespace lockstep::problems
