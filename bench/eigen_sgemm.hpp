// Eigen's float matrix product: the yardstick that engineers know.
#pragma once

namespace lockstep::bench {

double eigen_sgemm(double seconds);  ///< multiply-accumulates per second

}  // namespace lockstep::bench
