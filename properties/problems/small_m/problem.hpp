// The problem a case describes, how the kernel is to cut it, and what of it is computed.
//
// Dense kernels: `m` is one number. small_m_moe: `m` has the rows of every expert; their ids are dealt at
// random from 0 .. (rows + spare) - 1, so that `spare` rows of D belong to nobody.
#pragma once

#include <tl/expected.hpp>

#include "kernels/small_m/launch.hpp"
#include "properties/cases/case.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems::small_m {

// The keys of cases of the kernels for decoding. Most belong to one of them.

using cases::Case;
using cases::ChoiceKey;
using cases::FlagKey;
using cases::IntKey;
using cases::Scope;

inline constexpr std::int64_t kMaxIds = std::int64_t{1} << 24;  ///< the most that a list of a case has

using Form = kernels::SmallMForm;
inline Form form_of(const Case& c) {
  return kernels::small_m_form_of(c.kernel);
}

inline constexpr Scope kMfma{"small_m_mfma", [](const Case& c) { return form_of(c) == Form::mfma; }};
inline constexpr Scope kDense{"small_m_mfma and small_m_gemv",
                              [](const Case& c) { return form_of(c) != Form::moe; }};
inline constexpr Scope kMoe{"small_m_moe", [](const Case& c) { return form_of(c) == Form::moe; }};
inline constexpr Scope kBlocked{"small_m_gemv and small_m_moe",
                                [](const Case& c) { return form_of(c) != Form::mfma; }};

enum class Weights : std::uint8_t { none, ones, mixed };
enum class Padding : std::uint8_t { tail, head, middle, scattered };
enum class PadId : std::uint8_t { sentinel, negative, mixed };
enum class NumPost : std::uint8_t { exact, past, early, none };

inline constexpr IntKey kColumns{"columns",
                                 {.low = 1, .high = 64, .fallback = kernels::SmallMCut{}.column_tiles},
                                 "tiles of 16 columns that a wave computes: 1, 2 or 4",
                                 &kMfma};
inline constexpr IntKey kSplitK{"split_k",
                                {.low = 1, .high = 64, .fallback = kernels::SmallMCut{}.splits},
                                "parts of k, summed in order",
                                &kMfma};
inline constexpr ChoiceKey<bool> kBlocks{"blocks",
                                         {{"together", false}, {"apart", true}},
                                         "a matrix instruction for each 128 of k, or for each block of 32",
                                         &kMfma};
inline constexpr IntKey kBlockN{"block_n",
                                {.low = 1, .high = 256, .fallback = kernels::SmallMCut{}.block_n},
                                "columns of a workgroup",
                                &kBlocked};
inline constexpr IntKey kBlockM{"block_m",
                                {.low = 1, .high = 1 << 20, .fallback = 4},
                                "positions of the sorted list that share an expert",
                                &kMoe};
inline constexpr IntKey kADiv{
    "a_div", {.low = 1, .high = 1 << 20, .fallback = 1}, "ids that share a row of A", &kMoe};
inline constexpr ChoiceKey<Weights> kWeights{
    "weights",
    {{"none", Weights::none}, {"ones", Weights::ones}, {"mixed", Weights::mixed}},
    "weights of the rows of D",
    &kMoe};
inline constexpr ChoiceKey<Padding> kPad{"pad",
                                         {{"tail", Padding::tail},
                                          {"head", Padding::head},
                                          {"middle", Padding::middle},
                                          {"scattered", Padding::scattered}},
                                         "where padding stands within an expert's blocks",
                                         &kMoe};
inline constexpr ChoiceKey<PadId> kPadId{
    "pad_id",
    {{"sentinel", PadId::sentinel}, {"negative", PadId::negative}, {"mixed", PadId::mixed}},
    "the id that padding has: the number of rows, -1, or any that is not valid",
    &kMoe};
inline constexpr IntKey kGap{"gap",
                             {.low = 0, .high = 16, .fallback = 0},
                             "blocks of nothing but padding before each expert's",
                             &kMoe};
inline constexpr IntKey kLost{"lost",
                              {.low = 0, .high = 1 << 16, .fallback = 0},
                              "experts whose blocks follow one of an expert that is not here",
                              &kMoe};
inline constexpr FlagKey kRagged{"ragged", "1: the list ends with its last valid id", &kMoe};
inline constexpr ChoiceKey<NumPost> kNumPost{
    "num_post",
    {{"exact", NumPost::exact}, {"past", NumPost::past}, {"early", NumPost::early}, {"none", NumPost::none}},
    "num_post_padded: the list's length, past it, before it, or below 1",
    &kMoe};
inline constexpr IntKey kSpare{
    "spare", {.low = 0, .high = kMaxIds, .fallback = 0}, "rows of D that no position names", &kMoe};
inline constexpr FlagKey kFar{"far", "1: positions name the last rows of D first", &kMoe};

inline constexpr IntKey kSample{"sample",
                                {.low = 0, .high = 1024, .fallback = 0},
                                "stretches of a workgroup's columns, of 1024 with splits, that are computed "
                                "and compared; 0: the whole problem",
                                &kDense};

inline constexpr const cases::Key* kKeys[] = {&kColumns, &kSplitK, &kBlocks, &kBlockN, &kBlockM, &kADiv,
                                              &kWeights, &kPad,    &kPadId,  &kGap,    &kLost,   &kRagged,
                                              &kNumPost, &kSpare,  &kFar,    &kSample};

}  // namespace lockstep::problems::small_m

namespace lockstep::problems {

/// Sizes are taken as they are: a case outside the contract becomes a problem that check() refuses. Fails
/// only where no tensor could exist.
tl::expected<operators::SmallM, operators::Refusal> small_m_problem(const cases::Case& c);

kernels::SmallMCut small_m_cut(const cases::Case& c);

/// A part of a dense problem, where all of it would take too long: some stretches of columns.
struct SmallMSample {
  operators::SmallM problem;         ///< what is computed: the chosen columns, one behind another
  std::vector<std::int64_t> firsts;  ///< the first column of each stretch in the whole; none: all is computed
  std::int64_t columns = 0;          ///< columns of each stretch
};

/// What of `whole` the case has computed. Fails where n is not made of whole stretches.
tl::expected<SmallMSample, std::string> small_m_sample(const cases::Case& c, const operators::SmallM& whole,
                                                       const kernels::SmallMCut& cut);

/// Leaves the workgroups that compute or sum the sample.
void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::SmallM& whole,
               const SmallMSample& sample);

namespace small_m {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace small_m

}  // namespace lockstep::problems
