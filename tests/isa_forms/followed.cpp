// What is said of an instruction's results must hold: bytes with equal fingerprints are equal, whatever else
// differs, and bytes without one are the same for all data.
//
// Every form of every mnemonic that kernels use is executed on the same data again and again, under other
// modes, carries, lanes, known operands and previous results. A rule that leaves out something that decides a
// byte gives one fingerprint to two values.
#include <array>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "tests/catch.hpp"
#include "tests/isa_forms/followed_values.hpp"

namespace lockstep::tests {
namespace {

using fingerprint::Fingerprint;

struct Tally {
  int tried = 0, followed = 0;
  std::map<std::string, std::string> wrong{};  ///< by mnemonic
};

using Forgotten = FollowedWave::Forgotten;

/// Follows the instructions whose mnemonics begin so.
Tally follow(OneWave& one, Forgotten forgotten = Forgotten::nothing, std::string_view mnemonics = "",
             int runs = 3) {
  FollowedWave first(one, 1), second(one, 2);
  Values of_first, of_second;
  Tally tally;
  for (std::size_t i = 0; i < one.program().instructions.size(); ++i) {
    const isa::Instruction& instruction = one.program().instructions[i];
    if (instruction.semantics == nullptr || !is_tried(instruction)) continue;
    if (!instruction.mnemonic.starts_with(mnemonics)) continue;
    ++tally.tried;
    bool followed = false;
    for (int run = 0; run < runs; ++run) {
      const auto seed = std::uint32_t(i * 16 + std::size_t(run));
      const auto a = first.run({&i, 1}, seed, forgotten), b = second.run({&i, 1}, seed, forgotten);
      if (!a || !b) continue;
      const bool is_taken_for = forgotten == Forgotten::form || forgotten == Forgotten::mnemonic;
      if (const auto right = first.run({&i, 1}, seed); is_taken_for && right)
        for (const Result& r : *right) of_first.add(r);
      followed = true;
      for (std::size_t r = 0; r < a->size() && r < b->size(); ++r)
        for (const std::string& wrong :
             {of_first.add((*a)[r]), of_second.add((*b)[r]), changed((*a)[r], (*b)[r])})
          if (!wrong.empty())
            tally.wrong.try_emplace(std::string(instruction.mnemonic),
                                    fmt::format("{}: {}", instruction.text, wrong));
    }
    tally.followed += followed;
  }
  return tally;
}

/// A wave of gfx950 that has these instructions.
std::unique_ptr<OneWave> wave_with(std::span<const std::string> lines) {
  isa::Program p{arch::find("gfx950"), isa::WaveWidth::lanes64, 0, {}, {0}};
  for (const std::string& line : lines) {
    p.instructions.push_back(isa::read_line(line, 0, 8));
    isa::bind_semantics(p.instructions.back(), p.arch->instructions);
  }
  auto one = std::make_unique<OneWave>("gfx950", std::span<const std::byte>{});
  one->load(std::move(p));
  return one;
}

/// Dot products, of which no kernel of the lists has any of floats.
std::unique_ptr<OneWave> dot_products() {
  std::vector<std::string> lines;
  for (const char* const name : {"v_dot2_f32_f16", "v_dot2_f32_bf16"})
    for (const char* const signs : {"", " neg_lo:[1,0,0]", " neg_lo:[0,1,0]", " neg_hi:[1,0,0]",
                                    " neg_hi:[0,1,0]", " neg_lo:[1,1,0] neg_hi:[1,1,0]", " clamp"})
      lines.push_back(fmt::format("{} v8, v16, v24, v40{}", name, signs));
  return wave_with(lines);
}

/// Instructions that share a function with others, and some that might be taken for them.
std::unique_ptr<OneWave> sharers() {
  std::vector<std::string> lines;
  for (const char* const name : {"v_max_u32_e32", "v_min_u32_e32", "v_max_i32_e32", "v_add_u32_e32",
                                 "v_sub_u32_e32", "v_xor_b32_e32", "v_ldexp_f32", "v_mul_f32_e32"})
    lines.push_back(fmt::format("{} v8, v16, v24", name));
  for (const char* const name :
       {"v_max3_u32", "v_min3_u32", "v_med3_u32", "v_add3_u32", "v_xad_u32", "v_or3_b32"})
    lines.push_back(fmt::format("{} v8, v16, v24, v40", name));
  for (const char* const name :
       {"eq_u32", "ne_u32", "eq_i32", "ne_i32", "lt_u32",  "le_u32", "gt_u32", "ge_u32",
        "lt_i32", "gt_i32", "lt_u16", "le_u16", "gt_u16",  "ge_u16", "lt_i16", "eq_f32",
        "lt_f32", "le_f32", "gt_f32", "ge_f32", "nlt_f32", "ngt_f32"})
    lines.push_back(fmt::format("v_cmp_{}_e32 vcc, v16, v24", name));
  for (const char* const name : {"v_cvt_pk_f32_fp8_e32", "v_cvt_pk_f32_bf8_e32"})
    lines.push_back(fmt::format("{} v[8:9], v16", name));
  for (const char* const name : {"v_cvt_f32_fp8_e32", "v_cvt_f32_bf8_e32", "v_cvt_f32_f16_e32",
                                 "v_rndne_f32_e32", "v_trunc_f32_e32", "v_cvt_i32_f32_e32"})
    lines.push_back(fmt::format("{} v8, v16", name));
  for (const char* const places : {"", " op_sel:[0,0,1,0]", " op_sel:[0,0,0,1]"})
    lines.push_back(fmt::format("v_cvt_scalef32_pk_fp4_f32 v8, v16, v24, v40{}", places));
  for (const char* const bits :
       {"v_and_b32_e32 v8, 0x7fff, v16", "v_and_b32_e32 v8, 0x7fffffff, v16", "v_bfe_u32 v8, v16, 16, 15",
        "v_and_b32_e32 v8, 0x7f7fffff, v16", "v_and_b32_e32 v8, 0x7fff7fff, v16",
        "v_and_b32_e32 v8, 0x7fffff7f, v16", "v_and_b32_e32 v8, 0x3fffffff, v16",
        "v_and_b32_e32 v8, 0xff7fffff, v16", "v_bfe_u32 v8, v16, 8, 31", "v_or_b32_e32 v8, 0x7fff, v16",
        "v_xor_b32_e32 v8, 0x80008000, v16"})
    lines.emplace_back(bits);
  for (const char* const clamped : {"v_add_u32_e64", "v_sub_u32_e64"})
    lines.push_back(fmt::format("{} v8, v16, v24 clamp", clamped));
  return wave_with(lines);
}

TEST_CASE("fingerprints: what is said of the results of every form of every instruction holds") {
  for (const char* arch : {"gfx942", "gfx950", "gfx1250"}) {
    const auto forms = followed_forms(arch);
    const Tally tally = follow(*forms);
    INFO(arch << ": " << tally.followed << " of " << tally.tried);
    for (const auto& [mnemonic, wrong] : tally.wrong) UNSCOPED_INFO(wrong);
    CHECK(tally.wrong.empty());
    CHECK(tally.followed > tally.tried * 9 / 10);
    // Lanes have numbers, which in some instructions count.
    for (const auto& [mnemonic, wrong] : follow(*forms, Forgotten::nothing, "v_permlane", 40).wrong)
      FAIL_CHECK(wrong);
  }
}

TEST_CASE("fingerprints: what is said of dot products under every sign holds") {
  const Tally tally = follow(*dot_products());
  for (const auto& [mnemonic, wrong] : tally.wrong) UNSCOPED_INFO(wrong);
  CHECK(tally.wrong.empty());
  CHECK(tally.followed > 12);
}

TEST_CASE("fingerprints: what is said of instructions that share a function holds") {
  constexpr int kRuns = 40;  // so that of each all operands are data in some
  const Tally tally = follow(*sharers(), Forgotten::nothing, "", kRuns);
  for (const auto& [mnemonic, wrong] : tally.wrong) UNSCOPED_INFO(wrong);
  CHECK(tally.wrong.empty());
  CHECK(tally.followed == tally.tried);
}

TEST_CASE("fingerprints: what is said of bytes under a mask holds, whatever takes them") {
  Values values;
  int followed = 0;
  for (const char* const takes :
       {"v_and_b32_e32 v8, v32, v16", "v_and_b32_e32 v8, v16, v32", "v_or_b32_e32 v8, v16, v32",
        "v_xor_b32_e32 v8, v16, v32", "v_bfi_b32 v8, v32, v16, v24", "v_and_or_b32 v8, v16, v32, v24",
        "v_cndmask_b32_e64 v8, v32, v16, s[0:1]", "v_cndmask_b32_e64 v8, v16, v32, s[0:1]"}) {
    for (const char* const selects : {"0, -1", "-1, 0", "0, 0xffff"}) {
      const std::array lines{std::string("v_cmp_lt_u32_e32 vcc, v40, v24"),
                             fmt::format("v_cndmask_b32_e64 v32, {}, vcc", selects), std::string(takes)};
      const auto one = wave_with(lines);
      FollowedWave wave(*one, 1);
      constexpr std::array<std::size_t, 3> kInOrder{0, 1, 2};
      for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const auto results = wave.run(kInOrder, seed);
        if (!results) continue;
        ++followed;
        for (const Result& r : *results) {
          const std::string wrong = values.add(r);
          INFO(takes << " of " << selects << ": " << wrong);
          REQUIRE(wrong.empty());
        }
      }
    }
  }
  CHECK(followed > 700);
}

/// Whether lemmas name what comes of v16 rounded by gfx942's integer operations, with a number among them.
bool is_named_rounding(std::uint32_t half) {
  isa::Program p{arch::find("gfx942"), isa::WaveWidth::lanes64, 0, {}, {0}};
  for (const std::string& line :
       {std::string("v_bfe_u32 v17, v16, 16, 1"), fmt::format("v_add3_u32 v17, v17, v16, {:#x}", half),
        std::string("v_or_b32_e32 v18, 0x400000, v16"), std::string("v_cmp_u_f32_e32 vcc, v16, v16"),
        std::string("v_cndmask_b32_e32 v16, v17, v18, vcc"), std::string("v_lshrrev_b32_e32 v8, 16, v16")}) {
    p.instructions.push_back(isa::read_line(line, 0, 8));
    isa::bind_semantics(p.instructions.back(), p.arch->instructions);
  }
  const std::size_t lines = p.instructions.size();
  OneWave one("gfx942", {});
  one.load(std::move(p));
  one.reset();
  const fingerprint::Hasher hasher(5);
  fingerprint::Tracker tracker(hasher, [](std::uint64_t) { return Fingerprint{}; });
  tracker.workgroup_begins(*one.wave().group);
  fingerprint::VectorShadow::Register data{};
  for (std::size_t l = 0; l < data.size(); ++l)
    for (std::size_t b = 0; b < 4; ++b) data[l][b] = hasher.leaf(0, 4 * l + b);
  tracker.shadow_of(one.wave()).vector.write(16, ~std::uint64_t{0}, data);
  for (std::size_t i = 0; i < lines; ++i) {
    tracker.executes(one.wave(), one.prepared(i));
    REQUIRE_FALSE(tracker.obstacle());
    REQUIRE_FALSE(one.go(i));
  }
  const auto found = fingerprint::bytes_of(0, tracker.shadow_of(one.wave()).vector.at(8, 7));
  const Fingerprint word = hasher.value(fingerprint::bytes_of(0, data[7]));
  for (const auto& program : tracker.functions().programs(std::span(found).first(2)))
    if (fingerprint::function_of(program.text) && program.word == word) return true;
  return false;
}

TEST_CASE("fingerprints: rounding to bf16 by integers is what a lemma names, and a wrong one is not") {
  CHECK(is_named_rounding(0x7FFF));
  CHECK_FALSE(is_named_rounding(0x8000));
}

// A rule that leaves something out is one for which that changes unnoticed.
TEST_CASE("fingerprints: what a rule leaves out shows in values that its fingerprints do not tell apart") {
  struct Row {
    Forgotten what;
    const char* mnemonics;
  };
  const auto forms = followed_forms("gfx950"), dots = dot_products(), shared = sharers();
  for (const Row& row : {Row{Forgotten::mode, "v_mul_f32"}, Row{Forgotten::exec, "v_add_u32"},
                         Row{Forgotten::scc, "s_cselect_b32"}, Row{Forgotten::mask, "v_addc_co_u32"},
                         Row{Forgotten::registers, "v_lshlrev_b32"}, Row{Forgotten::registers, "v_mul_f32"},
                         Row{Forgotten::form, "v_dot2_f32_f16"}, Row{Forgotten::form, "v_pk_fma_f32"},
                         Row{Forgotten::form, "v_fma_f32"}, Row{Forgotten::mnemonic, "v_max_u32"},
                         Row{Forgotten::mnemonic, "v_add_u32"}, Row{Forgotten::mnemonic, "v_cmp_eq_u32"},
                         Row{Forgotten::mnemonic, "v_cvt_pk_f32_fp8"},
                         Row{Forgotten::mnemonic, "v_cmp_lt_u32"}, Row{Forgotten::mnemonic, "v_cmp_gt_u16"},
                         Row{Forgotten::mnemonic, "v_cmp_lt_f32"}, Row{Forgotten::mnemonic, "v_rndne_f32"}}) {
    INFO(int(row.what) << " " << row.mnemonics);
    OneWave& one = row.what == Forgotten::mnemonic                         ? *shared
                   : std::string_view(row.mnemonics).starts_with("v_dot2") ? *dots
                                                                           : *forms;
    constexpr int kRuns = 12;
    CHECK_FALSE(follow(one, row.what, row.mnemonics, kRuns).wrong.empty());
    CHECK(follow(one, Forgotten::nothing, row.mnemonics, kRuns).wrong.empty());
  }
}

}  // namespace
}  // namespace lockstep::tests
