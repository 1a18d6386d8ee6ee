// LDS knows blocks that are defined whole: what it says of a range is what its shadow says, or less.
#include <algorithm>
#include <random>
#include <vector>

#include "emulator/machine/memory/lds.hpp"
#include "tests/catch.hpp"

using lockstep::machine::Lds;

namespace {

constexpr std::uint32_t kBytes = 2000;

/// A byte each, as nobody who looks at every byte could get wrong.
struct Twin {
  std::vector<std::uint8_t> undefined = std::vector<std::uint8_t>(kBytes, 1);
  void set(std::uint64_t address, std::uint64_t bytes, std::uint8_t to) {
    std::fill_n(undefined.begin() + std::ptrdiff_t(address), bytes, to);
  }
  bool defined(std::uint64_t address, std::uint64_t bytes) const {
    const auto first = undefined.begin() + std::ptrdiff_t(address);
    return std::all_of(first, first + std::ptrdiff_t(bytes), [](std::uint8_t u) { return u == 0; });
  }
};

}  // namespace

TEST_CASE("LDS: blocks that are known to be defined are") {
  std::mt19937_64 random(5);
  Lds lds;
  int known = 0, unknown = 0;
  for (int round = 0; round < 50; ++round) {
    lds.reset(kBytes, 1);
    Twin twin;
    for (int step = 0; step < 60; ++step) {
      const std::uint64_t bytes = 1 + random() % 700, address = random() % (kBytes - bytes + 1);
      switch (random() % 4) {
        case 0:
          lds.define_few(address, bytes);
          twin.set(address, bytes, 0);
          break;
        case 1:
          if (bytes > 8) break;  // what is undefined is rare
          std::fill_n(lds.change_undefined(address, bytes), bytes, std::uint8_t{1});
          twin.set(address, bytes, 1);
          break;
        default:
          lds.define(address, bytes);
          twin.set(address, bytes, 0);
      }
      REQUIRE(std::equal(twin.undefined.begin(), twin.undefined.end(), lds.undefined()));
      const std::uint64_t asked = 1 + random() % 600, at = random() % (kBytes - asked + 1);
      const bool knows = lds.knows_defined(at, asked);
      if (knows) REQUIRE(twin.defined(at, asked));
      ++(knows ? known : unknown);
    }
  }
  CHECK(known > 200);
  CHECK(unknown > 200);
}

TEST_CASE("LDS: a row that is stored and loaded again needs no look at its shadow") {
  Lds lds;
  lds.reset(4096, 1);
  CHECK(!lds.knows_defined(1024, 1024));
  lds.define(1024, 1024);
  CHECK(lds.knows_defined(1024, 1024));
  CHECK(!lds.knows_defined(1023, 2));
  *lds.change_undefined(1500, 1) = 1;
  CHECK(!lds.knows_defined(1024, 1024));
  CHECK(lds.knows_defined(1536, 512));
}
