// The pages that lanes use are those of each lane asked by itself.
#include "emulator/machine/transfers/lane_pages.hpp"

#include <set>

#include "host/random.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using host::hash;
using machine::kMaxLanes;
using machine::kPageBytes;
using machine::all_lanes::Addresses;
using machine::all_lanes::PageSpan;

constexpr std::uint64_t kBase = 0x7'0000'0000'0000;

template <int kLanes>
void check_span(const Addresses& address, int bytes) {
  std::set<std::uint64_t> pages;
  bool crosses = false;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t at = address[l];
    pages.insert((at - kBase) / kPageBytes);
    crosses |= (at - kBase) / kPageBytes != (at - kBase + std::uint64_t(bytes) - 1) / kPageBytes;
  }
  PageSpan span;
  const bool found = machine::all_lanes::find_span<kLanes>(address, kBase, bytes, span);
  REQUIRE(found == (!crosses && *pages.rbegin() - *pages.begin() < PageSpan::kMost));
  if (!found) return;
  REQUIRE(span.lowest == *pages.begin());
  std::uint64_t used = 0;
  for (const std::uint64_t page : pages) used |= std::uint64_t{1} << (page - span.lowest);
  REQUIRE(span.used == used);
}

TEST_CASE("the pages of lanes, near one another, at the ends of pages, and as far apart as may be") {
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    for (const std::uint64_t pages : {1, 3, 63, 64, 65, 200})
      for (const int bytes : {1, 2, 4, 8, 12, 16}) {
        const std::uint64_t first = host::hash(seed, 1) % 8 * 1'000'003;  // beyond 2 GiB, too
        Addresses address;
        for (std::size_t l = 0; l < kMaxLanes; ++l) {
          const std::uint64_t draw = host::hash(seed, l + 2);
          address[l] = kBase + (first + draw % pages) * kPageBytes + (draw >> 32) % (kPageBytes - 16);
        }
        address[seed % kMaxLanes] = kBase + first * kPageBytes;
        address[(seed + 1) % kMaxLanes] =
            kBase + (first + pages - 1) * kPageBytes + kPageBytes - std::uint64_t(bytes) + seed / 64 % 2;
        check_span<kMaxLanes>(address, bytes);
        check_span<kMaxLanes / 2>(address, bytes);
      }
}

}  // namespace
}  // namespace lockstep::tests
