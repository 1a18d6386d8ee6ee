#include "host/demangle.hpp"

#include "tests/catch.hpp"

using lockstep::host::demangled;

TEST_CASE("symbols are called as the source calls them") {
  CHECK(demangled("_Z1kPfif") == "k(float*, int, float)");
  CHECK(demangled("k") == "k");
  CHECK(demangled("i") == "i");  // which is a type's code
  CHECK(demangled("_Z") == "_Z");
}

// Itanium C++ ABI, "Builtin types": DF <number> _ is _FloatN, DF16b std::bfloat16_t. Symbols of clang 22.
TEST_CASE("types of 16 bits are known, whatever the library knows") {
  CHECK(demangled("_Z1kPDF16_") == "k(_Float16*)");
  const std::string bf16 = demangled("_ZN1n1tIDF16bLi3EEEvPT_S1_DF16_");
  CHECK((bf16 == "void n::t<__bf16, 3>(__bf16*, __bf16, _Float16)" ||
         bf16 == "void n::t<std::bfloat16_t, 3>(std::bfloat16_t*, std::bfloat16_t, _Float16)"));
  CHECK(demangled("_Z5DF16_i") == "DF16_(int)");
}
