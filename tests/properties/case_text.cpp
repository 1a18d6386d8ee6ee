// The case line: what is printed is read back, and what can't be read is named.
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {

TEST_CASE("a printed case is read back as itself") {
  check_property("parse(print(c)) = c", [](std::uint64_t seed) {
    const cases::Case c = problems::draw({}, seed, 0);
    const auto again = cases::parse(cases::print(c));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == c);
  });
}

TEST_CASE("every key survives the round trip") {
  const std::string line =
      "grouped_gemm_contiguous@gfx950 groups=5 n=256 k=384 m=17,0*3,5 gap=2 pad=middle ragged=1 out=f16 "
      "data=codes "
      "scales=extreme recipe=floor place=straddle_4g seed=0x5eed schedule=random:7 model=exact build=O2";
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  CHECK(c->m == std::vector<std::int32_t>{17, 0, 0, 0, 5});
  CHECK(c->seed == 0x5eed);
  CHECK(cases::print(*c) == line);
}

TEST_CASE("a case that hunts runs under earliest, and says so in its line") {
  const std::string line = "k@gfx950 groups=1 n=128 k=128 m=1 schedule=hunt";
  const auto c = cases::parse(line), plain = cases::parse("k@gfx950 groups=1 n=128 k=128 m=1");
  REQUIRE(c.has_value());
  CHECK(c->hunts);
  CHECK(c->schedule.kind == machine::Schedule::Kind::earliest);
  CHECK(cases::print(*c) == line);
  CHECK_FALSE(*c == *plain);
}

TEST_CASE("the example of the documentation is a case") {
  const auto c = cases::parse(
      "grouped_gemm_masked@gfx950 groups=4 m_max=256 n=256 k=512 m=17,0,256,100 out=bf16 data=full "
      "seed=0x5eed schedule=latest model=fma_post");
  REQUIRE(c.has_value());
  CHECK(c->options[problems::grouped_gemm::kMMax] == 256);
  CHECK(c->schedule.kind == machine::Schedule::Kind::latest);
}

TEST_CASE("a malformed line says which word and what was expected") {
  struct Bad {
    const char* line;
    const char* says;
  };
  const Bad rows[] = {
      {"", "empty"},
      {"m=3", "KERNEL@ARCH"},
      {"k@gfx950 m=1 n", "not key=value"},
      {"k@gfx950 m=1 colour=", "not key=value"},
      {"k@gfx950 m=1 n=12x", "n=12x"},
      {"k@gfx950 m=1,,2", "m=1,,2"},
      {"k@gfx950 m=1*0", "m=1*0"},
      {"k@gfx950 m=1*99999999", "m="},
      {"k@gfx950 n=128", "m is missing"},
      {"k@gfx950 n=128 mm=3", "is mm=3 meant?"},
      {"k@gfx950 m=1 m=2", "given twice"},
      {"k@gfx950 groups=3 m=1,2", "groups=3"},
      {"k@gfx950 m=1 schedule=soon", "earliest, latest, vmem-late, lds-late, random:SEED or hunt"},
      {"k@gfx950 m=1 out=", "a format of the output"},
      {"k@gfx950 m=1 data=codes scales=quantised", "quantised"},
      {"k@gfx950 m=1 seed=", "seed="},
  };
  for (const Bad& bad : rows) {
    const auto c = cases::parse(bad.line);
    INFO(bad.line);
    REQUIRE_FALSE(c.has_value());
    INFO(c.error());
    CHECK(c.error().find(bad.says) != std::string::npos);
  }
}

TEST_CASE("no line, however broken, does more than fail") {
  check_property("parse of noise", [](std::uint64_t seed) {
    std::string line = cases::print(problems::draw({}, seed, 1));
    for (int i = 0; i < 4; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      line[std::size_t(seed >> 33) % line.size()] = char(seed >> 25);
    }
    const auto c = cases::parse(line);
    if (c) RC_ASSERT(cases::parse(cases::print(*c)).has_value());
  });
}

}  // namespace lockstep::tests
