// What the kernel finds in memory is what the reference computes with, byte for byte, through the documented
// layouts.
#include <algorithm>

#include "kernels/grouped_gemm/launch.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/data.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/operator.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {

namespace {

struct Byte {
  std::uint8_t value = 0;
  bool undefined = false;
};

Byte read(machine::Memory& memory, std::uint64_t address) {
  machine::Allocation* owner = memory.owner(address, 1);
  REQUIRE(owner != nullptr);
  Byte b;
  std::uint8_t undefined = 0;
  owner->read(address - owner->base(), &b.value, &undefined, 1);
  b.undefined = undefined != 0;
  return b;
}

// A grouped GEMM with its tensors placed: where each stands is read from the launch.
struct Small {
  cases::Case c;
  operators::GroupedGemm p;
  operators::GroupedGemmData d;
  std::unique_ptr<problems::Instance> instance;
};

Small made(const cases::Case& c) {
  const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
  auto problem = problems::problem_of(c, kernel);
  REQUIRE(problem.has_value());
  auto data = problems::make_data(c, *problem);
  REQUIRE(data.has_value());
  auto instance = problems::instantiate(c, kernel);
  REQUIRE(instance.has_value());
  return {c, std::move(*problem), std::move(data->operands), std::move(*instance)};
}

Small drawn(std::uint64_t seed) {
  problems::Space space;
  space.kernels = {"grouped_gemm_contiguous@gfx950", "grouped_gemm_masked@gfx950"};
  space.wide_offsets = false;
  return made(problems::draw(space, seed, 3));
}

std::uint64_t address(const problems::Placed& placed, std::string_view argument) {
  for (const code_object::NamedValue& value : placed.launches.at(0).arguments)
    if (value.name == argument) return value.bits;
  FAIL("the launch has no argument " << argument);
  return 0;
}

cases::Case masked(std::vector<std::int32_t> m, std::int64_t m_max) {
  cases::Case c;
  c.kernel = "grouped_gemm_masked";
  c.m = std::move(m);
  c.options.set(problems::grouped_gemm::kMMax, m_max);
  return c;
}

}  // namespace

TEST_CASE("tensors hold the case's operands where the contract says, and poison elsewhere") {
  check_property("tensors", [](std::uint64_t seed) {
    const Small small = drawn(seed);
    const operators::GroupedGemm& p = small.p;
    const operators::GroupedGemmData& d = small.d;
    RC_PRE(p.m > 0 && p.n > 0 && p.k > 0);  // else nothing is launched, or nothing read
    const std::int64_t scale_stride = p.padded_scales ? (p.m + 15) / 16 * 16 : p.m;
    const problems::Placed one = small.instance->place(1), two = small.instance->place(2);
    problems::Tensors &first = *one.tensors, &second = *two.tensors;
    const struct {
      std::uint64_t a, a_scale, b, b_scale;
    } at{address(one, "a"), address(one, "a_scale"), address(one, "b"), address(one, "b_scale")};
    const bool masked = p.grouping == operators::Grouping::masked;
    std::uint64_t x = seed;
    for (int i = 0; i < 64; ++i) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      const auto k = std::int64_t((x >> 20) % std::uint64_t(p.k)),
                 n = std::int64_t((x >> 40) % std::uint64_t(p.n));
      const auto group = std::int64_t((x >> 10) % std::uint64_t(p.groups));
      // B: the shuffle written out from its definition, not through reference/layouts.
      const std::int64_t in_plane =
          ((n / 16) * (p.k / 32) + k / 32) * 512 + (k / 16 % 2) * 256 + (n % 16) * 16 + k % 16;
      const std::uint64_t b_at = at.b + std::uint64_t(group * p.n * p.k + in_plane);
      const std::uint64_t b_scale_at =
          at.b_scale + std::uint64_t((group * (p.n / 128) + n / 128) * (p.k / 128) + k / 128);
      const int plane = d.plane_of_group[std::size_t(group)];
      RC_ASSERT(read(first.memory(), b_at).undefined == (plane < 0));
      if (plane >= 0) {
        RC_ASSERT(read(first.memory(), b_at).value == d.b[std::size_t((plane * p.n + n) * p.k + k)]);
        RC_ASSERT(read(first.memory(), b_scale_at).value ==
                  d.b_scale[std::size_t((plane * (p.n / 128) + n / 128) * (p.k / 128) + k / 128)]);
      }
      if (d.rows.empty()) continue;
      const std::size_t r = std::size_t(x % d.rows.size());
      const std::int64_t row = d.rows[r].row, of_group = masked ? row / p.m : 0,
                         in_group = masked ? row % p.m : row;
      RC_ASSERT(read(first.memory(), at.a + std::uint64_t(row * p.k + k)).value ==
                d.a[r * std::size_t(p.k) + std::size_t(k)]);
      const std::uint64_t a_scale_at =
          at.a_scale + std::uint64_t((of_group * (p.k / 128) + k / 128) * scale_stride + in_group);
      RC_ASSERT(read(first.memory(), a_scale_at).value ==
                d.a_scale[r * std::size_t(p.k / 128) + std::size_t(k / 128)]);
      RC_ASSERT(read(second.memory(), a_scale_at).value == read(first.memory(), a_scale_at).value);
    }
  });
}

