// What a plan puts into a kernel's argument segment.
#include "kernels/launch_plan.hpp"

#include <cstring>

#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

std::uint32_t dword(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  REQUIRE(at + sizeof value <= bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace

// AMDGPUUsage, "Kernel Argument Metadata": hidden_block_count_* are workgroups, hidden_dynamic_lds_size is
// the dynamic LDS that the dispatch asks for.
TEST_CASE("a launch plan's hidden arguments are of all of its geometry") {
  code_object::Kernel kernel;
  kernel.name = "k";
  kernel.kernarg_bytes = 16;
  kernel.arguments = {
      {"n", 0, 4, "by_value"}, {"2", 4, 4, "hidden_block_count_y"}, {"3", 8, 4, "hidden_dynamic_lds_size"}};
  kernels::LaunchPlan plan;
  plan.grid = {2, 5, 1};
  plan.arguments = {{"n", 77}};
  plan.dynamic_lds = 4096;
  const auto packed = plan.pack(kernel);
  REQUIRE(packed);
  CHECK(dword(*packed, 0) == 77);
  CHECK(dword(*packed, 4) == 5);
  CHECK(dword(*packed, 8) == 4096);

  plan.segment.assign(16, std::byte{0xA5});  // packed already
  CHECK(dword(*plan.pack(kernel), 8) == 0xA5A5A5A5);
  plan.segment.clear();
  plan.arguments.clear();
  CHECK_FALSE(plan.pack(kernel));
}

}  // namespace lockstep::tests
