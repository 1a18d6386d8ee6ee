// A footprint may say that two accesses meet when they don't, never the other way round.
#include <algorithm>

#include "catch.hpp"
#include "emulator/checks/outstanding.hpp"
#include "emulator/isa/register_uses.hpp"

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
  all.push(isa::Counter::lgkm, operation);
  return all;
}

bool overlap(int first, int count, int other, int others) {
  return first < other + others && other < first + count;
}

}  // namespace

TEST_CASE("footprints of accesses that meet have a bit in common") {
  for (const int accum_offset : {4, 8, 100, 128, 252, 256})
    for (const int filled : {0, 1, 5, 7, 8, 63, 99, 103, 127, 128, 200, 255, 256, 300, 508})
      for (const int count : {1, 2, 4}) {
        const checks::Outstanding loads = outstanding(false, filled, count);
        for (const File file : {File::vector, File::accumulator})
          for (int first = 0; first < 256; ++first)
            for (const int used : {1, 2, 8, 16}) {
              Footprint footprint;
              footprint.add(file, first, used);
              const int unified = first + (file == File::accumulator ? accum_offset : 0);
              if (overlap(filled, count, unified, used) &&
                  !loads.may_fill(footprint.unified(accum_offset), footprint.scalars))
                FAIL("registers " << filled << "+" << count << " and " << unified << "+" << used);
            }
      }
}

TEST_CASE("footprints of scalar accesses that meet have a bit in common, those of distant ones have not") {
  int told_apart = 0;
  for (int filled = 0; filled < 124; ++filled)
    for (const int count : {1, 2, 4}) {
      const checks::Outstanding loads = outstanding(true, filled, count);
      for (int first = 0; first < 127; ++first) {
        Footprint footprint;
        footprint.add(File::scalar, first, 2);
        const bool may = loads.may_fill(footprint.unified(256), footprint.scalars);
        if (overlap(filled, count, first, 2)) REQUIRE(may);
        told_apart += !may;
      }
    }
  REQUIRE(told_apart > 40'000);  // of 47,244
}

TEST_CASE("what nothing fills meets nobody, also after an operation is done") {
  checks::Outstanding loads = outstanding(false, 16, 4);
  Footprint footprint;
  footprint.add(File::vector, 16, 1);
  REQUIRE(loads.may_fill(footprint.unified(256), 0));
  loads.wait_for(isa::Counter::lgkm, 0);
  REQUIRE_FALSE(loads.may_fill(~std::uint64_t{0}, ~std::uint64_t{0}));
}
