// Footprints say of accesses and outstanding operations whether they meet, whatever the numbering.
#include "emulator/checks/outstanding.hpp"
#include "emulator/isa/register_uses.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using isa::File;
using isa::Footprint;

namespace {

/// An operation that fills registers, outstanding alone.
checks::Outstanding outstanding(bool scalar, int first, int count) {
  checks::OutstandingOperation operation;
  operation.scalar = scalar;
  operation.first = std::uint16_t(first);
  operation.count = std::uint16_t(count);
  checks::Outstanding all;
  all.push(isa::Counter::lgkm, operation, 15);
  return all;
}

Footprint footprint(File file, int first, int count) {
  Footprint of;
  of.add({file, isa::Role::source, std::uint16_t(first), std::uint16_t(count)});
  return of;
}

bool overlap(int first, int count, int other, int others) {
  return first < other + others && other < first + count;
}

}  // namespace

TEST_CASE("footprints of vector registers and accumulators meet what fills one of them, nothing else") {
  for (const int accum_offset : {4, 8, 64, 100, 128, 252, 256})
    for (const int filled : {0, 1, 5, 63, 64, 99, 103, 127, 128, 200, 255, 256, 300, 508})
      for (const int count : {1, 2, 4}) {
        const checks::Outstanding loads = outstanding(false, filled, count);
        for (const File file : {File::vector, File::accumulator})
          for (int first = 0; first < 256; ++first)
            for (const int used : {1, 2, 8, 16}) {
              if (first + used > 256) continue;
              const int unified = first + (file == File::accumulator ? accum_offset : 0);
              if (loads.fills(footprint(file, first, used), accum_offset) !=
                  overlap(filled, count, unified, used))
                FAIL("registers " << filled << "+" << count << " and " << unified << "+" << used);
            }
      }
}

TEST_CASE("footprints of scalar registers meet what fills one of them, nothing else") {
  for (int filled = 0; filled < 124; ++filled)
    for (const int count : {1, 2, 4}) {
      const checks::Outstanding loads = outstanding(true, filled, count);
      for (int first = 0; first < 127; ++first)
        if (loads.fills(footprint(File::scalar, first, 2), 256) != overlap(filled, count, first, 2))
          FAIL("scalars " << filled << "+" << count << " and " << first << "+2");
    }
}

TEST_CASE("an instruction's accesses are one footprint; what is done meets nobody") {
  checks::Outstanding loads = outstanding(false, 16, 4);
  Footprint both = footprint(File::scalar, 16, 4);
  REQUIRE_FALSE(loads.fills(both, 256));
  both.add({File::vector, isa::Role::source, 19, 1});
  REQUIRE(loads.fills(both, 256));
  loads.wait_for(isa::Counter::lgkm, 0);
  REQUIRE_FALSE(loads.fills(both, 256));
}
