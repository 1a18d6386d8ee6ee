// The keys of cases of the dense block-scaled product.
#pragma once

#include "kernels/mx_gemm/launch.hpp"
#include "properties/cases/keys.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::mx_gemm {

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
