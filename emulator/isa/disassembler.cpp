#include "emulator/isa/disassembler.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>

#include <fmt/core.h>

#include "emulator/isa/encodings.hpp"
#include "emulator/isa/kept_lines.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/llvm.hpp"
#include "emulator/isa/roles.hpp"

namespace lockstep::isa {
namespace {

constexpr std::size_t kDword = 4;
constexpr std::size_t kLongest = 6;  // dwords; LLVM decodes at most five
constexpr std::size_t kSeen = kLongest * kDword;

struct Dispose {
  void operator()(void* context) const { llvm()->dispose(context); }
};
using Context = std::unique_ptr<void, Dispose>;

tl::expected<Context, std::string> make_context(const arch::Arch& arch) {
  if (!llvm()) return tl::unexpected(llvm().error());
  const std::string processor(arch.processor), features(arch.llvm_features);
  Context made(
      llvm()->create("amdgcn-amd-amdhsa", processor.c_str(), features.c_str(), nullptr, 0, nullptr, nullptr));
  if (made == nullptr) return tl::unexpected(fmt::format("LLVM has no disassembler for {}", processor));
  return made;
}

struct Disassembler {
  Context context;                    ///< made when something is asked that nobody has asked before
  KnownEncodings<std::string> lines;  ///< what LLVM said, which takes most of the time of decoding
  KeptLines* kept = nullptr;          ///< what it said in other processes
};

/// A thread keeps its disassemblers, of which nothing but the time depends on what they decoded before:
/// making one takes as long as decoding thirty instructions, and many programs are shorter.
Disassembler& disassembler_of(const arch::Arch& arch) {
  thread_local std::map<const arch::Arch*, Disassembler> disassemblers;
  Disassembler& disassembler = disassemblers[&arch];
  if (disassembler.kept == nullptr) disassembler.kept = &KeptLines::of(arch);
  return disassembler;
}

/// One dword: nothing says how long the instruction is, and what follows may be its end. Whoever reaches it
/// stops.
Instruction undecoded(std::uint64_t address, std::uint32_t word) {
  Instruction instruction;
  instruction.address = address;
  instruction.size = kDword;
  instruction.text = fmt::format(".long {:#010x}", word);
  instruction.mnemonic = ".long";
  instruction.unreadable = "no instruction that LLVM decodes for this architecture";
  return instruction;
}

/// Decodes text of one architecture to the end of a list, on the thread that made it.
class Decoder {
 public:
  Decoder(const arch::Arch& arch, std::vector<Instruction>& to)
      : arch_(arch),
        cdna_(arch.has(arch::Feature::gfx9_encodings)),
        disassembler_(disassembler_of(arch)),
        to_(to) {}

  /// Why LLVM can't be asked; empty: it can, or need not be. What was decoded since is not to be used.
  const std::string& problem() const { return problem_; }

  /// Appends the instruction at the front of `bytes`, of at least one dword; a pair as two. No byte behind
  /// the first kSeen matters where it decodes.
  void operator()(std::uint64_t address, std::span<const std::byte> bytes) {
    // LLVM also falls over an instruction cut short, so it always sees the longest one, filled up with zeros.
    std::array<std::uint32_t, kLongest> words{};
    static_assert(sizeof words == kSeen);
    std::memcpy(words.data(), bytes.data(), std::min(bytes.size(), sizeof words));
    if (cdna_ && is_reserved_gfx9(std::span(words).first<4>()))
      return to_.push_back(undecoded(address, words[0]));
    std::size_t size = 0;
    if (const std::uint32_t* const same = places_.find(words, size); same != nullptr && size <= bytes.size())
      return repeat(*same, address);
    std::array<char, 1024> buffer;
    const char* const line = line_of(address, words, buffer, size);
    if (size == 0 || size % kDword != 0 || size > bytes.size())
      return cdna_ ? to_.push_back(undecoded(address, words[0])) : skip(address, bytes);
    if (size <= kDword * EncodedDwords::kMost)
      places_.keep(EncodedDwords::of(words, size / kDword), std::uint32_t(to_.size()));
    read(line, address, std::uint32_t(size));
  }

 private:
  void read(const char* line, std::uint64_t address, std::uint32_t size) {
    if (!cdna_ && is_pair(line)) {
      Pair pair = read_pair(line, address, size, arch_.instructions);
      to_.push_back(std::move(pair.first));
      return to_.push_back(std::move(pair.second));
    }
    bind_semantics(to_.emplace_back(read_line(line, address, size)), arch_.instructions);
  }

  /// The instruction of that number, once more.
  void repeat(std::uint32_t same, std::uint64_t address) {
    const bool pair = same + 1 < to_.size() && to_[same + 1].continues;
    for (std::uint32_t i = same; i <= same + (pair ? 1 : 0); ++i) {
      const std::uint64_t moved = address - to_[same].address;
      to_.push_back(to_[i]);
      to_.back().address += moved;
    }
  }

  /// The line of the instruction that the words begin with, `buffer` where LLVM is asked, and its size; 0
  /// where it decodes none.
  const char* line_of(std::uint64_t address, const std::array<std::uint32_t, kLongest>& words,
                      std::array<char, 1024>& buffer, std::size_t& size) {
    if (const std::string* const known = disassembler_.lines.find(words, size)) return known->c_str();
    if (const char* const known = disassembler_.kept->find(words, size)) return known;
    std::array<std::uint32_t, kLongest> asked = words;
    size = ask(address, asked, buffer);
    if (size == 0 && !cdna_ && set_unused_bits(std::span(asked).first<2>()))
      size = ask(address, asked, buffer);
    if (size == 0 || size % kDword != 0 || size > kDword * EncodedDwords::kMost) return buffer.data();
    const EncodedDwords encoding = EncodedDwords::of(words, size / kDword);
    disassembler_.lines.keep(encoding, buffer.data());
    disassembler_.kept->learn(encoding, buffer.data());
    return buffer.data();
  }

