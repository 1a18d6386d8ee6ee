// Simpler neighbours of a case, most promising first: fewer groups, fewer rows, one k block, plain options,
// scales and data.
#pragma once

#include <functional>
#include <vector>

#include "properties/cases/case.hpp"

namespace lockstep::cases {

/// What shrinking knows of an operator: its keys, and the steps in which n and k go.
struct Grammar {
  Keys keys;
  std::int64_t n_step = 1, k_step = 1;
  const Key* part = nullptr;  ///< has a part of the problem computed; by default all of it is
};

/// Every candidate differs from the case and is simpler in some respect; none is the case itself, and
/// following candidates always ends. A candidate may be one that the operator refuses.
std::vector<Case> simpler(const Case& c, const Grammar& grammar);

/// The case with everything but its sizes plain, then with one choice plain, simplest first: what is tried
/// before sizes.
std::vector<Case> plainer(const Case& c, const Grammar& grammar);

/// A size of a case, for bisection: it may become `low`, or `low` and a multiple of `step`.
struct Axis {
  std::int64_t low = 0, now = 0, step = 1;
  std::function<void(Case& c, std::int64_t value)> set;
};
/// Number of groups, k, n, rows of each group, and the operator's numbers; those that can't shrink are left
/// out.
std::vector<Axis> axes(const Case& c, const Grammar& grammar);

/// Whether `from` has a part of its problem computed and `to` all of it, which is too much to try.
bool drops_part(const Case& from, const Case& to, const Grammar& grammar);

/// Strictly smaller for each candidate of simpler(): what makes shrinking end.
std::uint64_t weight(const Case& c, const Grammar& grammar);

}  // namespace lockstep::cases
