// Follow-up problems of array operators, for metamorphic laws: rows in another order, inputs negated or doubled. Sizes stay,
// since an implementation may choose by them how it computes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/problems/arrays/array_problem.hpp"
#include "properties/problems/relation.hpp"

namespace lockstep::problems {

/// What symmetries() says: the rows of the problem's case, if anything may be done with it.
Symmetries symmetries_of(const ArrayProblem& p, const cases::Case& own);

struct MovedProblem {
  ArrayProblem problem;
  std::vector<std::vector<std::int64_t>> source;  ///< as FollowUp has it
  std::vector<FollowUp::Effect> effects;
};

/// `own`: the case of the problem. Fails, in a sentence without a subject, where the operator promises no such thing.
tl::expected<MovedProblem, std::string> moved(const ArrayProblem& p, const cases::Case& own,
                                              const Relation& relation);

}  // namespace lockstep::problems