  std::size_t ask(std::uint64_t address, std::array<std::uint32_t, kLongest>& words,
                  std::array<char, 1024>& to) {
    to[0] = 0;
    if (disassembler_.context == nullptr) {
      auto made = make_context(arch_);
      if (!made) return problem_ = made.error(), 0;
      disassembler_.context = std::move(*made);
    }
    return llvm()->disassemble(disassembler_.context.get(), reinterpret_cast<std::uint8_t*>(words.data()),
                               sizeof words, address, to.data(), to.size());
  }

  /// On gfx1250 the second half of a prefixed matrix instruction is a legal one without scales: what follows
  /// an unknown encoding is not read as code, up to the padding behind the kernel.
  void skip(std::uint64_t address, std::span<const std::byte> bytes) {
    constexpr std::uint32_t kCodeEnd = 0xBF9F0000;
    for (std::size_t at = 0; at < bytes.size(); at += kDword) {
      std::uint32_t word = 0;
      std::memcpy(&word, &bytes[at], sizeof word);
      if (at != 0 && word == kCodeEnd) return;
      to_.push_back(undecoded(address + at, word));
      if (at != 0) to_.back().unreadable = "behind an instruction that LLVM does not decode";
    }
  }

  const arch::Arch& arch_;
  bool cdna_;
  Disassembler& disassembler_;  // the thread's
  std::vector<Instruction>& to_;
  KnownEncodings<std::uint32_t> places_;  // places in the list of instructions met before
  std::string problem_;
};

/// Decodes until an instruction ends where `done` says so, or the text does. Fails where LLVM can't be asked.
template <typename Done>
tl::expected<void, std::string> decode(std::span<const std::byte> text, std::size_t at, Done done,
                                       Program& program) {
  Decoder decoder(*program.arch, program.instructions);
  const auto end = [&] { return program.instructions.back().address + program.instructions.back().size; };
  for (; at < text.size() && !done(at); at = std::size_t(end() - program.base)) {
    decoder(program.base + at, text.subspan(at));
    if (!decoder.problem().empty()) return tl::unexpected(decoder.problem());
  }
  return {};
}

void index_dwords(Program& program, std::size_t bytes) {
  program.index_of_dword.assign(bytes / kDword, -1);
  for (std::size_t i = 0; i < program.instructions.size(); ++i)
    if (!program.instructions[i].continues)
      program.index_of_dword[(program.instructions[i].address - program.base) / kDword] = std::int32_t(i);
}

}  // namespace

tl::expected<Program, std::string> disassemble(std::string_view name, std::uint64_t base,
                                               std::span<const std::byte> text,
                                               std::optional<WaveWidth> width) {
  if (base % kDword != 0 || text.size() % kDword != 0) {
    return tl::unexpected(fmt::format("{} bytes of code at {:#x}: not in whole dwords", text.size(), base));
  }
  // LLVM falls back to a default for a processor it does not know.
  const arch::Arch* const arch = arch::find_emulated(name);
  if (arch == nullptr) return tl::unexpected(fmt::format("no disassembler for {}", name));
  const WaveWidths widths = wave_widths(*arch);
  if (width && !widths.has(*width))
    return tl::unexpected(fmt::format("{} has no waves of {} lanes", name, lane_count(*width)));
  Program program{arch, width.value_or(widths.widest()), base, {}, {}};
  program.instructions.reserve(text.size() / kDword);  // pages that nobody touches cost nothing
  if (const auto done = decode(text, 0, [](std::size_t) { return false; }, program); !done)
    return tl::unexpected(done.error());
  index_dwords(program, text.size());
  return program;
}

tl::expected<Program, std::string> redisassemble(const Program& before, std::span<const std::byte> was,
                                                 std::span<const std::byte> text) {
  Program program{before.arch, before.width, before.base, {}, {}};
  if (was.size() != text.size()) return disassemble(before.arch->name, before.base, text, before.width);
  const auto first = std::size_t(std::ranges::mismatch(was, text).in1 - was.begin());
  if (first == was.size()) return before;
  const auto same_behind = std::mismatch(was.rbegin(), was.rend(), text.rbegin()).first - was.rbegin();
  const std::size_t last = was.size() - std::size_t(same_behind);
  // An instruction that sees no changed byte is what it was.
  const auto& old = before.instructions;
  const auto sees_none = [&](const Instruction& i) { return i.address - before.base + kSeen <= first; };
  auto begin = std::ranges::partition_point(old, sees_none);
  if (begin->continues) --begin;
  // Behind the changed bytes both texts decode alike from where both have an instruction begin.
  std::int32_t rejoined = std::int32_t(old.size());
  const auto rejoins = [&](std::size_t at) {
    const std::int32_t same = at >= last ? before.at(before.base + at) : -1;
    if (same >= 0) rejoined = same;
    return same >= 0;
  };
  program.instructions.reserve(old.size());
  program.instructions.assign(old.begin(), begin);
  if (const auto done = decode(text, begin->address - before.base, rejoins, program); !done)
    return tl::unexpected(done.error());
  program.instructions.insert(program.instructions.end(), old.begin() + rejoined, old.end());
  index_dwords(program, text.size());
  return program;
}

}  // namespace lockstep::isa
