#include "tests/ground/product_plus.hpp"

// Two statements: g++ contracts across them, clang too when told `fast`.
float PRODUCT_PLUS(float a, float b, float c) {
  const float product = a * b;
  return product + c;
}
