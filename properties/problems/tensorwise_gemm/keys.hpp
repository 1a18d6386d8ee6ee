// The keys of cases of the tensor-wise grouped GEMM.
#pragma once

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/cases/keys.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::tensorwise_gemm {

using cases::ChoiceKey;
using cases::FlagKey;
using cases::IntKey;
using Tile = kernels::TensorwiseTuning::Tile;
using FormatKey = ChoiceKey<const formats::Format*>;

inline constexpr kernels::TensorwiseTuning kUntuned;

inline constexpr FormatKey kA{
    "a", {{"e4m3", &formats::float8_e4m3fn}, {"e5m2", &formats::float8_e5m2}}, "format of A"};
inline constexpr FormatKey kB{
    "b", {{"e4m3", &formats::float8_e4m3fn}, {"e5m2", &formats::float8_e5m2}}, "format of B"};
inline constexpr IntKey kTail{"tail", {.low = 0, .high = 1 << 30, .fallback = 0}, "rows past the last group"};
inline constexpr FlagKey kBeta{"beta", "1: the product is added to what D holds"};
inline constexpr IntKey kSplitK{"split_k",
                                {.low = 1, .high = 256, .fallback = kUntuned.splits},
                                "parts of k, summed in order by a second launch"};
inline constexpr ChoiceKey<Tile> kTile{
    "tile",
    {{"auto", Tile::automatic}, {"large", Tile::large}, {"small", Tile::small}},
    "256 rows by 256 columns, or 128 by 256, where rows are aligned"};
inline constexpr IntKey kNumCu{"num_cu",
                               {.low = 0, .high = 65536, .fallback = kUntuned.num_cu},
                               "workgroups of a persistent launch; 0: one for each tile"};
inline constexpr IntKey kXcds{
    "xcds", {.low = 1, .high = 1024, .fallback = kUntuned.xcds}, "dies that workgroups are dealt to in turn"};
inline constexpr IntKey kGroupM{"group_m",
                                {.low = 0, .high = 1 << 20, .fallback = kUntuned.group_m},
                                "rows of tiles in a band: tiles are walked band by band; 0: no bands"};
inline constexpr IntKey kGroupN{"group_n",
                                {.low = 0, .high = 1 << 20, .fallback = kUntuned.group_n},
                                "columns of tiles in a band, instead of rows"};
inline constexpr IntKey kBand{"band",
                              {.low = 1, .high = 1 << 20, .fallback = kUntuned.band},
                              "tn: tiles of one group before the next group's turn"};
inline constexpr FlagKey kWide{"wide", "1: offsets along k take 64 bits where 32 would do"};
inline constexpr IntKey kSample{
    "sample",
    {.low = 0, .high = 1 << 20, .fallback = 0},
    "groups of which one tile each is computed and compared; 0: the whole problem"};

inline constexpr const cases::Key* kKeys[] = {&kA,    &kB,      &kTail,   &kBeta, &kSplitK, &kTile,  &kNumCu,
                                              &kXcds, &kGroupM, &kGroupN, &kBand, &kWide,   &kSample};

}  // namespace lockstep::problems::tensorwise_gemm
