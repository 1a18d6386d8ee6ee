// What a fuzz target is: a function that takes any bytes. It ends in a verdict or a clear error, within its
// budget; whatever else happens is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::fuzz {

/// Each executable links one.
void run_one(std::span<const std::uint8_t> input);

/// Ends the process, with the words, when the condition fails.
void demand(bool condition, const char* words);

/// Changes an input as bytes or as dwords: flips, sets, copies, moves, inserts, cuts. `seed` decides.
void mutate(std::vector<std::uint8_t>& input, std::uint64_t seed, std::size_t largest);

}  // namespace lockstep::fuzz
