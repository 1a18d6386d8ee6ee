// The follow-up problems of a product of a few rows.
#pragma once

#include "properties/problems/relation.hpp"
#include "properties/problems/small_m/data.hpp"

namespace lockstep::problems {

/// The relation's case with the same rows of D whatever the list holds else: each has a row of A of its own, and the
/// whole list counts.
cases::Case follow_up_case(const Relation& relation);

/// Rows of D that each expert has.
std::vector<std::int64_t> group_rows(const operators::SmallM& p, const operators::SmallMData& d);

struct SmallMFollowUp {
  operators::SmallM problem;
  SmallMCaseData data;
  std::vector<std::size_t> rows;  ///< [rows taking part] the source's
};

/// `problem` is made of follow_up_case(); its weights become those of the rows that it takes. `p` and `d` are the
/// source's.
tl::expected<SmallMFollowUp, std::string> follow_up(const operators::SmallM& p,
                                                    const operators::SmallMData& d, operators::SmallM problem,
                                                    const Relation& relation);

}  // namespace lockstep::problems
