// Eight lanes of a division at once are those lanes apart: at every edge of what is ordinary, one lane in
// eight there and the others in its midst.
#include <random>

#include "emulator/isa/tables/host_lanes.hpp"
#include "host/simd_levels.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Lanes = std::array<std::uint32_t, isa::kMaxLanes>;

struct Left {
  Lanes destination{};
  std::uint64_t mask = 0;
  bool operator==(const Left&) const = default;
};

Left left_by(isa::LaneFunction function, const std::array<Lanes, 3>& sources, std::uint64_t carry) {
  Left left;
  isa::LaneInputs in;
  for (std::size_t s = 0; s < 3; ++s) in.source[s][0] = sources[s].data();
  in.carry = carry;
  isa::LaneOutputs out;
  out.destination[0] = left.destination.data();
  function(in, out);
  left.mask = out.mask;
  return left;
}

template <typename Row>
void check(const std::array<Lanes, 3>& sources, std::uint64_t carry) {
  const Left expected = left_by(&Row::evaluate, sources, carry);
  for (const host::SimdLevel level : host::simd_levels())
    REQUIRE(left_by(Row::description().by_level.at(level), sources, carry) == expected);
}

std::uint32_t with_exponent(std::uint32_t field, std::uint64_t draw) {
  return field << 23 | std::uint32_t(draw & 0x807F'FFFF);
}

TEST_CASE("divisions of eight lanes at once are those of each lane") {
  using Scale = isa::LaneRowOf<isa::scale_for_division<float>>;
  using Back = isa::LaneRowOf<isa::v_div_fmas<float>>;
  using Fix = isa::LaneRowOf<isa::v_div_fixup<float>>;
  std::mt19937_64 random(1);
  for (std::uint32_t below = 0; below < 256; ++below)
    for (const int edge : {-151, -150, -149, -126, -97, -96, -95, 0, 95, 96, 97, 1000}) {
      const std::uint32_t above = edge == 1000 ? std::uint32_t(random() % 26) : below + std::uint32_t(edge);
      if (above > 255) continue;
      std::array<Lanes, 3> sources;
      for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
        const bool at_edge = l % 8 == random() % 8 || l == 0;
        const auto ordinary = std::uint32_t(100 + random() % 60);
        sources[1][l] = with_exponent(at_edge ? below : ordinary, random());
        sources[2][l] = with_exponent(at_edge ? above : ordinary + std::uint32_t(random() % 40), random());
        if (random() % 4 == 0) sources[2][l] &= 0xFF80'0000;  // powers of two, zeros, infinities
        sources[0][l] = sources[1 + random() % 2][l];
      }
      check<Scale>(sources, 0);
      check<Fix>(sources, 0);
      for (const std::uint64_t carry : {std::uint64_t{0}, std::uint64_t(random())})
        check<Back>(sources, carry);
    }
}

}  // namespace
}  // namespace lockstep::tests
