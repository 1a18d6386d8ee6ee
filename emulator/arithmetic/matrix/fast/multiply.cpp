#include "emulator/arithmetic/matrix/fast/multiply.hpp"

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"

namespace lockstep::matrix {

void multiply(const Model& model, Shape shape, const Operand& a, const Operand& b, const float* c, float* d) {
  multiply_with(host::best_simd_level(), model, shape, a, b, c, d);
}

void multiply_with(SimdLevel level, const Model& model, Shape shape, const Operand& a, const Operand& b,
                   const float* c, float* d) {
  Multiplication(level, model, shape, *a.format, *b.format)(a, b, c, d);
}

}  // namespace lockstep::matrix
