// Which facts the kernels over whole tiles can have.
#pragma once

#include "emulator/arithmetic/matrix/models/facts.hpp"

namespace lockstep::matrix {

/// What no kernel looks at is as it is by default.
bool is_plain(const Facts& facts);

bool rounds_to_nearest(const Facts& facts);

/// Of Summation::aligned: its kernels truncate products, floor all else, and hold sums in 64 bits.
bool cuts_fit(const Facts& facts);

/// Of Summation::fma_chain: whether the kernels on bytes, which take whole blocks and round once for both scales, are right.
bool sums_blocks_as_bytes(const Facts& facts);

}  // namespace lockstep::matrix
