// Conditions on the facts of a model under which the kernels over whole tiles are right.
#pragma once

#include "emulator/arithmetic/matrix/models/facts.hpp"

namespace lockstep::matrix {

/// Whether the facts that no kernel reads have their default values.
bool is_plain(const Facts& facts);

bool rounds_to_nearest(const Facts& facts);

/// Summation::aligned: whether its kernels, which truncate products, floor all else, and hold sums in 64
/// bits, are right.
bool cuts_fit(const Facts& facts);

/// Summation::fma_chain: whether the kernels on bytes, which take whole blocks and round once for both
/// scales, are right.
bool sums_blocks_as_bytes(const Facts& facts);

}  // namespace lockstep::matrix
