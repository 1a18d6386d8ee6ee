// The keys of cases of the grouped GEMM whose groups divide k.
#pragma once

#include "properties/cases/elements.hpp"
#include "properties/cases/keys.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems::grouped_gemm_k {

using operators::Addend;

inline constexpr cases::ChoiceKey<Addend> kC{
    "c",
    {{"none", Addend::none}, {"in_place", Addend::in_place}, {"apart", Addend::apart}},
    "what is added: nothing, what D holds, or another tensor"};

inline constexpr cases::FlagKey kSample{
    "sample",
    "1: one tile of 128 by 128 of each group is computed and compared, instead of the whole problem"};

/// Numbers that the elements are drawn from; forced where kernels of two formats are compared.
inline constexpr cases::ChoiceKey<cases::Values> kValues{
    "values",
    {{"all", cases::Values::all}, {"shared", cases::Values::shared}},
    "shared: only numbers that e4m3fn and e4m3fnuz both have, with powers of two as scales, so that a case "
    "is the same "
    "problem on gfx950 and gfx942; not with data=full"};

inline constexpr const cases::Key* kKeys[] = {&kC, &kSample, &kValues};

}  // namespace lockstep::problems::grouped_gemm_k
