#define Eigen EigenV3
#define LOCKSTEP_LEVEL v3
#include "block_gemm_eigen.hpp"
