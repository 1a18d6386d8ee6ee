// What is worked out of a changed text by looking at the change alone is what is worked out of the whole.
#include "emulator/isa/changes.hpp"

#include <cstring>
#include <random>

#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/wait_states.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::isa {
namespace {

using Words = std::vector<std::uint32_t>;

Program decoded(const Words& words) {
  auto program = disassemble("gfx950", 0x1900, std::as_bytes(std::span(words)));
  REQUIRE(program.has_value());
  return std::move(*program);
}

struct Tally {
  int moved = 0;   ///< changes that made more or fewer instructions
  int paired = 0;  ///< … that brought a pair too close, or no longer
};

void compare(const Words& was, const Words& is, Tally& tally) {
  const Program before = decoded(was), whole = decoded(is);
  const auto quick = redisassemble(before, std::as_bytes(std::span(was)), std::as_bytes(std::span(is)));
  REQUIRE(quick.has_value());
  REQUIRE(*quick == whole);
  const WaitStates known = too_close(before), found = too_close(whole);
  REQUIRE(too_close(*quick, before, known) == found);
  tally.moved += whole.instructions.size() != before.instructions.size();
  tally.paired += found != known;
}

// Encodings: llvm-mc 22, gfx950.
constexpr std::uint32_t kNop = 0xBF800000, kEnd = 0xBF810000, kMfmaLow = 0xD3F30000, kMfmaHigh = 0x02020D04,
                        kReadV0 = 0x7E100300, kReadV9 = 0x7E100309, kBranch3 = 0xBF820003,
                        kMovLiteral = 0xBE8000FF;
// v_mfma_f32_16x16x32_fp8_fp8 v[0:3], …; s_branch past s_mov_b32 s0, … and s_nop; v_mov_b32 v8, v0
const Words kBranches{kMfmaLow, kMfmaHigh, kBranch3, kMovLiteral, 0, kNop, kReadV0, kEnd};

TEST_CASE("a pair that a branch brings too close comes and goes with what it leads to") {
  const auto pairs = [](const Words& words) { return too_close(decoded(words)).pairs.size(); };
  REQUIRE(pairs(kBranches) == 1);
  Words other_reader = kBranches, swallowed = kBranches;
  other_reader[6] = kReadV9;
  // The branch, itself untouched, leads into the middle of an instruction.
  swallowed[3] = swallowed[4] = kNop;
  swallowed[5] = kMovLiteral;
  Tally tally;
  for (const Words& is : {other_reader, swallowed}) {
    CHECK(pairs(is) == 0);
    compare(kBranches, is, tally);
    compare(is, kBranches, tally);
  }
  CHECK(tally.moved == 0);
  CHECK(tally.paired == 4);
}

TEST_CASE("without an instruction its neighbours meet, and who came to it comes to the next") {
  Words words = kBranches;
  words[6] = kNop;  // what the branch leads to: then four more, and the reader
  words[7] = kNop | 3;
  words.insert(words.end(), {kReadV0, kEnd});
  const Program program = decoded(words);
  const std::uint32_t nop = std::uint32_t(program.at(program.base + 4 * 6));
  CHECK(too_close(program).pairs.empty());
  const Program rest = without(program, nop + 1);
  REQUIRE(too_close(rest).pairs.size() == 1);
  CHECK(rest.instructions[too_close(rest).pairs[0].consumer].text == "v_mov_b32_e32 v8, v0");
  CHECK(without(program, nop).at(program.base + 4 * 6) == std::int32_t(nop));
  CHECK(without(program, nop).instructions[nop].text == "s_nop 3");
  CHECK(without(program, nop).at(program.base + 4 * 8) == std::int32_t(nop) + 1);
}

TEST_CASE("steps are counted back from a change, and no further than asked") {
  const Words was(12, kNop);
  Words is = was;
  is[8] = kEnd;
  const auto near = near_changes(decoded(was), decoded(is), 3);
  for (std::size_t i = 0; i < near.size(); ++i) CHECK(near[i] == (5 <= i && i <= 8));
}

Words forms() {
  const std::vector<std::byte> bytes = host::read_file(LOCKSTEP_FORMS).value();
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), 4 * words.size());
  REQUIRE(words.size() > 400);
  return words;
}

// Every form of every instruction, and branches and matrix products among them: pieces put elsewhere, and
// bits turned over.
TEST_CASE("whatever changes, looking at the change is enough") {
  Words all = forms();
  std::mt19937_64 random(7);
  const auto below = [&](std::size_t n) { return std::size_t(random() % n); };
  Tally tally;
  for (int n = 0; n < 400; ++n) {
    Words was(all.begin() + std::ptrdiff_t(below(all.size() - 160)), all.end());
    was.resize(160);
    for (std::size_t i = 3; i + 3 <= was.size(); i += 12)
      std::copy_n(kBranches.begin(), 3, was.begin() + std::ptrdiff_t(i));
    Words is = was;
    if (n % 4 == 0) is[below(is.size())] ^= 1u << below(32);
    const std::size_t length = 1 + below(6);
    for (std::size_t i = 0, from = below(154), to = below(154); n % 4 != 0 && i < length; ++i)
      is[to + i] = was[from + i];
    compare(was, is, tally);
  }
  CHECK(tally.moved > 20);
  CHECK(tally.paired > 50);
}

TEST_CASE("a text of another size is decoded anew") {
  const Words was{kNop, kEnd}, is{kNop, kNop, kEnd};
  const auto program =
      redisassemble(decoded(was), std::as_bytes(std::span(was)), std::as_bytes(std::span(is)));
  REQUIRE(program.has_value());
  CHECK(*program == decoded(is));
}

}  // namespace
}  // namespace lockstep::isa
