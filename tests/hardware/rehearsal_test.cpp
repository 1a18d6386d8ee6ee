// Everything around the GPU, rehearsed: what the capture draws, that it tells candidates apart, that it names
// the one that answered, and that its files hold what was recorded.
#include <cstdio>
#include <fstream>
#include <set>

#include "tests/catch.hpp"
#include "tests/hardware/project_model.hpp"
#include "tests/hardware/silicon_rehearsal.hpp"
#include "tests/hardware/survey.hpp"
#include "tests/hardware/vectors.hpp"

namespace {

using namespace lockstep::hardware;

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kDots = 40000;

std::unique_ptr<Silicon> planted(Id id, std::size_t candidate) {
  const Candidate truth = candidates(kInstructions[id])[candidate].candidate;
  return rehearse([truth](const Instruction&) { return truth; });
}

std::size_t index_of(Id id, const std::string& name) {
  const std::vector<NamedCandidate> all = candidates(kInstructions[id]);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return i;
  FAIL(kInstructions[id].name << " has no candidate " << name);
  return 0;
}

}  // namespace

TEST_CASE("a device that adds otherwise is caught, and the candidate it follows is named") {
  const struct {
    Id id;
    const char* planted;
    std::uint64_t first_tile = 0;  ///< where sums so small as show it are drawn, once in 10^5
  } cases[] = {
      {mma_m16n8k16_f16_f32, "F=24"},
      {mma_m16n8k16_f16_f32, "L=8"},
      {mma_m16n8k16_f16_f32, "align nearest"},
      {mma_m16n8k16_f16_f32, "result nearest"},
      {mma_m16n8k16_f16_f32, "nan=quiet"},
      {mma_m16n8k16_f16_f16, "floor=-14"},
      {mma_m16n8k16_bf16_f32, "no floor"},
      {mma_m16n8k16_bf16_f32, "floor=-132"},
      {mma_m16n8k16_bf16_f32, "floor=-134"},
      {mma_m16n8k16_bf16_f32, "overflow to largest"},
      {mma_m16n8k16_bf16_f32, "-0 kept"},
      {mma_m16n8k16_f16_f16, "-0 kept"},
      {mma_m16n8k16_f16_f16, "floor=-22", 7250},
      {mma_m16n8k16_f16_f16, "floor=-20", 9500},
      {wgmma_m64n8k32_e5m2_e5m2_f16, "-0 kept"},
      {mma_m16n8k16_bf16_f32, "-0 of -0s"},
      {mma_m16n8k16_bf16_f32, "flush operands"},
      {mma_m16n8k16_bf16_f32, "flush results"},
      {mma_m16n8k8_tf32_f32, "NaN before cut"},
      {mma_m16n8k8_tf32_f32, "L=4"},
      {mma_m16n8k32_e4m3_e5m2_f32, "C fused"},
      {mma_m16n8k32_e4m3_e5m2_f32, "ascending"},
      {wgmma_m64n8k32_e4m3_e4m3_f32, "F=14"},
      {wgmma_m64n8k32_e4m3_e4m3_f32, "result 23 bits"},
      {wgmma_m64n8k32_e4m3_e4m3_f32, "native, F=25"},
      {mma_m16n8k8_f64, "descending"},
  };
  for (const auto& one : cases) {
    INFO(kInstructions[one.id].name << " answers as " << one.planted);
    const std::vector<NamedCandidate> all = candidates(kInstructions[one.id]);
    const std::size_t planted_at = index_of(one.id, one.planted);
    const Survey s =
        survey(*planted(one.id, planted_at), one.id, kSeed, one.first_tile, kDots, {all[0], all[planted_at]});
    CHECK(s.wrong(0) > 0);
    CHECK(s.wrong(1) == 0);
    CHECK(s.best() == 1);
  }
}

TEST_CASE("among all candidates the planted one survives, and few beside it") {
  const Id id = mma_m16n8k8_tf32_f32;
  const std::size_t planted_at = index_of(id, "F=26");
  const Survey s = survey(*planted(id, planted_at), id, kSeed, 0, 6000, candidates(kInstructions[id]));
  CHECK(s.best() == planted_at);
  CHECK(s.wrong(planted_at) == 0);
  CHECK(s.tally.kept[gaps] > 0);
  CHECK(s.tally.nan_codes[0] == 0x7FFFFFFF);
}

