#define Eigen EigenV3
#define LOCKSTEP_LEVEL v3
#include "reference/operators/block_gemm_eigen.hpp"
