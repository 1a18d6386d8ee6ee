// Elements that stand in each other's place: halves, nibbles, rows and columns that a kernel exchanged.
#pragma once

#include <optional>
#include <string>

#include "properties/verdict/verdict.hpp"

namespace lockstep::verdict {

/// The exchange that explains every mismatch of one output, as "got[r, c] = want[r, c^1]: columns are
/// exchanged"; nothing where none does, or where too few mismatches show it. Rows count within their group.
std::optional<std::string> find_exchange(const operators::Output& output, const LawResult& result);

}  // namespace lockstep::verdict