TEST_CASE("the candidates of an instruction are distinct, the measured one is first") {
  for (const Instruction& in : kInstructions) {
    INFO(in.name);
    const std::vector<NamedCandidate> all = candidates(in);
    CHECK(all.size() <= std::size_t(kMaxCandidates));
    CHECK(all.front().name == "measured");
    std::set<std::string> names;
    for (const NamedCandidate& c : all) CHECK(names.insert(c.name).second);
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i].candidate != all[0].candidate);
  }
}

TEST_CASE("every operand position meets every kind of special value") {
  for (const Id id : {mma_m16n8k16_f16_f32, mma_m16n8k8_tf32_f32, wgmma_m64n8k32_e4m3_e5m2_f32}) {
    const Instruction& in = kInstructions[id];
    std::set<std::pair<int, int>> nans, infinities;
    for (std::uint64_t n = 0; n < 4000 * kRegimeCount; ++n) {
      const Tile t = tile(in, kSeed, n);
      if (t.regime != specials) continue;
      for (int side = 0; side < 2; ++side)
        for (int line = 0; line < in.n; ++line)
          for (int k = 0; k < in.k * t.steps; ++k) {
            const Encoding& f = side == 0 ? in.a : in.b;
            const Term x = decode(f, element(in, t, side, line, k), Candidate{});
            if (x.nan) nans.insert({side, k});
            if (x.infinite) infinities.insert({side, k});
          }
    }
    CHECK(nans.size() == std::size_t(2 * in.k * kMaxSteps));
    CHECK(infinities.size() == std::size_t((in.a.has_infinity + in.b.has_infinity) * in.k * kMaxSteps));
  }
}

TEST_CASE("the finite regimes draw codes of their format and no special") {
  for (const Instruction& in : kInstructions)
    for (std::uint64_t n = 0; n < 8 * kRegimeCount; ++n) {
      const Tile t = tile(in, kSeed, n);
      for (int k = 0; k < in.k * t.steps; ++k)
        for (int side = 0; side < 2; ++side) {
          const Encoding& f = side == 0 ? in.a : in.b;
          const std::uint64_t code = element(in, t, side, 3, k);
          REQUIRE((code & ~code_mask(f)) == 0);
          const Term x = decode(f, code, Candidate{});
          if (t.regime != any_bits && t.regime != specials) REQUIRE_FALSE((x.nan || x.infinite));
        }
    }
}

TEST_CASE("the measured candidates and the project's units are the same functions") {
  for (int i = 0; i < kInstructionCount; ++i) {
    INFO(kInstructions[i].name);
    const Comparison c = compare_project(*planted(Id(i), 0), Id(i), kSeed, 0, 10000, 60, 1);
    CHECK(c.ran);
    CHECK(c.wrong == 0);
    CHECK(compare_project(*planted(Id(i), 1), Id(i), kSeed, 0, 10000, 60, 1).wrong > 0);
  }
}

TEST_CASE("vector files hold what was recorded, and damage is noticed") {
  const auto folder = std::filesystem::temp_directory_path();
  for (const Id id : {mma_m16n8k8_f16_f16, mma_m16n8k4_f64, wgmma_m64n8k32_e4m3_e5m2_f32}) {
    const auto file = folder / (std::string("lockstep_rehearsal_") + kInstructions[id].name + ".vectors");
    Vectors written{}, read{};
    std::string error;
    REQUIRE(record(*planted(id, 0), id, kSeed, written));
    REQUIRE(write_vectors(file, written));
    REQUIRE(read_vectors(file, read, error));
    CHECK(read.instruction == written.instruction);
    CHECK(read.device == "rehearsal");
    CHECK(read.seed == kSeed);
    REQUIRE(read.tiles.size() == written.tiles.size());
    for (std::size_t i = 0; i < read.tiles.size(); ++i) {
      CHECK(read.tiles[i].a == written.tiles[i].a);
      CHECK(read.tiles[i].b == written.tiles[i].b);
      CHECK(read.tiles[i].c == written.tiles[i].c);
      CHECK(read.tiles[i].d == written.tiles[i].d);
    }
    const auto size = std::filesystem::file_size(file);
    std::filesystem::resize_file(file, size - 1);
    CHECK_FALSE(read_vectors(file, read, error));
    std::filesystem::resize_file(file, size + 1);
    CHECK_FALSE(read_vectors(file, read, error));
    std::filesystem::remove(file);
  }
}
