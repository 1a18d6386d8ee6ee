// The problem a case describes, how it is launched, and what of it is computed.
#pragma once

#include <tl/expected.hpp>

#include "kernels/mx_gemm/launch.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/operator.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::mx_gemm {

// The keys of cases of the dense block-scaled product.

using cases::ChoiceKey;
using cases::FlagKey;
using cases::IntKey;
using Tile = kernels::MxGemmTuning::Tile;
using Cluster = kernels::MxGemmTuning::Cluster;
using FormatKey = ChoiceKey<const formats::Format*>;

inline constexpr kernels::MxGemmTuning kUntuned;

inline constexpr FormatKey kA{
    "a",
    {{"e4m3", &formats::float8_e4m3fn}, {"e5m2", &formats::float8_e5m2}, {"e2m1", &formats::float4_e2m1fn}},
    "format of A"};
inline constexpr FormatKey kB{
    "b",
    {{"e4m3", &formats::float8_e4m3fn}, {"e5m2", &formats::float8_e5m2}, {"e2m1", &formats::float4_e2m1fn}},
    "format of B"};
inline constexpr ChoiceKey<Tile> kTile{
    "tile",
    {{"32x128", Tile::r32x128}, {"128x128", Tile::r128x128}, {"128x256", Tile::r128x256}},
    "rows and columns of a workgroup's tile, of half of which the scales lie side by side"};
inline constexpr ChoiceKey<Cluster> kCluster{
    "cluster",
    {{"1x1", Cluster::c1x1},
     {"2x2", Cluster::c2x2},
     {"4x1", Cluster::c4x1},
     {"1x2", Cluster::c1x2},
     {"4x4", Cluster::c4x4}},
    "workgroups along rows and along columns that share copies of operands"};
inline constexpr IntKey kStages{
    "stages", {.low = 2, .high = 4, .fallback = kUntuned.stages}, "steps of k that LDS holds at once"};
inline constexpr IntKey kSplitK{"split_k",
                                {.low = 1, .high = 16, .fallback = kUntuned.splits},
                                "parts of k, summed in order by a second launch"};
inline constexpr ChoiceKey<bool> kStore{
    "store", {{"copy", true}, {"lanes", false}}, "D is stored by tensor copies from LDS, or from registers"};
inline constexpr FlagKey kSample{"sample", "1: one tile is computed and compared, else the whole problem"};

inline constexpr const cases::Key* kKeys[] = {&kA,      &kB,      &kTile,  &kCluster,
                                              &kStages, &kSplitK, &kStore, &kSample};

}  // namespace lockstep::problems::mx_gemm

namespace lockstep::problems {

/// Fails for a case of several groups; one outside the operator's contract becomes a problem that check()
/// refuses.
tl::expected<operators::MxGemm, operators::Refusal> mx_gemm_problem(const cases::Case& c);
kernels::MxGemmTuning mx_gemm_tuning(const cases::Case& c);

/// Whether the case runs the image of a planted bug, which has fewer kernels than others (mx_gemm.hip): no
/// e5m2, no tile of 256 columns, and of e4m3 alone a cluster, of 2 by 2.
bool mx_gemm_is_planted(const cases::Case& c);
/// Refuses what such an image lacks.
tl::expected<void, std::string> check_planted(const cases::Case& c);

/// A whole problem, or one tile of one that is too large to be computed whole.
struct MxGemmPart {
  operators::MxGemm problem;         ///< the part alone
  std::int64_t row = 0, column = 0;  ///< where the part begins in the whole
  bool sampled = false;
};

/// What of `whole` the case has computed: of a sample the last tile, or any. Fails where a sample can't be
/// told apart.
tl::expected<MxGemmPart, std::string> mx_gemm_part(const cases::Case& c, const operators::MxGemm& whole);

/// Leaves the workgroups that compute or sum the part.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::MxGemm& whole,
               const MxGemmPart& part);

/// D, of which the part's rows are written; in rows of the part's width, which divides those of the whole.
operators::Output mx_gemm_output(const operators::MxGemm& whole, const MxGemmPart& part);

namespace mx_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace mx_gemm

}  // namespace lockstep::problems
