#include "host/instruction_set.hpp"

namespace lockstep::host {

InstructionSet best_instruction_set() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4"))
    return __builtin_cpu_supports("avx512vnni") ? InstructionSet::v4_vnni : InstructionSet::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return InstructionSet::v3;
#endif
  return InstructionSet::baseline;
}

}  // namespace lockstep::host
