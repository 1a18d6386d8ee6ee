#include "emulator/matrix/multiply.hpp"

#include <cstddef>

#include "emulator/matrix/kernels.hpp"

namespace lockstep::matrix {
namespace {

// [Summation][InstructionSet]
constexpr Kernel* kKernels[3][3] = {
    {multiply_exact_baseline, multiply_exact_v3, multiply_exact_v4},
    {multiply_fma_chain_baseline, multiply_fma_chain_v3, multiply_fma_chain_v4},
    {multiply_aligned_baseline, multiply_aligned_v3, multiply_aligned_v4},
};
static_assert(int(Summation::exact) == 0 && int(Summation::fma_chain) == 1 && int(Summation::aligned) == 2);

}  // namespace

InstructionSet best_instruction_set() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4")) return InstructionSet::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return InstructionSet::v3;
#endif
  return InstructionSet::baseline;
}

void multiply(const Model& model, Shape shape, const Operand& a, const Operand& b, const float* c, float* d) {
  multiply_with(best_instruction_set(), model, shape, a, b, c, d);
}

void multiply_with(InstructionSet set, const Model& model, Shape shape, const Operand& a, const Operand& b,
                   const float* c, float* d) {
  kKernels[std::size_t(model.facts.summation)][std::size_t(set)](model.facts, shape, a, b, c, d);
}

}  // namespace lockstep::matrix
