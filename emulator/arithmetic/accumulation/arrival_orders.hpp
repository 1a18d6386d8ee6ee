// What a bf16 element may hold after atomic additions: every result that some order of arrival reaches.
//
// An atomic addition is one bf16 addition of what is in memory and what arrives, rounded to nearest even.
// Additions to one element happen one after another, in an order nobody promises; so an element is right when
// an order exists that explains it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::accumulation {

inline constexpr std::size_t kMostAddends = 9;

/// One bf16 addition, as the atomic performs it; NaN is the format's quiet NaN.
std::uint16_t add_bf16(std::uint16_t a, std::uint16_t b);

/// All reachable bit patterns, ascending. Each set of addends that have arrived is visited once: at most 2^9
/// sets, with the patterns reachable by each, instead of 9! orders. At most kMostAddends addends.
std::vector<std::uint16_t> reachable(std::uint16_t initial, std::span<const std::uint16_t> addends);

/// Whether `code` is reachable; NaNs are one class. Tries the order given first, which usually explains it.
bool is_reachable(std::uint16_t initial, std::span<const std::uint16_t> addends, std::uint16_t code);

}  // namespace lockstep::accumulation
