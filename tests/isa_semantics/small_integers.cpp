// gfx1250's integers of four and eight bits, and look-ups and sums of many dwords on all archs: by hand, and
// against bits and bytes taken one by one.
#include <random>

#include "emulator/isa/tables/lanes.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint8_t kASigned = 1, kBSigned = 2;

/// Bytes 1, 127, 255 or -1, 128 or -128, times 3, 2, 1, 254 or -2; and nibbles of which two are not 0.
std::vector<VectorCase> small_integer_cases() {
  constexpr std::uint64_t kBytesA = 0x80FF7F01, kBytesB = 0xFE010203;
  constexpr std::uint64_t kNibblesA = 0x8000000F, kNibblesB = 0xF0000002;
  const auto minus = [](std::uint32_t x) { return std::uint64_t{0u - x}; };
  return {
      v("v_dot4_i32_iu8", {kBytesA, kBytesB, 10}, 10 + 3 + 254 + 255 + 128 * 254),
      v("v_dot4_i32_iu8", {kBytesA, kBytesB, 10}, minus(128 * 254 - 256 - 10)).table(kASigned),
      v("v_dot4_i32_iu8", {kBytesA, kBytesB, 10}, 10 + 3 + 254 + 255 - 256).table(kBSigned),
      v("v_dot4_i32_iu8", {kBytesA, kBytesB, 10}, 10 + 3 + 254 - 1 + 256).table(kASigned | kBSigned),
      v("v_dot4_i32_iu8", {1, 1, 0x7FFFFFFF}, 0x80000000),
      v("v_dot8_i32_iu4", {kNibblesA, kNibblesB, 1}, 151),
      v("v_dot8_i32_iu4", {kNibblesA, kNibblesB, 1}, minus(121)).table(kASigned),
      v("v_dot8_i32_iu4", {kNibblesA, kNibblesB, 1}, 23).table(kBSigned),
      v("v_dot8_i32_iu4", {kNibblesA, kNibblesB, 1}, 7).table(kASigned | kBSigned),
      v("v_sat_pk4_i4_i8", {0x7F07F880}, 0x7788),
      v("v_sat_pk4_i4_i8", {0xFF00F708}, 0xF087),
      v("v_sat_pk4_u4_u8", {0xFF100F00}, 0xFFF0),
      v("v_sat_pk4_u4_u8", {0x0E030201}, 0xE321),
      // The table is source 1 below source 0: itself, and turned around.
      v("v_perm_pk16_b4_u4", {0xFEDCBA98, 0x76543210, 0x0123456789ABCDEF}, 0x0123456789ABCDEF),
      v("v_perm_pk16_b4_u4", {0x01234567, 0x89ABCDEF, 0x0123456789ABCDE0}, 0xFEDCBA987654321F),
      // Lane 5 and lane 21, in groups of 8 and of 32; addresses count bytes.
      v("v_permlane_idx_gen_b32", {3, 8}, 3 * 4).lane(5),
      v("v_permlane_idx_gen_b32", {9, 8}, 17 * 4).lane(21),
      v("v_permlane_idx_gen_b32", {40, 32}, 8 * 4).lane(21),
      v("v_permlane_idx_gen_b32", {9, 1}, 21 * 4).lane(21),
  };
}

std::string complaint(const isa::Semantics& row, const isa::VectorAlu& alu) {
  bool any = false;
  for (const VectorCase& one : small_integer_cases()) {
    if (one.mnemonic != row.mnemonic) continue;
    any = true;
    if (std::string wrong = check(alu, one); !wrong.empty()) return wrong;
  }
  return any ? "" : "no expectation";
}

const isa::Semantics& row_of(std::string_view mnemonic) {
  return *isa::find(mnemonic, isa::kGfx1250);
}

using Dwords = std::array<std::uint32_t, 4>;
Dwords random_dwords(std::mt19937& random) {
  Dwords all;
  for (std::uint32_t& x : all) x = std::uint32_t(random());
  return all;
}
bool bit(const Dwords& dwords, int at) {
  return (dwords[std::size_t(at / 32)] >> at % 32 & 1) != 0;
}

