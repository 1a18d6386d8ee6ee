#include "disassembler.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>

#include "fmt/core.h"
#include "line_parser.hpp"
#include "llvm-c/Disassembler.h"
#include "reserved.hpp"
#include "semantics.hpp"

// llvm-c/Target.h would name every target LLVM was built with.
extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);
}

namespace lockstep::isa {
namespace {

constexpr std::size_t kDword = 4;
constexpr std::size_t kLongest = 6;  // dwords; LLVM decodes at most five

struct Dispose {
  void operator()(void* context) const { LLVMDisasmDispose(context); }
};
using Context = std::unique_ptr<void, Dispose>;

bool initialise() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  return true;
}

Context make_context(const std::string& arch) {
  static const bool initialised = initialise();  // once per process, also with threads
  if (!initialised) return nullptr;
  return Context(
      LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", arch.c_str(), "", nullptr, 0, nullptr, nullptr));
}

/// A thread keeps its contexts, of which nothing depends on what they decoded before: making one takes as
/// long as decoding thirty instructions, and many programs are shorter.
void* context_of(const std::string& arch) {
  thread_local std::map<std::string, Context> kept;
  Context& context = kept[arch];
  if (context == nullptr) context = make_context(arch);
  return context.get();
}

Instruction undecoded(std::uint64_t address, std::uint32_t word) {
  Instruction instruction;
  instruction.address = address;
  instruction.size = kDword;
  instruction.text = fmt::format(".long {:#010x}", word);
  instruction.mnemonic = ".long";
  instruction.unreadable = "no instruction that LLVM decodes for this architecture";
  return instruction;
}

/// The instruction at the front of `bytes`, of at least one dword.
Instruction decode(void* context, std::string_view arch, bool gfx9, std::uint64_t address,
                   std::span<const std::byte> bytes) {
  // LLVM also falls over an instruction cut short, so it always sees the longest one, filled up with zeros.
  std::array<std::uint32_t, kLongest> words{};
  std::memcpy(words.data(), bytes.data(), std::min(bytes.size(), sizeof words));
  if (gfx9 && is_reserved_gfx9(std::span(words).first<4>())) return undecoded(address, words[0]);
  std::array<char, 1024> line;
  line[0] = 0;
  const std::size_t size = LLVMDisasmInstruction(context, reinterpret_cast<std::uint8_t*>(words.data()),
                                                 sizeof words, address, line.data(), line.size());
  if (size == 0 || size % kDword != 0 || size > bytes.size()) return undecoded(address, words[0]);
  Instruction instruction = read_line(line.data(), address, std::uint32_t(size));
  instruction.semantics = find(instruction.mnemonic, arch);
  return instruction;
}

}  // namespace

tl::expected<Program, std::string> disassemble(std::string_view arch, std::uint64_t base,
                                               std::span<const std::byte> text) {
  if (base % kDword != 0 || text.size() % kDword != 0) {
    return tl::unexpected(fmt::format("{} bytes of code at {:#x}: not in whole dwords", text.size(), base));
  }
  Program program;
  program.arch = arch;
  program.base = base;
  // LLVM falls back to a default for a processor it does not know.
  const bool gfx9 = arch == "gfx942" || arch == "gfx950";
  const bool known = gfx9 || arch == "gfx1250";
  void* const context = known ? context_of(program.arch) : nullptr;
  if (context == nullptr) return tl::unexpected(fmt::format("no disassembler for {}", arch));
  program.index_of_dword.assign(text.size() / kDword, -1);
  for (std::size_t at = 0; at < text.size();) {
    program.index_of_dword[at / kDword] = std::int32_t(program.instructions.size());
    program.instructions.push_back(decode(context, arch, gfx9, base + at, text.subspan(at)));
    at += program.instructions.back().size;
  }
  return program;
}

}  // namespace lockstep::isa
