// The problem a case describes: m[e] rows for expert e, dealt to tokens and sorted into blocks.
#pragma once

#include <tl/expected.hpp>

#include "kernels/moe_down/launch.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/operator.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::problems::moe_down {

// The keys of cases of a mixture of experts: of one product, and of both.

using cases::ChoiceKey;
using cases::FlagKey;
using cases::IntKey;

inline constexpr std::int64_t kMaxFar = (std::int64_t{1} << 24) - 1;

enum class Padding : std::uint8_t { tail, head, scattered };
enum class Weights : std::uint8_t { router, one, any_sign, zero, tiny };

inline constexpr ChoiceKey<std::int64_t> kBlock{
    "block", {{"32", 32}, {"16", 16}, {"64", 64}, {"128", 128}}, "sorted rows in a block of one expert"};
inline constexpr IntKey kTopK{
    "top_k", {.low = 1, .high = operators::kMostArrivals, .fallback = 1}, "experts of a token"};
inline constexpr ChoiceKey<Padding> kPad{
    "pad",
    {{"tail", Padding::tail}, {"head", Padding::head}, {"scattered", Padding::scattered}},
    "where padding stands within an expert's blocks"};
inline constexpr FlagKey kBeyond{"beyond", "1: padding has the id -1 instead of the number of tokens"};
inline constexpr FlagKey kHollow{"hollow", "1: an expert without rows has a block of padding"};
inline constexpr IntKey kGap{
    "gap",
    {.low = 0, .high = std::int64_t{1} << 20, .fallback = 0},
    "blocks of expert -1, which another device has, before the last expert that has rows"};
inline constexpr IntKey kSpare{
    "spare", {.low = 0, .high = 1024, .fallback = 0}, "blocks of capacity past the rows in use"};
inline constexpr IntKey kFar{
    "far", {.low = 0, .high = kMaxFar, .fallback = 0}, "tokens without experts before all others"};
inline constexpr IntKey kIdle{
    "idle", {.low = 0, .high = 1024, .fallback = 0}, "tokens without experts after all others"};
inline constexpr ChoiceKey<Weights> kWeights{
    "weights",
    {{"router", Weights::router},
     {"one", Weights::one},
     {"signed", Weights::any_sign},
     {"zero", Weights::zero},
     {"tiny", Weights::tiny}},
    "weights of the rows: in (0, 1), 1, of either sign, some of them 0, or tiny"};
inline constexpr FlagKey kResidual{
    "residual", "1: where rows are added to tokens, these hold numbers before, instead of zeros"};
inline constexpr FlagKey kSummable{"summable",
                                   "1: one small integer in each row of A, so that bf16 sums are exact"};
inline constexpr FlagKey kStreamed{"streamed", "1: the experts' weights are loaded past the caches"};
inline constexpr IntKey kXcds{"xcds",
                              {.low = 1, .high = 64, .fallback = kernels::MoeDownTuning{}.xcds},
                              "dies that workgroups are dealt to; each die gets neighbouring tiles"};
inline constexpr IntKey kInter{
    "inter", {.low = 256, .high = 1 << 20, .fallback = 256}, "columns between the two products"};

inline constexpr ChoiceKey<const formats::Format*> kA{
    "a",
    {{"e2m1", &formats::float4_e2m1fn}, {"e4m3", &formats::float8_e4m3fn}},
    "format of A, and of what is quantised; gfx950 has e2m1 alone"};

inline constexpr const cases::Key* kTwoStageKeys[] = {
    &kBlock, &kTopK,    &kPad,      &kBeyond,   &kHollow,   &kGap,  &kSpare, &kFar,
    &kIdle,  &kWeights, &kResidual, &kSummable, &kStreamed, &kXcds, &kA,     &kInter};
/// Keys of one product: all but the columns between two.
inline constexpr cases::Keys kKeys = cases::Keys(kTwoStageKeys).first(std::size(kTwoStageKeys) - 1);

}  // namespace lockstep::problems::moe_down

namespace lockstep::problems {

/// Every token has top_k experts, or one less: as many tokens as that takes. A case outside the operator's
/// contract becomes a problem that check() refuses; fails only where none could be laid out.
tl::expected<operators::MoeDown, operators::Refusal> moe_down_problem(const cases::Case& c,
                                                                      operators::MoeOutput output);

kernels::MoeDownTuning moe_down_tuning(const cases::Case& c);

namespace moe_down {
/// Operator::prepare, of one product and of both.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
Preparation prepare_two_stage(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace moe_down

}  // namespace lockstep::problems
