// The keys of cases of the grouped GEMM whose groups divide k.
#pragma once

#include "properties/cases/keys.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems::grouped_gemm_k {

using operators::Addend;

inline constexpr cases::ChoiceKey<Addend> kC{
    "c",
    {{"none", Addend::none}, {"in_place", Addend::in_place}, {"apart", Addend::apart}},
    "what is added: nothing, what D holds, or another tensor"};

inline constexpr cases::FlagKey kSample{
    "sample", "1: one tile of 128 by 128 of each group is computed and compared, instead of the whole problem"};

inline constexpr const cases::Key* kKeys[] = {&kC, &kSample};

}  // namespace lockstep::problems::grouped_gemm_k
