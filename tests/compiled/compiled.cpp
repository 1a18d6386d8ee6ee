// What clang makes of C++ at every level of optimisation computes what the host computes.
#include <random>

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/compiled/expressions.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

constexpr unsigned kMostSlots = 400;

/// Bits of every kind: random ones, small numbers of either sign, floats near one another.
std::vector<std::uint32_t> draw(std::mt19937& random) {
  std::vector<std::uint32_t> in(kRow * compiled::kRows);
  for (std::uint32_t& x : in) {
    const auto bits = std::uint32_t(random());
    switch (random() % 4) {
      case 0:
        x = bits;
        break;
      case 1:
        x = bits % 64 - 32;
        break;
      case 2:
        x = (bits & 0x807FFFFF) | (120 + bits % 16) << 23;
        break;
      default:
        x = (bits & 0x83FF83FF) | (14 + bits / 1024 % 4) * 0x04000400;
        break;
    }
  }
  return in;
}

std::vector<std::uint32_t> by_the_host(const std::vector<std::uint32_t>& in, unsigned& slots) {
  std::vector<std::uint32_t> out(kRow * kMostSlots, kUntouched);
  for (unsigned lane = 0; lane < kRow; ++lane)
    slots = unsigned(compiled::everything(out.data(), in.data(), lane) - out.data()) / kRow;
  return out;
}

Ran by_the_machine(const std::string& arch, const std::string& level, const std::vector<std::uint32_t>& in,
                   std::uint64_t seed) {
  Setup setup;
  if (arch == "gfx942") setup.model = "cdna3";
  if (arch == "gfx1250") setup.model = "wmma_functional";
  setup.input = in;
  setup.output_dwords = kRow * kMostSlots;
  setup.schedule = random_schedule(seed);
  return run(fmt::format("everything.{}.{}", arch, level), "everything", setup);
}

/// The first difference, or nothing.
std::string difference(const std::vector<std::uint32_t>& machine, const std::vector<std::uint32_t>& host) {
  for (std::size_t i = 0; i < host.size(); ++i)
    if (machine[i] != host[i])
      return fmt::format("slot {} of lane {} is {:#x}, not {:#x}", i / kRow, i % kRow, machine[i], host[i]);
  return {};
}

TEST_CASE("compiled: expressions at O0 to O3 on every arch are the host's", "[compiled]") {
  std::mt19937 random(20261123);
  for (int round = 0; round < 16; ++round) {
    const auto in = draw(random);
    unsigned slots = 0;
    const auto host = by_the_host(in, slots);
    REQUIRE(slots > 150);
    REQUIRE(slots < kMostSlots);
    for (const char* arch : {"gfx942", "gfx950", "gfx1250"})
      for (const char* level : {"O0", "O1", "O2", "O3"}) {
        const Ran ran = by_the_machine(arch, level, in, std::uint64_t(round));
        INFO(arch << " " << level << ", round " << round << ": " << ran.complaints());
        CHECK(ran.clean());
        CHECK(difference(ran.output, host) == "");
      }
  }
}

TEST_CASE("compiled: another input is another output", "[compiled]") {
  std::mt19937 random(1);
  auto in = draw(random);
  unsigned slots = 0;
  const auto host = by_the_host(in, slots);
  in[17] ^= 1;
  CHECK(difference(by_the_machine("gfx950", "O2", in, 1).output, host).starts_with("slot 0 of lane 17"));
}

}  // namespace
}  // namespace lockstep::tests
