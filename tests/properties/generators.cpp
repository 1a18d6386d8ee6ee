// The generator looks where it says it looks, draws only what kernels accept, and does so reproducibly.
#include <map>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "kernels/kernel.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

TEST_CASE("every drawn case is one its kernel accepts") {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const cases::Case c = problems::draw({}, 11, i);
    INFO(cases::print(c));
    const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
    REQUIRE(kernel != nullptr);
    const auto instance = problems::instantiate(c, *kernel);
    INFO((instance ? std::string() : instance.error()));
    CHECK(instance.has_value());
  }
}

// With and without the tensors, of cases that are taken and of those that are not.
TEST_CASE("launches_of says what an instance launches, and refuses what it refuses") {
  int taken = 0, refused = 0;
  for (std::uint64_t i = 0; i < 600; ++i) {
    cases::Case c = problems::draw({}, 12, i);
    if (i % 3 == 0) c.n += std::int64_t(i % 40);
    if (i % 5 == 0) c.k += std::int64_t(i % 48);
    INFO(cases::print(c));
    const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
    const auto instance = problems::instantiate(c, kernel);
    const auto launches = problems::launches_of(c, kernel);
    REQUIRE(launches.has_value() == instance.has_value());
    if (!launches) {
      CHECK(launches.error() == instance.error());
      ++refused;
      continue;
    }
    ++taken;
    const auto placed = (*instance)->place(0).launches;
    REQUIRE(launches->size() == placed.size());
    for (std::size_t at = 0; at < placed.size(); ++at) {
      CHECK((*launches)[at].symbol == placed[at].symbol);
      CHECK((*launches)[at].grid == placed[at].grid);
    }
  }
  CHECK(taken > 100);
  CHECK(refused > 50);
}

TEST_CASE("what every operator has is all drawn within a thousand cases") {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const cases::Case c = problems::draw({}, 5, i);
    ++seen["kernel " + c.kernel + "@" + c.arch];
    ++seen["data " + std::string(cases::name(c.data))];
    ++seen["scales " + std::string(cases::name(c.scales))];
    ++seen["place " + std::string(cases::name(c.place))];
    ++seen["model " + c.model];
    ++seen["build " + c.build];
    ++seen["out " + c.out];
  }
  for (const kernels::Kernel& k : kernels::kernels())
    CHECK(seen["kernel " + std::string(k.name) + "@" + std::string(k.arch)] > 0);
  for (const std::string_view data : cases::data_names()) CHECK(seen["data " + std::string(data)] > 0);
  for (const std::string_view scales : cases::scales_names())
    CHECK(seen["scales " + std::string(scales)] > 0);
  for (const matrix::Model& m : matrix::models(arch::kDefault))
    CHECK(seen["model " + std::string(m.name)] > 0);
  for (const char* other : {"place aligned", "place straddle_2g", "place straddle_4g", "build O3", "build O2",
                            "out bf16", "out f16"})
    CHECK(seen[other] > 0);
}

TEST_CASE("a case depends on seed and index alone") {
  const cases::Case ninth = problems::draw({}, 3, 9);
  for (std::uint64_t i = 0; i < 9; ++i) problems::draw({}, 3, i);
  CHECK(problems::draw({}, 3, 9) == ninth);
  CHECK_FALSE(problems::draw({}, 3, 8) == ninth);
  CHECK_FALSE(problems::draw({}, 4, 9) == ninth);
}

TEST_CASE("a space that asks for the exact grid gets nothing else") {
  problems::Space space;
  space.exact_grid_only = true;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const cases::Case c = problems::draw(space, 1, i);
    const auto instance = problems::instantiate(c, *kernels::find_kernel(c.kernel, c.arch));
    INFO(cases::print(c));
    REQUIRE(instance.has_value());
    CHECK((*instance)->on_exact_grid());
  }
}

}  // namespace lockstep::tests
