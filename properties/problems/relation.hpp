// A problem made from another, so that what happens to the output is known without a reference: what metamorphic
// laws run a kernel on a second time.
//
// The source problem is cut, put together, permuted, negated or scaled; the contents of the follow-up problem are the
// source's, moved. A relation says how, in terms that hold for every operator; the operator says what becomes of its
// tensors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/cases/case.hpp"

namespace lockstep::problems {

class Instance;

struct Relation {
  static constexpr std::int32_t kNone = -1;

  /// Where the rows of D that belong to a group come from: a group of the source, and of its active rows, in the order
  /// in which they lie, those numbers.
  struct Group {
    std::int32_t source = 0;  ///< or kNone: nothing is said of its rows
    std::vector<std::int64_t> rows{};
  };

  cases::Case the_case;  ///< sizes, routing, options and base of the follow-up; its k may be the longer one
  std::vector<Group> groups;            ///< of each group of the_case
  std::vector<std::int64_t> columns{};  ///< of each column of D the source's; empty: its own
  bool negated = false;                 ///< A is; zeros of D may have either sign then
  bool longer_k = false;                ///< zeros follow what there was: zeros of D may have either sign then
  std::optional<std::int64_t>
      slice{};  ///< A is zero but for this slice of k: its number, modulo how many there are
  int a_exponent = 0, b_exponent = 0;  ///< A's and B's scales are multiplied by these powers of two

  bool scales() const { return a_exponent != 0 || b_exponent != 0; }
};

/// What may be done to a problem with a known effect on its output.
struct Symmetries {
  /// Active rows of D of each group. Empty: the operator makes no follow-up problems.
  std::vector<std::int64_t> group_rows{};
  bool groups_cut_rows = true;    ///< false: groups cut k, and each has all rows
  std::int64_t columns = 0;       ///< of D
  std::int64_t column_block = 1;  ///< columns that share a scale of B or of D
  std::int64_t k_step = 0;        ///< zeros to append to k without another order of the sum; 0: none
  bool linear = false;            ///< D of c*A is c*D
};

struct FollowUp {
  static constexpr std::int64_t kNone = -1;  ///< an element of which nothing is said

  std::unique_ptr<Instance> instance;
  std::vector<std::vector<std::int64_t>>
      source;  ///< [output][element]: the element of the source's output, or kNone

  /// What the relation makes of an output.
  struct Effect {
    bool negated = false;
    int exponent = 0;  ///< it is multiplied by this power of two
  };
  std::vector<Effect> effects{};  ///< [output]; empty: of each what happens to A and to the scales
};

}  // namespace lockstep::problems