/// Bit for bit: of source 1's `low_bits` and source 0's bits above them.
Dwords looked_up(int bits, int low_bits, const std::array<Dwords, 3>& sources) {
  Dwords out{};
  for (int at = 0; at < 16 * bits; ++at) {
    int element = 0;
    for (int i = 0; i < 4; ++i) element |= int(bit(sources[2], at / bits * 4 + i)) << i;
    const int from = element * bits + at % bits;
    const bool set = from < low_bits ? bit(sources[1], from) : bit(sources[0], from - low_bits);
    out[std::size_t(at / 32)] |= std::uint32_t(set) << at % 32;
  }
  return out;
}

std::uint64_t sum_of_differences(const std::array<Dwords, 3>& sources, std::size_t place) {
  std::uint64_t sum = sources[2][place];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t at = place + i;
    const int a = int(sources[0][at / 4] >> at % 4 * 8 & 0xFF), b = int(sources[1][0] >> i * 8 & 0xFF);
    if (b != 0) sum += std::uint64_t(std::abs(a - b));
  }
  return sum;
}

Dwords evaluated(isa::BlockFunction function, const std::array<Dwords, 3>& sources) {
  Dwords out{};
  function({{sources[0].data(), sources[1].data(), sources[2].data()}, 0, 0, 0}, out.data());
  return out;
}

}  // namespace

TEST_CASE("gfx1250: small integers are what is said of their mnemonics") {
  for (const isa::Semantics& row : isa::gfx1250_small_integer_rows()) {
    INFO(row.mnemonic);
    if (const auto* alu = std::get_if<isa::VectorAlu>(&row.operation)) CHECK(complaint(row, *alu) == "");
    CHECK_FALSE(row.source.empty());
  }
  const auto alu = [](std::string_view name) { return std::get<isa::VectorAlu>(row_of(name).operation); };
  CHECK(complaint(row_of("v_sat_pk4_i4_i8"), alu("v_sat_pk4_u4_u8")) != "");
  CHECK(complaint(row_of("v_dot4_i32_iu8"), alu("v_dot4_u32_u8")) != "");
  CHECK(std::get<isa::LanePermute>(row_of("ds_bpermute_fi_b32").operation) ==
        isa::LanePermute::bpermute_of_all);
}

TEST_CASE("gfx1250: clamp holds a dot product of either sign in range") {
  isa::VectorAlu held = std::get<isa::VectorAlu>(row_of("v_dot4_i32_iu8").operation);
  held.evaluate = held.saturating;
  CHECK(check(held, v("v_dot4_i32_iu8", {1, 1, 0x7FFFFFFF}, 0x7FFFFFFF)) == "");
  CHECK(check(held, v("v_dot4_i32_iu8", {0xFF, 1, 0x80000000}, 0x80000000).table(kASigned)) == "");
  CHECK(check(held, v("v_dot4_i32_iu8", {0xFF, 1, 5}, 4).table(kASigned)) == "");
}

TEST_CASE("gfx1250: look-ups of six and eight bits are those of single bits") {
  std::mt19937 random(16);
  const auto row = [](std::string_view name) { return std::get<isa::BlockConvert>(row_of(name).operation); };
  for (int n = 0; n < 200; ++n) {
    const std::array sources{random_dwords(random), random_dwords(random), random_dwords(random)};
    CHECK(evaluated(row("v_perm_pk16_b6_u4").evaluate, sources) == looked_up(6, 64, sources));
    CHECK(evaluated(row("v_perm_pk16_b8_u4").evaluate, sources) == looked_up(8, 64, sources));
  }
}

TEST_CASE("v_mqsad_u32_u8 adds differences of bytes, but for those of zeros, and clamp holds the sums") {
  std::mt19937 random(8);
  for (const arch::Set arch : {isa::kGfx942, isa::kGfx950, isa::kGfx1250}) {
    const auto& row = std::get<isa::BlockConvert>(isa::find("v_mqsad_u32_u8", arch)->operation);
    for (int n = 0; n < 100; ++n) {
      std::array sources{random_dwords(random), random_dwords(random), random_dwords(random)};
      sources[1][0] &= ~(0xFFu << 8 * (n % 4));
      sources[2][1] = 0xFFFFFFF0;
      const Dwords sums = evaluated(row.evaluate, sources), held = evaluated(row.saturating, sources);
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint64_t sum = sum_of_differences(sources, i);
        CHECK(sums[i] == std::uint32_t(sum));
        CHECK(held[i] == std::min<std::uint64_t>(sum, 0xFFFFFFFF));
      }
    }
  }
}

}  // namespace lockstep::tests
