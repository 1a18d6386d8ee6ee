// Bank conflicts against what can be counted on paper from the rows' phases.
#include "emulator/observe/lds_banks.hpp"

#include <bit>

#include "tests/catch.hpp"

using namespace lockstep;
using observe::bank_conflicts;
using observe::lds_phases;

namespace {

using Addresses = std::array<std::uint64_t, isa::kMaxLanes>;
constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

Addresses strided(std::uint64_t bytes) {
  Addresses a{};
  for (std::size_t l = 0; l < a.size(); ++l) a[l] = l * bytes;
  return a;
}

int conflicts(std::string_view arch, bool load, int bytes, const Addresses& a,
              std::uint64_t lanes = kAllLanes) {
  const observe::LdsPhases* const row = lds_phases(arch, load, bytes);
  REQUIRE(row != nullptr);
  return bank_conflicts(*row, a, lanes);
}

}  // namespace

TEST_CASE("lds banks: every row deals each lane to one phase, and a phase wants at most all banks once") {
  for (const char* arch : {"gfx942", "gfx950"})
    for (const bool load : {true, false})
      for (const int bytes : {4, 8, 16}) {
        const observe::LdsPhases* const row = lds_phases(arch, load, bytes);
        REQUIRE(row != nullptr);
        std::uint32_t seen = 0;
        for (const std::uint32_t phase : row->lanes) {
          CHECK((seen & phase) == 0);
          seen |= phase;
          CHECK(std::popcount(phase) * bytes <= row->banks * 4);
        }
        CHECK(seen == ~0u);
      }
}

TEST_CASE("lds banks: neighbours never conflict, and one dword is read by all at once") {
  for (const char* arch : {"gfx942", "gfx950"})
    for (const int bytes : {4, 8, 16}) {
      CHECK(conflicts(arch, true, bytes, strided(std::uint64_t(bytes))) == 0);
      CHECK(conflicts(arch, false, bytes, strided(std::uint64_t(bytes))) == 0);
      CHECK(conflicts(arch, true, bytes, strided(0)) == 0);
    }
}

TEST_CASE("lds banks: lanes a row of banks apart take turns") {
  // gfx942: 32 banks, two phases of 32 dwords, each served 32 times in place of once.
  CHECK(conflicts("gfx942", true, 4, strided(128)) == 2 * 31);
  // gfx950 reads 16 bytes in four phases of 16 lanes.
  CHECK(conflicts("gfx950", true, 16, strided(256)) == 4 * 15);
  // and 8 bytes in two phases of 32.
  CHECK(conflicts("gfx950", true, 8, strided(256)) == 2 * 31);
  // Rows of 128 bytes: of 64 banks every second row begins at the same.
  CHECK(conflicts("gfx950", true, 8, strided(128)) == 2 * 15);
}

TEST_CASE("lds banks: who shares a phase decides") {
  // Lanes 0 and 12 of a 16-byte read on gfx950 meet; lanes 0 and 4 don't; on gfx942 0 and 20 do, 0 and 12
  // don't.
  const auto pair = [](int other, std::uint64_t stride) {
    Addresses a{};
    a[std::size_t(other)] = stride;
    return a;
  };
  const auto lanes = [](int other) { return std::uint64_t{1} | std::uint64_t{1} << other; };
  CHECK(conflicts("gfx950", true, 16, pair(12, 256), lanes(12)) == 1);
  CHECK(conflicts("gfx950", true, 16, pair(4, 256), lanes(4)) == 0);
  CHECK(conflicts("gfx942", true, 16, pair(20, 128), lanes(20)) == 1);
  CHECK(conflicts("gfx942", true, 16, pair(12, 128), lanes(12)) == 0);
  // Lanes that are off want nothing.
  CHECK(conflicts("gfx950", true, 16, pair(12, 256), 1) == 0);
}

TEST_CASE("lds banks: what no row describes is nothing to guess about") {
  CHECK(lds_phases("gfx950", true, 12) == nullptr);
  CHECK(lds_phases("gfx1250", true, 4) == nullptr);
}
