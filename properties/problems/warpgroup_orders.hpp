// How long chains of sm_90's matrix instructions are, and which scale acts first behind them: what callables
// are held to. Kernels here have the first of each alone.
#pragma once

#include "emulator/arch/arch.hpp"
#include "properties/cases/case.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::problems {

inline constexpr cases::Scope kOfWarpgroups{
    "sm_90", [](const cases::Case& c) { return arch::has(c.arch, arch::Feature::warpgroups); }};
inline constexpr cases::ChoiceKey<bool> kScaleOrder{
    "scale_order",
    {{"row_first", false}, {"product_first", true}},
    "of each 128 of k: r times A's scale, then fused with B's into the sum; or r fused with the product of "
    "both, as DeepGEMM's kernels have it and none here",
    &kOfWarpgroups};
inline constexpr OrderKey kRowFirst[] = {{"scale_order", "row_first"}};
inline constexpr OrderKey kProductFirst[] = {{"scale_order", "product_first"}};

inline constexpr cases::ChoiceKey<std::int64_t> kChain{
    "chain",
    {{"whole", 0}, {"128", 128}, {"64", 64}, {"32", 32}},
    "k that instructions add up before their sum is added in f32; whole: all of it",
    &kOfWarpgroups};
inline constexpr OrderKey kWhole[] = {{"chain", "whole"}};
inline constexpr OrderKey kPromoted[] = {{"chain", "128"}};

}  // namespace lockstep::problems
