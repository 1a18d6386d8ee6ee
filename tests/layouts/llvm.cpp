// The table against LLVM's disassembler: which matrix instructions each arch has, and the registers they
// take.
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <vector>

#include <llvm-c/Disassembler.h>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "tests/catch.hpp"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);
}

using namespace lockstep;
using namespace lockstep::matrix;

namespace {

using Words = std::vector<std::uint32_t>;

// One instruction as text; empty when it is none, or another than of matrices.
std::string disassemble(std::string_view arch, const Words& words) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  using Context = std::unique_ptr<void, void (*)(void*)>;
  static std::map<std::string, Context> contexts;
  auto [at, fresh] = contexts.try_emplace(std::string(arch), nullptr, LLVMDisasmDispose);
  if (fresh)
    at->second.reset(
        LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", at->first.c_str(), nullptr, 0, nullptr, nullptr));
  std::array<std::uint8_t, 24> bytes{};
  std::memcpy(bytes.data(), words.data(), 4 * words.size());
  std::array<char, 256> text{};
  if (LLVMDisasmInstruction(at->second.get(), bytes.data(), bytes.size(), 0, text.data(), text.size()) == 0)
    return "";
  const std::string line(text.data() + std::strspn(text.data(), "\t "));
  return line.starts_with("v_mfma") || line.starts_with("v_wmma") ? line : "";
}

struct Decoded {
  std::string mnemonic;
  std::vector<int> registers;  // of each operand
};

// "v_mfma_… a[0:3], v[32:33], v64, a[96:99] cbsz:4".
Decoded parse(const std::string& line) {
  Decoded decoded;
  std::istringstream words(line);
  words >> decoded.mnemonic;
  for (std::string word; words >> word;) {
    if (word[0] != 'v' && word[0] != 'a') break;
    int first = 0, last = 0;
    const bool many = std::sscanf(word.c_str() + 1, "[%d:%d]", &first, &last) == 2;
    decoded.registers.push_back(many ? last - first + 1 : 1);
  }
  return decoded;
}

constexpr std::uint32_t vgpr(std::uint32_t number) {
  return 256 + number;
}

constexpr std::uint32_t sources(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return vgpr(a) | vgpr(b) << 9 | vgpr(c) << 18;
}

// VOP3P-MAI; the selectors are CBSZ and BLGP.
Words mfma(std::uint32_t opcode, std::uint32_t a_format, std::uint32_t b_format) {
  return {0xD3800000u | opcode << 16 | a_format << 8, sources(32, 64, 96) | b_format << 29};
}

// The same behind the prefix that carries the scales, with the bit that says so.
Words scaled_mfma(std::uint32_t opcode, std::uint32_t a_format, std::uint32_t b_format) {
  const Words tail = mfma(opcode, a_format, b_format);
  return {0xD3AC0000u, sources(1, 2, 0) & 0x3FFFFu, tail[0] | 1u << 11, tail[1]};
}

// VOP3P with the default of OP_SEL_HI.
Words wmma(std::uint32_t opcode) {
  return {0xCC004000u | opcode << 16, sources(32, 64, 96) | 3u << 27};
}

// Its form with a choice of formats: the selectors are OP_SEL and OP_SEL_HI.
Words chosen_wmma(std::uint32_t opcode, std::uint32_t a_format, std::uint32_t b_format) {
  return {0xCC000000u | opcode << 16 | a_format << 11 | (b_format >> 2) << 14,
          sources(32, 64, 96) | (b_format & 3u) << 27};
}

// VOP3PX2 of gfx1250: prefix opcode 0x35 takes 32 bits of scales a lane, 0x3A takes 64.
Words scaled_wmma(std::uint32_t prefix, std::uint32_t opcode, std::uint32_t a_format,
                  std::uint32_t b_format) {
  const Words tail = chosen_wmma(opcode, a_format, b_format);
  return {0xCC000000u | prefix << 16, sources(112, 116, 0), tail[0], tail[1]};
}

int registers(const MatrixInstruction& i, Role operand, const formats::Format* format = nullptr) {
  const auto l = layout(i, operand, {.format = format});
  REQUIRE(l);
  return l->registers();
}

const formats::Format* chosen(const ElementType& type, std::uint32_t selector) {
  return type.bits == 0 ? operand_format(int(selector)) : nullptr;
}

// The row of a decoded instruction, its registers compared.
const MatrixInstruction* check(const Decoded& decoded, arch::Set arch, std::uint32_t a_format,
                               std::uint32_t b_format) {
  CAPTURE(decoded.mnemonic, int(arch), a_format, b_format);
  const MatrixInstruction* i = find_matrix_instruction(decoded.mnemonic);
  REQUIRE(i != nullptr);
  CHECK((i->archs & arch) != 0);
  std::vector<int> expected{registers(*i, Role::d), registers(*i, Role::a, chosen(i->a, a_format)),
                            registers(*i, Role::b, chosen(i->b, b_format)), registers(*i, Role::c)};
  if (i->scale_block != 0) {
    expected.push_back(registers(*i, Role::scale_a));
    expected.push_back(registers(*i, Role::scale_b));
  }
  CHECK(decoded.registers == expected);
  return i;
}

constexpr std::uint32_t kFormats = 5;
constexpr std::uint32_t kMfmaOpcodes = 128;

}  // namespace

