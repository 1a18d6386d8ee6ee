// Whatever parts of a page were used together before, each byte remembers who used it last.
#include "emulator/checks/memory_use.hpp"

#include <random>
#include <vector>

#include "tests/catch.hpp"

using lockstep::checks::MemoryUse;

namespace {

constexpr std::uint64_t kBytes = MemoryUse::kPageBytes;

void use(MemoryUse::Page& page, std::vector<std::uint32_t>& plain, std::uint64_t first, std::uint64_t bytes,
         std::uint32_t by) {
  std::uint64_t at = first;
  page.for_each_cell(first, first + bytes, [&](std::uint64_t byte, std::uint64_t, MemoryUse::Cell& cell) {
    if (byte < at || byte >= first + bytes) FAIL("byte " << byte << " after " << at);
    at = byte + 1;
    cell.write.instruction = by;
  });
  for (std::uint64_t b = first; b < first + bytes; ++b) plain[b] = by;
}

void compare(MemoryUse::Page& page, const std::vector<std::uint32_t>& plain) {
  for (std::uint64_t b = 0; b < kBytes; ++b)
    page.for_each_cell(b, b + 1, [&](std::uint64_t byte, std::uint64_t count, const MemoryUse::Cell& cell) {
      if (byte != b || count != 1 || cell.write.instruction != plain[b])
        FAIL("byte " << b << ": " << cell.write.instruction << " at " << byte << ", not " << plain[b]);
    });
}

}  // namespace

TEST_CASE("a page's cells hold what one number a byte would hold, whatever sizes of use came before") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 40; ++round) {
    MemoryUse::Page page;
    std::vector<std::uint32_t> plain(kBytes);
    const int mixed = 1 << round % 12;  // one use in so many is of another size than the rest
    for (std::uint32_t by = 1; by <= 2000; ++by) {
      const std::uint64_t usual = random() % 2 == 0 ? 64 : 16;
      const std::uint64_t bytes = random() % std::uint64_t(mixed) == 0 ? 1 + random() % 96 : usual;
      const std::uint64_t unit = random() % 4 == 0 ? 1 : usual;
      use(page, plain, random() % (kBytes - bytes) / unit * unit, bytes, by);
    }
    compare(page, plain);
  }
}

TEST_CASE(
    "64 bytes that are used together are one cell, a quarter of them one, a dword one, and a byte one") {
  MemoryUse::Page page;
  const auto cells = [&](std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint64_t> at;
    page.for_each_cell(first, end,
                       [&](std::uint64_t byte, std::uint64_t, MemoryUse::Cell&) { at.push_back(byte); });
    return at;
  };
  REQUIRE(cells(0, 128) == std::vector<std::uint64_t>{0, 64});
  REQUIRE(cells(0, 32) == std::vector<std::uint64_t>{0, 16});
  REQUIRE(cells(20, 24) == std::vector<std::uint64_t>{20});
  REQUIRE(cells(16, 32) == std::vector<std::uint64_t>{16, 20, 24, 28});
  REQUIRE(cells(22, 23) == std::vector<std::uint64_t>{22});
  REQUIRE(cells(0, 128) == std::vector<std::uint64_t>{0, 16, 20, 21, 22, 23, 24, 28, 32, 48, 64});
}
