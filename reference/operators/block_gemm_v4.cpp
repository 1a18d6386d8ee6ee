#define Eigen EigenV4
#define LOCKSTEP_LEVEL v4
#include "reference/operators/block_gemm_eigen.hpp"
