#include "emulator/isa/disassembler.hpp"

#include <array>
#include <random>
#include <thread>
#include <vector>

#include "emulator/isa/semantics.hpp"
#include "tests/property.hpp"

using namespace lockstep::isa;
using lockstep::tests::check_property;

namespace {

template <std::size_t N>
tl::expected<Program, std::string> decode(const std::array<std::uint32_t, N>& words,
                                          std::string_view arch = "gfx950") {
  return disassemble(arch, 0x1900, std::as_bytes(std::span(words)));
}

}  // namespace

TEST_CASE("instructions are found by address, and only at their start") {
  // s_load_dwordx2 (two dwords), s_endpgm, a word of no instruction, s_nop 0.
  const auto program = decode(std::array{0xC0060080u, 0x8u, 0xBF810000u, 0xFFFFFFFFu, 0xBF800000u});
  REQUIRE(program);
  CHECK(program->arch->name == "gfx950");
  REQUIRE(program->instructions.size() == 4);
  CHECK(program->at(0x1900) == 0);
  CHECK(program->at(0x1904) == -1);
  CHECK(program->at(0x1908) == 1);
  CHECK(program->at(0x190C) == 2);
  CHECK(program->at(0x1910) == 3);
  CHECK(program->at(0x1914) == -1);
  CHECK(program->at(0x18FC) == -1);
  CHECK(program->at(0x1909) == -1);
  CHECK(program->instructions[0].text == "s_load_dwordx2 s[2:3], s[0:1], 0x8");
  CHECK(program->instructions[0].semantics == find("s_load_dwordx2", kGfx950));
  CHECK(program->instructions[0].semantics != nullptr);
  CHECK(program->instructions[2].text == ".long 0xffffffff");
  CHECK(program->instructions[2].semantics == nullptr);
  CHECK(program->instructions[2].unreadable != "");
}

TEST_CASE("branches keep their raw distance") {
  const auto program = decode(std::array{0xBF82FFFEu});  // s_branch -2
  REQUIRE(program);
  REQUIRE(program->instructions[0].operands.size() == 1);
  CHECK(program->instructions[0].operands[0].integer == 65534);
}

TEST_CASE("code in part dwords and unknown architectures are errors") {
  const std::array<std::byte, 6> bytes{};
  CHECK_FALSE(disassemble("gfx950", 0, bytes));
  CHECK_FALSE(disassemble("gfx950", 2, std::span(bytes).first(4)));
  CHECK_FALSE(decode(std::array{0xBF810000u}, "gfx90a"));
  CHECK_FALSE(decode(std::array{0xBF810000u}, ""));
  CHECK(decode(std::array{0xBF810000u}, "gfx942"));
  CHECK(decode(std::array{0xBFB00000u}, "gfx1250"));
  CHECK(disassemble("gfx950", 0, {})->instructions.empty());
}

namespace {

bool tiles(std::string_view arch, const std::vector<std::uint32_t>& words) {
  const auto program = disassemble(arch, 0, std::as_bytes(std::span(words)));
  if (!program) return false;
  std::uint64_t next = 0;
  for (const Instruction& i : program->instructions) {
    if (i.address != next || i.size % 4 != 0 || program->at(i.address) < 0) return false;
    next += i.size;
  }
  return next == words.size() * 4;
}

}  // namespace

TEST_CASE("an instruction cut short by the end is undecoded") {
  // s_load_dwordx2, v_mfma_f32_16x16x128_f8f6f4, s_mov_b32 with a literal, v_fmamk_f32, the prefix of a
  // scaled matrix one.
  for (const std::uint32_t word : {0xC0060080u, 0xD3AD0000u, 0xBE8000FFu, 0x2E000501u, 0xD3AC0000u}) {
    for (const std::string_view arch : {"gfx942", "gfx950", "gfx1250"}) CHECK(tiles(arch, {word}));
    CHECK(disassemble("gfx950", 0, std::as_bytes(std::span(&word, 1)))->instructions[0].mnemonic == ".long");
  }
}

TEST_CASE("any words decode to instructions that tile them") {
  check_property("any words", [](const std::vector<std::uint32_t>& words) {
    RC_ASSERT(tiles("gfx950", words));
    RC_ASSERT(tiles("gfx942", words));
  });
}

TEST_CASE("words on which LLVM itself would fall are undecoded") {
  // One of each reserved class: SDWA with select 7, a VOP3 literal, a comparison into one, a buffer offset,
  // an FP format above 4, a matrix in scalar registers, and the latter behind a scale prefix; a half constant
  // of 255, added and multiplied; a lane read into a literal, and the first one.
  const std::vector<std::vector<std::uint32_t>> classes{
      {0x0A6E0CF9, 0xF711381B}, {0xD13901AE, 0x20F9FF59},
      {0xD0534AFF, 0x029E193B}, {0xE12230FA, 0xFF916460},
      {0xD3AD8700, 0x04320D02}, {0xD3AD8000, 0xE4320D02},
      {0xD3AE04CB, 0x5D490E76}, {0xD3AC0000, 0x00023318, 0xD3AD02F9, 0xEE7B0877},
      {0x48CC934B, 0x000000FF}, {0x4A01FF32, 0x000000FF},
      {0xD28900FF, 0x0114A7CD}, {0x7FFE0501, 0x00000000},
  };
  for (const auto& words : classes) {
    INFO(std::hex << words[0]);
    for (const std::string_view arch : {"gfx942", "gfx950"}) {
      REQUIRE(tiles(arch, words));
      CHECK(disassemble(arch, 0, std::as_bytes(std::span(words)))->instructions[0].mnemonic == ".long");
    }
  }
}

TEST_CASE("random words of the encodings that LLVM checks least decode to instructions that tile them") {
  std::mt19937 random(0x5EED);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::uint32_t> words;
    while (words.size() < 2000) {
      const std::uint32_t word = random();
      words.push_back((word & ~0x1FFu) | 0xF9);  // SDWA
      words.push_back(random());
      words.push_back((random() & 0x03FFFFFF) | 0xD0000000);  // VOP3
      words.push_back(random());
      words.push_back((random() & 0x03FFFFFF) | 0xD00000FF);  // VOP3 whose destination is a literal's code
      words.push_back(random());
      words.push_back((random() & 0xFFFF) | 0xD3AC0000);  // a scaled matrix instruction
      words.push_back(random());
      words.push_back((random() & 0xFFFF) | 0xD3AD0000);
      words.push_back(random());
    }
    REQUIRE(tiles("gfx950", words));
    REQUIRE(tiles("gfx942", words));
  }
}

namespace {

std::vector<std::string> lines_of(std::string_view arch, const std::vector<std::uint32_t>& words) {
  std::vector<std::string> lines;
  const auto program = disassemble(arch, 0, std::as_bytes(std::span(words)));
  for (const Instruction& i : program->instructions) lines.push_back(i.text);
  return lines;
}

}  // namespace

TEST_CASE("what was decoded before changes nothing") {
  std::mt19937 random(0x5EED);
  for (int round = 0; round < 20; ++round)
    for (const std::string_view arch : {"gfx950", "gfx942"}) {
      std::vector<std::uint32_t> words(200);
      for (std::uint32_t& word : words) word = random();
      std::vector<std::string> of_new_thread;  // which has decoded nothing yet
      std::thread([&] { of_new_thread = lines_of(arch, words); }).join();
      CHECK(lines_of(arch, words) == of_new_thread);
    }
}
