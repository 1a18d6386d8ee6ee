// A problem made from another, so that what happens to the output is known without a reference: what
// metamorphic laws run a kernel on a second time.
//
// The source problem is cut, put together, permuted, negated or scaled; the contents of the follow-up problem
// are the source's, moved. A relation says how, in terms that hold for every operator; the operator says what
// becomes of its tensors, by the functions below.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::problems {

class Instance;

struct Relation {
  static constexpr std::int32_t kNone = -1;

  /// Where the rows of D that belong to a group come from: a group of the source, and of its active rows, in
  /// the order in which they lie, those numbers.
  struct Group {
    std::int32_t source = 0;  ///< the source's group, or kNone: nothing is said of its rows
    std::vector<std::int64_t> rows{};
  };

  cases::Case the_case;  ///< sizes, routing, options and base of the follow-up; its k may be the longer one
  std::vector<Group> groups;            ///< [group of the_case]
  std::vector<std::int64_t> columns{};  ///< the source's for each column of D; empty: as they are
  bool negated = false;                 ///< A is; zeros of D may have either sign then
  bool longer_k = false;                ///< zeros follow what there was: zeros of D may have either sign then
  /// A is zero but for this slice of k: its number, modulo how many there are.
  std::optional<std::int64_t> slice{};
  std::int64_t exchanged = 0;          ///< A's element k is that of k ^ this, a power of two; 0: as it is
  int a_exponent = 0, b_exponent = 0;  ///< A's and B's scales are multiplied by these powers of two

  bool scales() const { return a_exponent != 0 || b_exponent != 0; }
};

/// What may be done to a problem with a known effect on its output.
struct Symmetries {
  /// Active rows of D of each group. Empty: the operator makes no follow-up problems.
  std::vector<std::int64_t> group_rows{};
  bool groups_cut_rows = true;    ///< false: groups cut k, and each has all rows
  std::int64_t columns = 0;       ///< columns of D
  std::int64_t column_block = 1;  ///< columns that share a scale of B or of D
  std::int64_t k_step = 0;        ///< zeros to append to k without another order of the sum; 0: none
  bool linear = false;            ///< D of c*A is c*D
};

struct FollowUp {
  static constexpr std::int64_t kNone = -1;  ///< an element of which nothing is said

  std::unique_ptr<Instance> instance;
  /// [output][element]: the element of the source's output, or kNone.
  std::vector<std::vector<std::int64_t>> source;

  /// What the relation makes of an output.
  struct Effect {
    bool negated = false;
    int exponent = 0;  ///< it is multiplied by this power of two
  };
  std::vector<Effect> effects{};  ///< [output]; empty: each has what A and the scales have
};

/// The index of the source's active row for each active row of a follow-up; `source` and `follow_up` are the
/// groups of the active rows, in the order in which the rows lie. Fails where the follow-up has other rows
/// than the relation says.
tl::expected<std::vector<std::size_t>, std::string> source_rows(std::span<const std::int32_t> source,
                                                                std::span<const std::int32_t> follow_up,
                                                                const Relation& relation);

/// Rows of `row_bytes` bytes, picked, each made longer by copies of `filler` up to `new_row_bytes`.
std::vector<std::uint8_t> picked_rows(std::span<const std::uint8_t> source, std::int64_t row_bytes,
                                      std::span<const std::size_t> rows, std::int64_t new_row_bytes,
                                      std::span<const std::uint8_t> filler);

/// The rows [planes][width] that planes of a follow-up take from those of the source: `columns` gives the
/// order within a plane, by blocks of `block`; empty: as it is.
std::vector<std::size_t> rows_of_planes(std::span<const std::size_t> source_planes, std::int64_t width,
                                        std::span<const std::int64_t> columns, std::int64_t block);

/// Changes the sign of every code of 8 bits but a fnuz zero and a NaN.
void negate(const formats::Format& format, std::span<std::uint8_t> codes);

/// Does to codes [rows][k] of A what the relation does along k: keeps one slice of 128 alone, counted modulo
/// the slices that k has, or exchanges elements, but those whose partner would lie past k.
void change_k(const Relation& relation, std::int64_t k, std::span<std::uint8_t> codes);

/// Multiplies the scales of A and of B, as the bytes they have in memory (e8m0 or float32), by the powers of
/// two that the relation says. Fails unless all of them lie in [2^-32, 2^32] before and after, or are NaN or
/// 0: then no product of theirs with e4m3, e5m2 or e2m1 elements, and no sum of such products in binary32,
/// comes near a subnormal or overflows. Quantisers give scales below 2^-32 to blocks of zeros alone, as the
/// case's numbers are, and there they stay. `weights`, which results are multiplied by, must be as near to 1.
tl::expected<void, std::string> multiply_scales(const Relation& relation, const formats::Format& scale,
                                                std::span<std::uint8_t> a, std::span<std::uint8_t> b,
                                                std::span<const float> weights = {});

/// The group of each active row, or its expert.
template <typename Row>
std::vector<std::int32_t> groups_of(const std::vector<Row>& rows, std::int32_t Row::* group) {
  std::vector<std::int32_t> groups;
  for (const Row& row : rows) groups.push_back(row.*group);
  return groups;
}

/// How many active rows each of `count` groups has.
template <typename Row>
std::vector<std::int64_t> count_rows(const std::vector<Row>& rows, std::int32_t Row::* group,
                                     std::int64_t count) {
  std::vector<std::int64_t> counts(std::size_t(count), 0);
  for (const Row& row : rows) ++counts[std::size_t(row.*group)];
  return counts;
}

/// Numbers the planes of B in the order in which groups first have rows, and says where each comes from.
/// `groups`: of the active rows; `from`: the source's planes, by group.
std::vector<std::size_t> take_planes(std::span<const std::int32_t> groups, std::span<const int> from,
                                     const Relation& relation, std::vector<int>& plane_of_group);

/// The bytes of a scale of 1.
std::vector<std::uint8_t> unit_scale(const formats::Format& scale);

/// The source's element for each element of an output [rows][columns]: `rows` gives the rows, kNone where
/// nothing is said.
std::vector<std::int64_t> source_elements(std::span<const std::int64_t> rows, const Relation& relation,
                                          std::int64_t columns);

}  // namespace lockstep::problems