TEST_CASE("the table has every dense matrix instruction of gfx9 that LLVM has, with its registers") {
  for (const arch::Set arch : {kGfx908, kGfx90a, kGfx942, kGfx950}) {
    std::set<const MatrixInstruction*> seen;
    for (std::uint32_t opcode = 0; opcode < kMfmaOpcodes; ++opcode) {
      const Decoded plain = parse(disassemble(arch::names(arch), mfma(opcode, 0, 0)));
      if (plain.mnemonic.empty() || plain.mnemonic == "v_mfma_ld_scale_b32") continue;
      seen.insert(check(plain, arch, 0, 0));
      if (!plain.mnemonic.ends_with("f8f6f4")) continue;
      for (std::uint32_t a = 0; a < kFormats; ++a)
        for (std::uint32_t b = 0; b < kFormats; ++b) {
          check(parse(disassemble(arch::names(arch), mfma(opcode, a, b))), arch, a, b);
          const Decoded scaled = parse(disassemble(arch::names(arch), scaled_mfma(opcode, a, b)));
          CHECK(scaled.mnemonic.starts_with("v_mfma_scale"));
          seen.insert(check(scaled, arch, a, b));
        }
    }
    for (const MatrixInstruction& i : matrix_instructions())
      CHECK(seen.contains(&i) == ((i.archs & arch) != 0));
  }
}

TEST_CASE("the table's plain WMMA instructions take the registers LLVM gives them") {
  for (const arch::Set arch : {kGfx1201, kGfx1250}) {
    std::set<const MatrixInstruction*> seen;
    for (std::uint32_t opcode = 0; opcode < 0x90; ++opcode) {
      const Decoded plain = parse(disassemble(arch::names(arch), wmma(opcode)));
      // LLVM decodes for gfx1250 what only its elders have.
      const MatrixInstruction* i = find_matrix_instruction(plain.mnemonic);
      const bool choice = i != nullptr && i->a.bits == 0;
      if (i != nullptr && !choice && (i->archs & arch) != 0) seen.insert(check(plain, arch, 0, 0));
    }
    for (std::uint32_t a = 0; a < kFormats && arch == kGfx1250; ++a)
      for (std::uint32_t b = 0; b < kFormats; ++b)
        seen.insert(check(parse(disassemble("gfx1250", chosen_wmma(0x33, a, b))), arch, a, b));
    for (const MatrixInstruction& i : matrix_instructions())
      CHECK(seen.contains(&i) == ((i.archs & arch) != 0 && i.scale_block == 0));
  }
}

TEST_CASE("the table's block-scaled instructions of gfx1250 take the registers LLVM gives them") {
  std::set<const MatrixInstruction*> seen;
  for (const std::uint32_t prefix : {0x35u, 0x3Au}) {
    for (std::uint32_t a = 0; a < kFormats; ++a)
      for (std::uint32_t b = 0; b < kFormats; ++b)
        seen.insert(check(parse(disassemble("gfx1250", scaled_wmma(prefix, 0x33, a, b))), kGfx1250, a, b));
    seen.insert(check(parse(disassemble("gfx1250", scaled_wmma(prefix, 0x88, 0, 7))), kGfx1250, 4, 4));
  }
  for (const MatrixInstruction& i : matrix_instructions())
    CHECK(seen.contains(&i) == ((i.archs & kGfx1250) != 0 && i.scale_block != 0));
}

TEST_CASE("old spellings are the ones of the old archs") {
  for (const MatrixInstruction& i : matrix_instructions())
    CHECK(i.classic.empty() == ((i.archs & (kGfx908 | kGfx90a)) == 0));
}
