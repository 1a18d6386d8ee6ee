// Elements decoded many at a time are those of the table, whatever stands beside them.
#include "reference/operators/decode_elements.hpp"

#include <vector>

#include "tests/catch.hpp"

namespace operators = lockstep::operators;

TEST_CASE("decode_elements: every code of both formats, at every place of a vector") {
  for (const operators::ElementTable* table : {&operators::kE4m3fn, &operators::kE4m3fnuz})
    for (std::size_t shift = 0; shift < 17; ++shift) {
      std::vector<std::uint8_t> codes(256 + shift);
      for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = std::uint8_t(i * 37 + shift);
      std::vector<double> values(codes.size());
      std::vector<float> weights(codes.size());
      operators::decode_values(*table, codes.data(), std::int64_t(codes.size()), values.data());
      operators::decode_weights(*table, codes.data(), std::int64_t(codes.size()), weights.data());
      for (std::size_t i = 0; i < codes.size(); ++i) {
        INFO(table->format.name << " code " << int(codes[i]));
        REQUIRE(values[i] == table->values[codes[i]]);
        REQUIRE(weights[i] == table->weights[codes[i]]);
      }
    }
}
