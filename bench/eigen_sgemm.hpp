// Eigen's float matrix product with the host's vectors, 512 x 512 in depth of 128: the yardstick that engineers know.
#pragma once

namespace lockstep::bench {

double eigen_sgemm(double seconds);  ///< multiply-accumulates per second

}  // namespace lockstep::bench
