// The problem a case describes, how it is launched, and what of it is computed: all of it, or one tile of
// some groups.
//
// The case's m are the rows of each group, the tokens. In nt and nn they are rows of A and D; k is the
// reduction. In tn they are the reduction, and k is the rows of each plane of D: the case then describes the
// gradient of weights [n, k] as the other two use them.
//
// A sample of tiles makes tensors past 2^31 elements and 4 GiB a matter of seconds: workgroups of other tiles
// are not launched, and of operands only what the tiles read is drawn. To the references the tiles are the
// groups of a problem of its own; only where they lie in memory is the whole problem's.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/operator.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems::tensorwise_gemm {

// The keys of cases of the tensor-wise grouped GEMM.

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

namespace lockstep::problems {

/// A case outside the operator's contract becomes a problem that check() refuses. Fails where group sizes do
/// not add up to an offset.
tl::expected<operators::TensorwiseGemm, operators::Refusal> tensorwise_problem_of(const cases::Case& c,
                                                                                  operators::Layout layout);
kernels::TensorwiseTuning tuning_of(const cases::Case& c);

struct Computed {
  operators::TensorwiseGemm problem;  ///< the whole one, or the tiles as its groups
  std::vector<operators::GroupProduct> products;
  std::vector<kernels::TensorwiseTile> places;  ///< [group of `problem`]: where its product lies in the whole
  bool sampled = false;

  const kernels::TensorwiseTile& place(const operators::GroupProduct& product) const {
    return places[std::size_t(product.group)];
  }
};

/// Fails where the case wants a sample of what cannot be sampled. Tiles that n cuts off are in no sample. No
/// two tiles share a row of A or a column of B: a group has one, its last or any.
tl::expected<Computed, std::string> computed(const cases::Case& c, const operators::TensorwiseGemm& problem);

/// "2 of 4096 tiles", or nothing where all are computed.
std::string sample_text(const cases::Case& c, const operators::TensorwiseGemm& problem,
                        const Computed& computed);

/// The problem without a sample.
Computed whole(const operators::TensorwiseGemm& problem);

/// D as the case writes it: rows of D, or, of a sample, pieces of them of which whole tiles are made.
operators::Output output_of(const operators::TensorwiseGemm& problem, const Computed& computed);

namespace tensorwise_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace tensorwise_gemm

}  // namespace lockstep::problems
