// Whole tensors through the block quantiser.
#pragma once

namespace lockstep::bench {

/// Bytes of binary32 per second, 1x32 blocks of float8_e4m3fn with e8m0 scales.
double quantise_1x32_e4m3(double seconds);
double dequantise_1x32_e4m3(double seconds);

}  // namespace lockstep::bench
