// Lines that are kept of instructions decoded before.
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/encodings.hpp"
#include "emulator/isa/kept_lines.hpp"
#include "emulator/isa/llvm.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

constexpr std::array kArchs{"gfx942", "gfx950", "gfx1250"};
using Words = std::array<std::uint32_t, 6>;

/// LLVM alone, which keeps nothing.
class Plain {
 public:
  explicit Plain(const char* arch)
      : context_(llvm()->create("amdgcn-amd-amdhsa", arch, arch == kArchs[2] ? "+real-true16" : "", nullptr,
                                0, nullptr, nullptr),
                 llvm()->dispose) {}
  /// Size and line; the size is 0 where nothing decodes.
  std::pair<std::size_t, std::string> operator()(Words words) const {
    std::array<char, 1024> line{};
    const std::size_t size =
        llvm()->disassemble(context_.get(), reinterpret_cast<std::uint8_t*>(words.data()), sizeof words, 0,
                            line.data(), line.size());
    return {size, line.data()};
  }

 private:
  std::unique_ptr<void, void (*)(void*)> context_;
};

Words random_words(std::mt19937& random) {
  Words words{};
  for (std::uint32_t& word : words) word = std::uint32_t(random());
  return words;
}

/// Of these LLVM is not asked.
bool falls_over(std::string_view arch, const Words& words) {
  return arch != "gfx1250" && is_reserved_gfx9(std::span(words).first<4>());
}

Program decoded(const char* arch, std::span<const std::uint32_t> text) {
  auto program = disassemble(arch, 0, std::as_bytes(text));
  REQUIRE(program.has_value());
  return *std::move(program);
}

}  // namespace

// What KnownEncodings stands on: its key says all, but for the prefixes, which it does not keep.
TEST_CASE("what follows an instruction of up to four dwords is no part of it") {
  REQUIRE(llvm().has_value());
  std::mt19937 random(7);
  for (const char* const arch : kArchs) {
    const Plain decode(arch);
    const auto hold = [&](const Words& words, Words other) {
      if (falls_over(arch, words)) return;
      const auto [size, line] = decode(words);
      if (size == 0 || size % 4 != 0 || size > 16) return;
      std::memcpy(other.data(), words.data(), size);
      if (falls_over(arch, other) || decode(other) == std::pair{size, line}) return;
      KnownEncodings<std::string> lines;
      lines.keep(EncodedDwords::of(words, size / 4), line);
      std::size_t known = 0;
      INFO(fmt::format("{}: {:08x} {:08x} is '{}', and another before {:08x}", arch, words[0], words[1], line,
                       other[size / 4]));
      CHECK(lines.find(words, known) == nullptr);
    };
    for (std::uint32_t opcode = 0; opcode < 0x10000; ++opcode) {
      Words words = random_words(random);
      words[0] = opcode << 16 | (words[0] & 0xFFFF);
      hold(words, random_words(random));
    }
    // Scales, in front of a matrix instruction and of something else.
    for (const std::uint32_t prefix : {0xD3AC, 0xCC35, 0xCC3A})
      for (int i = 0; i < 5000; ++i) {
        constexpr std::array<std::uint32_t, 4> kMatrix{0xD3AD, 0xD3AE, 0xCC33, 0xCC88};
        constexpr std::uint32_t kVectors = 1u << 8 | 1u << 17 | 1u << 26;
        Words scales{prefix << 16, std::uint32_t(random()) | kVectors};
        Words other{0, 0, kMatrix[random() % 4] << 16 | std::uint32_t(random() & 0xFF),
                    (std::uint32_t(random()) & 0x1FFFFFFFu) | kVectors};
        hold(scales, other);
      }
  }
}

TEST_CASE("what a thread has decoded before changes nothing") {
  std::mt19937 random(11);
  for (const char* const arch : kArchs) {
    // Few different dwords, so that each meets many neighbours; every other of the usual opcodes.
    std::vector<std::uint32_t> dwords(64), text(4096);
    for (std::uint32_t& dword : dwords) dword = std::uint32_t(random());
    for (std::size_t i = 0; i < dwords.size(); i += 2) dwords[i] = 0x7E000200u | (dwords[i] & 0x01FE01FFu);
    for (std::uint32_t& dword : text) dword = dwords[random() % dwords.size()];
    const Program first = decoded(arch, text);
    CHECK(decoded(arch, text) == first);
    Program alone;
    std::thread([&] { alone = decoded(arch, text); }).join();  // which has decoded nothing
    CHECK(alone == first);
    // Each piece by a thread that has decoded nothing but it.
    for (std::size_t at = 0; at < 256; at += 16) {
      const std::span piece = std::span(text).subspan(at, 16);
      Program fresh;
      std::thread([&] { fresh = decoded(arch, piece); }).join();
      CHECK(decoded(arch, piece) == fresh);
    }
  }
}

TEST_CASE("a pair that a text has again is a pair again") {
  // v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v3, v2, v5, by LLVM's assembler.
  constexpr std::array<std::uint32_t, 2> kPair{0xCA080101, 0x00020B02};
  std::vector<std::uint32_t> text(kPair.begin(), kPair.end());
  text.insert(text.end(), kPair.begin(), kPair.end());
  const Program twice = decoded("gfx1250", text);
  REQUIRE(twice.instructions.size() == 4);
  for (std::size_t half = 0; half < 2; ++half) {
    Instruction again = twice.instructions[half];
    again.address += 4 * kPair.size();
    CHECK(twice.instructions[half].continues == (half == 1));
    CHECK(twice.instructions[2 + half] == again);
  }
}

TEST_CASE("as many lines are kept as have room") {
  KnownEncodings<std::string> lines;
  std::size_t size = 0;
  constexpr std::uint32_t kMany = 300'000;
  const auto find = [&](std::uint32_t first, std::uint32_t second) {
    return lines.find(std::array{first, second, 0u, 0u, 0u, 0u}, size);
  };
  for (std::uint32_t i = 0; i < kMany; ++i) lines.keep({{i}, 1 + i % 4}, "a line");
  CHECK(find(0, 0) == nullptr);  // forgotten with the others when there was no more room
  REQUIRE(find(kMany - 1, 0) != nullptr);
  CHECK(size == 16);
  CHECK(find(kMany - 1, 1) == nullptr);
  REQUIRE(find(kMany - 4, 1) != nullptr);
  CHECK(size == 4);
}

TEST_CASE("a file of lines is read back, and no part of it that is damaged, cut or another's") {
  const LineFile::Lines lines{
      {{{1}, 1}, "one"}, {{{1, 2}, 2}, "two"}, {{{7, 8, 9}, 3}, ""}, {{{7, 8, 9, 1}, 4}, "four"}};
  const std::string bytes = LineFile::write("an LLVM", lines);
  const LineFile file = LineFile::read(bytes, "an LLVM");
  CHECK(file.all() == lines);
  std::size_t size = 0;
  const auto found = [&](std::array<std::uint32_t, 6> words) {
    const char* const line = file.find(words, size);
    return line == nullptr ? std::string("none") : fmt::format("{} of {}", line, size);
  };
  CHECK(found({1, 3}) == "one of 4");
  CHECK(found({7, 8, 9, 1}) == " of 12");
  CHECK(found({7, 8, 8}) == "none");
  CHECK(LineFile::read(bytes, "another").all().empty());
  CHECK(LineFile::read(bytes, "an LLV").all().empty());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] ^= 0x10;
    CHECK(LineFile::read(damaged, "an LLVM").all().empty());
    CHECK(LineFile::read(bytes.substr(0, at), "an LLVM").all().empty());
  }
}
