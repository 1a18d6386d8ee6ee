#include "tests/compiled/expressions.hpp"

extern "C" __attribute__((global)) void everything(unsigned* out, const unsigned* in) {
  lockstep::compiled::everything(out, in, __builtin_amdgcn_workitem_id_x());
}
