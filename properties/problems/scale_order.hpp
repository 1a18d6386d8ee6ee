// Which scale acts first behind sm_90's matrix instructions: what callables of grouped GEMMs are held to.
#pragma once

#include "emulator/arch/arch.hpp"
#include "properties/cases/case.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::problems {

inline constexpr cases::Scope kScaledBehind{
    "sm_90", [](const cases::Case& c) { return arch::has(c.arch, arch::Feature::warpgroups); }};
/// No kernel here has the other order.
inline constexpr cases::ChoiceKey<bool> kScaleOrder{
    "scale_order",
    {{"row_first", false}, {"product_first", true}},
    "of each 128 of k: r times A's scale, then fused with B's into the sum; or r fused with the product of "
    "both, as DeepGEMM's kernels have it and none here",
    &kScaledBehind};
inline constexpr OrderKey kRowFirst[] = {{"scale_order", "row_first"}};
inline constexpr OrderKey kProductFirst[] = {{"scale_order", "product_first"}};

}  // namespace lockstep::problems