// As Tensors places them: 1 TiB apart, where a case does not ask for another place.
machine::Allocation* input(machine::Memory& memory, int slot) {
  machine::Allocation* const found = memory.owner((std::uint64_t(slot) + 1) << 40 | 1 << 20, 1);
  return found == nullptr || found->writable() ? nullptr : found;
}

/// Pages that are defined whole in both: they hold the same. The first read shares them, a peek asks the
/// fill.
std::size_t check_defined_pages(machine::Allocation& first, const machine::Allocation& second) {
  std::size_t pages = 0;
  std::array<std::vector<std::uint8_t>, 2> data, undefined;
  for (std::uint64_t at = 0; at < first.size(); at += machine::kPageBytes) {
    const std::uint64_t bytes = std::min(machine::kPageBytes, first.size() - at);
    for (auto* some : {&data, &undefined})
      for (std::vector<std::uint8_t>& one : *some) one.assign(bytes, 0);
    first.read(at, data[0].data(), undefined[0].data(), bytes);
    second.peek(at, data[1].data(), undefined[1].data(), bytes);
    REQUIRE(undefined[0] == undefined[1]);
    if (std::ranges::count(undefined[0], 0) != std::ptrdiff_t(bytes)) continue;
    REQUIRE(data[0] == data[1]);
    ++pages;
  }
  return pages;
}

TEST_CASE("pages of inputs that are defined whole are the same whatever the poison") {
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    std::size_t pages = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      problems::Space space;
      space.kernels = {std::string(kernel.name) + "@" + std::string(kernel.arch)};
      space.wide_offsets = false;
      cases::Case c = problems::draw(space, seed, 3);
      c.place = cases::BasePlacement::aligned;
      CAPTURE(cases::print(c));
      auto instance = problems::instantiate(c, kernel);
      REQUIRE(instance.has_value());
      const problems::Placed one = (*instance)->place(1), two = (*instance)->place(2);
      for (int slot = 0; slot < 32; ++slot)
        if (machine::Allocation* const first = input(one.tensors->memory(), slot))
          pages += check_defined_pages(*first, *input(two.tensors->memory(), slot));
    }
    CAPTURE(kernel.name, kernel.arch);
    CHECK(pages > 0);
  }
}

TEST_CASE("a write outside the active rows is found, one inside is not") {
  const Small small = made(masked({3, 5}, 8));
  const problems::Placed placed = small.instance->place(9);
  problems::Tensors& tensors = *placed.tensors;
  machine::Allocation* out = tensors.memory().owner(address(placed, "d"), 1);
  REQUIRE(out != nullptr);
  const std::uint8_t defined = 0;
  std::uint8_t before = 0, undefined = 0;
  const auto flip = [&](std::uint64_t offset) {
    out->read(offset, &before, &undefined, 1);
    const std::uint8_t after = std::uint8_t(before ^ 1);
    out->write(offset, &after, &defined, 1);
  };
  flip((9 * 128 + 7) * 2);  // group 1, row 1: active
  CHECK_FALSE(tensors.first_stray_write().has_value());
  flip((4 * 128 + 7) * 2 + 1);  // group 0, row 4: past masked_m
  const auto stray = tensors.first_stray_write();
  REQUIRE(stray.has_value());
  CHECK(stray->row == 4);
  CHECK(stray->column == 7);
}

TEST_CASE("two poisons differ everywhere but in what is read") {
  const Small small = made(masked({0, 1}, 16));
  const problems::Placed one = small.instance->place(1), two = small.instance->place(2);
  const std::uint64_t a = address(one, "a");
  int same = 0;
  for (std::uint64_t i = 0; i < 1024; ++i)
    same += read(one.tensors->memory(), a + i).value == read(two.tensors->memory(), a + i).value;
  CHECK(same < 32);  // one in 256 by chance: group 0 is all poison
  CHECK(read(one.tensors->memory(), a).undefined);
}

// A kernel reads the bytes that it computes with, a device all of them.
TEST_CASE("every byte of a problem without rows that is computed in part can be looked at") {
  for (const char* line : {"small_m_gemv@gfx950 groups=1 n=64 k=160 m=0 sample=1024",
                           "small_m_mfma@gfx950 groups=1 n=64 k=256 m=0 sample=64",
                           "tensorwise_nt@gfx950 groups=1 n=256 k=256 m=0 sample=1"}) {
    CAPTURE(line);
    const cases::Case c = cases::parse(line).value();
    const auto instance = problems::instantiate(c, *kernels::find_kernel(c.kernel, c.arch));
    REQUIRE(instance.has_value());
    const problems::Placed placed = (*instance)->place(1);
    for (const problems::Tensors::Named& tensor : placed.tensors->named()) {
      if (tensor.bytes == 0) continue;
      std::vector<std::uint8_t> data(tensor.bytes), undefined(tensor.bytes);
      const machine::Allocation* const owner = placed.tensors->memory().owner(tensor.address, 1);
      REQUIRE(owner != nullptr);
      owner->peek(0, data.data(), undefined.data(), tensor.bytes);
      if (tensor.name == "b") CHECK(std::ranges::count(undefined, 1) == std::ptrdiff_t(tensor.bytes));
    }
  }
}

}  // namespace lockstep::tests
