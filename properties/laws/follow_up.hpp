// What metamorphic laws share: a second problem is made of the first one's contents, and what the kernel
// makes of the two must be related as the problems are. No reference takes part, so that these laws speak of
// kernels whose order of accumulation nobody declared.
#pragma once

#include "properties/laws/experiment.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

/// The relation that leaves everything as it is: what a law starts from.
problems::Relation unchanged(const Experiment& e);

/// Sets the rows of the relation's groups as its case's list `m` has them, or, where groups cut k, leaves
/// that list to the caller.
void set_rows(const Experiment& e, problems::Relation& relation);

/// A number of the case's seed, below `count`.
std::uint64_t drawn(const Experiment& e, std::uint64_t which, std::uint64_t count);
/// 0 .. count - 1 in an order of the case's seed.
std::vector<std::int64_t> shuffled(const Experiment& e, std::uint64_t which, std::int64_t count);

/// Not applicable where the operator makes no follow-up problems or the output may differ from run to run.
std::optional<verdict::LawResult> without_follow_ups(Experiment& e, std::string_view law);

/// Runs the kernel on the follow-up and holds its output against the first run's: each element that the
/// relation speaks of has the source's bits, or those of -D, or of 2^e * D where that is a normal number.
/// `sentence` says what was done and is the reason where they differ.
verdict::LawResult check_relation(Experiment& e, std::string_view law, std::string_view sentence,
                                  const problems::Relation& relation);

/// check_relation with a follow-up that is made already.
verdict::LawResult check_follow_up(Experiment& e, std::string_view law, std::string_view sentence,
                                   const problems::Relation& relation, problems::FollowUp follow_up);

}  // namespace lockstep::laws
