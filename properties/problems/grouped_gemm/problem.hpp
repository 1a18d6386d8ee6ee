// The problem a case describes: its options, and routing laid out row by row.
#pragma once

#include <tl/expected.hpp>

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/cases/case.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/operator.hpp"
#include "properties/problems/warpgroup_orders.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems::grouped_gemm {

// The keys of cases of the grouped GEMM, contiguous and masked.

using cases::Case;
using cases::ChoiceKey;
using cases::FlagKey;
using cases::IntKey;
using cases::Scope;
using operators::GroupsAs;
using Tile = kernels::GroupedGemmTuning::Tile;

inline constexpr std::int64_t kMaxCapacity = std::int64_t{1} << 40, kMaxGap = std::int64_t{1} << 20;
inline constexpr std::int64_t kMostRows = std::int64_t{1}
                                          << 27;  ///< the most of a layout that is held row by row

/// Where the rows of -1 of a contiguous group go, inside the multiple of 128 rows that the group occupies.
/// `none` packs groups without padding, which is outside the contract unless all are multiples of 128.
enum class Padding : std::uint8_t { tail, head, middle, scattered, none };

inline bool is_masked(const Case& c);
/// Whether the case is contiguous, with groups_as=ends.
inline bool has_ends(const Case& c);

inline constexpr Scope kMasked{"the masked kernels", is_masked};
inline constexpr Scope kContiguous{"the contiguous kernels", [](const Case& c) { return !is_masked(c); }};
inline constexpr Scope kIds{"groups_as=ids", [](const Case& c) { return !has_ends(c); }, &kContiguous};
inline constexpr Scope kEnds{"groups_as=ends", has_ends, &kContiguous};
inline constexpr Scope kGuessed{"the masked kernels and groups_as=ends",
                                [](const Case& c) { return is_masked(c) || has_ends(c); }};

inline constexpr IntKey kMMax{"m_max",
                              {.low = 0, .high = kMaxCapacity, .fallback = 0},
                              "rows that memory holds for each group",
                              &kMasked};
inline constexpr ChoiceKey<Padding> kPad{"pad",
                                         {{"tail", Padding::tail},
                                          {"head", Padding::head},
                                          {"middle", Padding::middle},
                                          {"scattered", Padding::scattered},
                                          {"none", Padding::none}},
                                         "where the rows of -1 stand within a group's tiles; none: no such "
                                         "rows, which only groups of whole tiles allow",
                                         &kIds};
inline constexpr IntKey kGap{"gap",
                             {.low = 0, .high = kMaxGap, .fallback = 0},
                             "tiles of 128 rows that belong to no group: before the last group that has "
                             "rows, with groups_as=ends behind it",
                             &kContiguous};
inline constexpr FlagKey kRagged{"ragged", "1: the rows after the last active one are cut off", &kContiguous};
inline constexpr ChoiceKey<GroupsAs> kGroupsAs{
    "groups_as",
    {{"ids", GroupsAs::ids}, {"ends", GroupsAs::ends}},
    "how groups are given: an id for each row, or for each group the row past its last",
    &kContiguous};
inline constexpr IntKey kAlign{"align",
                               {.low = 1, .high = kMostRows, .fallback = 128},
                               "each group's first row is a multiple of this",
                               &kEnds};
inline constexpr FlagKey kZeroPadding{"zero_padding", "1: rows of no group are written, as zeros",
                                      &kContiguous};
inline constexpr IntKey kExpectedM{"expected_m",
                                   {.low = 0, .high = kMaxCapacity, .fallback = 0},
                                   "a guess at the rows of a group; 0: none",
                                   &kGuessed};
inline constexpr ChoiceKey<Tile> kTile{
    "tile",
    {{"auto", Tile::automatic}, {"large", Tile::large}, {"small", Tile::small}},
    "128 rows by 512 columns (gfx942 and gfx1250: by 256), or by 128"};
inline constexpr FlagKey kPaddedScales{"padded_scales", "1: the rows of A's scales are padded to 16 bytes"};

/// Numbers that the elements are drawn from; forced where kernels of two formats are compared.
inline constexpr ChoiceKey<cases::Values> kValues{
    "values",
    {{"all", cases::Values::all}, {"shared", cases::Values::shared}},
    "shared: only numbers that e4m3fn and e4m3fnuz both have, with powers of two as scales, so that a case "
    "is the same "
    "problem on gfx950 and gfx942; not with data=full"};

inline constexpr const cases::Key* kKeys[] = {&kMMax,     &kPad,          &kGap,         &kRagged,
                                              &kGroupsAs, &kAlign,        &kZeroPadding, &kExpectedM,
                                              &kTile,     &kPaddedScales, &kScaleOrder,  &kValues};

inline bool is_masked(const Case& c) {
  return kernels::grouping_of(c.kernel) == operators::Grouping::masked;
}
inline bool has_ends(const Case& c) {
  return !is_masked(c) && c.options[kGroupsAs] == GroupsAs::ends;
}

}  // namespace lockstep::problems::grouped_gemm

namespace lockstep::problems {

/// The problem takes the formats of the kernel's arch. Row counts are taken as they are: a case outside the
/// operator's contract becomes a problem that check() refuses. Fails only where no tensor could exist
/// (negative or absurd sizes).
tl::expected<operators::GroupedGemm, operators::Refusal> problem_of(const cases::Case& c,
                                                                    const kernels::Kernel& kernel);

kernels::GroupedGemmTuning grouped_gemm_tuning_of(const cases::Case& c);

namespace grouped_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace grouped_gemm

}  // namespace lockstep::problems
