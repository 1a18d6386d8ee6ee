// Fragments are kept between matrix instructions until a register of theirs is written: by every way of
// writing one, a second product on the same operands is what it is in a program that has no first.
#include <algorithm>

#include "host/random.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

struct Way {
  const char* name;
  bool waits = true;      // for the write, before the second product
  bool is_early = false;  // a finding says so
};
constexpr Way kWays[] = {
    {"whole"},
    {"whole64"},
    {"pairs"},
    {"masked"},
    {"sdwa"},
    {"dpp"},
    {"half"},
    {"indexed"},
    {"block"},
    {"swap"},
    {"swapped"},
    {"permlane16"},
    {"permlane32"},
    {"writelane"},
    {"accread"},
    {"accwrite"},
    {"accmov"},
    {"product"},
    {"dense"},
    {"sparse"},
    {"accproduct"},
    {"global1"},
    {"global4"},
    {"global_high"},
    {"global_masked"},
    {"global_acc"},
    {"atomic"},
    {"lds1"},
    {"lds2"},
    {"lds_exchange"},
    {"lds_transposed"},
    {"permuted"},
    {"outstanding", false},
    {"outstanding_masked", false},
    {"early", true, true},
};

constexpr int kProduct = 4 * kRow;  // dwords

Setup setup_of(machine::Schedule schedule) {
  Setup setup;
  // Neither half has the largest exponent: read as floats, all are numbers.
  for (std::uint64_t i = 0; i < 24 * kRow; ++i)
    setup.input.push_back(std::uint32_t(host::hash(7, i)) & 0x3FFF'3FFF);
  setup.schedule = schedule;
  return setup;
}

std::vector<std::uint32_t> rows(const std::vector<std::uint32_t>& all, int first, int count) {
  return {all.begin() + first, all.begin() + first + count};
}

void check_findings(const Ran& ran, const Way& way) {
  INFO(ran.complaints());
  CHECK(!ran.outcome.stop);
  CHECK(ran.outcome.findings.size() == std::size_t(way.is_early));
  CHECK(ran.found(FindingKind::nop) == way.is_early);
}

void check_way(const Way& way, std::uint32_t operand, Setup setup) {
  INFO(way.name << " operand " << operand << " schedule " << int(setup.schedule.kind) << " "
                << setup.schedule.seed);
  setup.arguments = {1, operand};
  const Ran kept = run("fragments", way.name, setup);
  setup.arguments = {0, operand};
  const Ran fresh = run("fragments", way.name, setup);
  check_findings(kept, way);
  check_findings(fresh, way);
  const auto second = rows(kept.output, 0, kProduct), shadow = rows(kept.undefined, 0, kProduct);
  CHECK(second == rows(fresh.output, 0, kProduct));
  CHECK(shadow == rows(fresh.undefined, 0, kProduct));
  // The write shows: else a stale fragment would not.
  const bool differs = second != rows(kept.output, kProduct, kProduct);
  const bool undefined = std::ranges::any_of(shadow, [](std::uint32_t u) { return u != 0; });
  CHECK((differs || undefined));
  CHECK(undefined == (!way.waits && setup.schedule.kind == kLatest.kind));
}

TEST_CASE("a product after a register of its operands was written is that of the new register") {
  for (const Way& way : kWays)
    for (const std::uint32_t operand : {0u, 1u})
      for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(1), random_schedule(2)}) {
        // When a load that nobody waits for is done is drawn anew in either program.
        if (!way.waits && schedule.kind == machine::Schedule::Kind::random) continue;
        check_way(way, operand, setup_of(schedule));
      }
}

TEST_CASE("operands read in one format are read anew in another") {
  Setup setup = setup_of(kEarliest);
  const Ran alone = run("fragments", "other_format", setup);
  setup.arguments = {1};
  const Ran after = run("fragments", "other_format", setup);
  INFO(alone.complaints() << after.complaints());
  REQUIRE(alone.clean());
  REQUIRE(after.clean());
  CHECK(after.output == alone.output);
}

TEST_CASE("a workgroup does not see the fragments of the one before it") {
  Setup setup = setup_of(kEarliest);
  setup.launch.grid[0] = 2;
  setup.output_dwords = 2 * kProduct;
  const Ran ran = run("fragments", "next_workgroup", setup);
  REQUIRE(!ran.outcome.stop);
  const auto all_of = [&](int first, std::uint32_t shadow) {
    return std::ranges::all_of(rows(ran.undefined, first, kProduct),
                               [&](std::uint32_t u) { return u == shadow; });
  };
  CHECK(all_of(0, 0));
  CHECK(all_of(kProduct, 0xF));
}

}  // namespace
}  // namespace lockstep::tests
