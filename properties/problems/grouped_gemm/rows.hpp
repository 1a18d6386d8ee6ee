// Routing of a contiguous case, laid out: which rows are whose.
#pragma once

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

/// Sets m and row_group or group_end by the problem's form. Fails where no tensor could exist.
tl::expected<void, operators::Refusal> lay_out_rows(const cases::Case& c, operators::GroupedGemm& problem);

}  // namespace lockstep::problems
