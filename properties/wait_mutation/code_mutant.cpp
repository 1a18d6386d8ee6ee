#include "properties/wait_mutation/code_mutant.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "emulator/isa/branch.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::wait_mutation {

namespace {

using Kind = CodeMutant::Kind;

// SOPP instructions: CDNA3 ISA, "SOPP". The low half is SIMM16.
constexpr std::uint32_t kNop = 0xBF800000;

// SIMM16 of s_waitcnt on gfx9: vmcnt in bits 3:0 and 15:14, expcnt 6:4, lgkmcnt 11:8; all ones don't wait.
constexpr std::uint32_t kVmcntLow = 0x000F, kVmcntHigh = 0xC000, kLgkmcnt = 0x0F00;
constexpr std::uint32_t vmcnt(std::uint32_t simm) {
  return (simm & kVmcntLow) | (simm & kVmcntHigh) >> 10;
}
constexpr std::uint32_t with_vmcnt(std::uint32_t simm, std::uint32_t n) {
  return (simm & ~(kVmcntLow | kVmcntHigh)) | (n & 0xF) | (n & 0x30) << 10;
}

std::vector<std::byte> bytes_of(std::uint32_t word) {
  std::vector<std::byte> bytes(4);
  std::memcpy(bytes.data(), &word, 4);
  return bytes;
}

class Mutants {
 public:
  Mutants(const isa::Program& program, const code_object::CodeObject& code) : program_(program), code_(code) {
    for (const isa::Instruction& i : program.instructions)
      if (const auto target = isa::branch_target(i)) targets_.insert(*target);
  }

  std::vector<CodeMutant> all() {
    for (index_ = 0; index_ < program_.instructions.size(); ++index_) {
      const std::string& m = program_.instructions[index_].mnemonic;
      if (m == "s_waitcnt") weaken_wait();
      if (m == "s_barrier") add(Kind::drop_barrier, bytes_of(kNop));
      if (m == "s_nop") weaken_nop();
    }
    return std::move(mutants_);
  }

 private:
  const isa::Instruction& at(std::uint32_t i) const { return program_.instructions[i]; }
  std::span<const std::byte> bytes(const isa::Instruction& i) const {
    return std::span(code_.text).subspan(i.address - code_.text_address, i.size);
  }
  std::uint32_t word() const {
    std::uint32_t w = 0;
    std::memcpy(&w, bytes(at(index_)).data(), 4);
    return w;
  }
  void add(Kind kind, std::vector<std::byte> replace) {
    mutants_.push_back({kind, index_, at(index_).address, std::move(replace)});
  }

  void weaken_wait() {
    add(Kind::drop_wait, bytes_of(kNop));
    const std::uint32_t w = word(), vm = vmcnt(w), lgkm = (w & kLgkmcnt) >> 8;
    if (vm < 63) add(Kind::weaken_vmcnt, bytes_of(with_vmcnt(w, vm + 1)));
    if (lgkm < 15) add(Kind::weaken_lgkmcnt, bytes_of((w & ~kLgkmcnt) | (lgkm + 1) << 8));
  }

  void weaken_nop() {
    const std::uint32_t w = word();
    if ((w & 0xF) > 0) add(Kind::weaken_nop, bytes_of(w - 1));
    if (index_ + 1 >= program_.instructions.size()) return;
    const isa::Instruction& next = at(index_ + 1);
    // Where control flow enters or leaves between the two, they can't change places.
    const bool flows =
        next.semantics == nullptr || std::holds_alternative<isa::Control>(next.semantics->operation);
    if (flows || targets_.contains(next.address)) return;
    std::vector<std::byte> swapped(bytes(next).begin(), bytes(next).end());
    const auto nop = bytes(at(index_));
    swapped.insert(swapped.end(), nop.begin(), nop.end());
    add(Kind::drop_nop, std::move(swapped));
  }

  const isa::Program& program_;
  const code_object::CodeObject& code_;
  std::set<std::uint64_t> targets_;
  std::uint32_t index_ = 0;
  std::vector<CodeMutant> mutants_;
};

}  // namespace

const char* name(Kind kind) {
  switch (kind) {
    case Kind::drop_wait:
    case Kind::drop_barrier:
    case Kind::drop_nop:
      return "dropped";
    case Kind::weaken_vmcnt:
      return "vmcnt + 1";
    case Kind::weaken_lgkmcnt:
      return "lgkmcnt + 1";
    case Kind::weaken_nop:
      return "one less";
  }
  return "";
}

std::vector<CodeMutant> code_mutants(const isa::Program& program, const code_object::CodeObject& code) {
  return Mutants(program, code).all();
}

std::vector<std::byte> patched(std::span<const std::byte> file, const code_object::CodeObject& code,
                               const CodeMutant& mutant) {
  const auto text = std::search(file.begin(), file.end(), code.text.begin(), code.text.end());
  if (text == file.end() || code.text.empty()) return {};
  std::vector<std::byte> out(file.begin(), file.end());
  const auto at = (text - file.begin()) + std::ptrdiff_t(mutant.address - code.text_address);
  std::ranges::copy(mutant.replace, out.begin() + at);
  return out;
}

}  // namespace lockstep::wait_mutation
