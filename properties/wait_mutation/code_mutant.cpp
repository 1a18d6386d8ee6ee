#include "properties/wait_mutation/code_mutant.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "emulator/isa/flow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::wait_mutation {

namespace {

using Kind = CodeMutant::Kind;

// SOPP instructions: CDNA3 ISA, "SOPP". The low half is SIMM16.
constexpr std::uint32_t kNop = 0xBF800000;

std::vector<std::byte> bytes_of(std::uint32_t word) {
  std::vector<std::byte> bytes(4);
  std::memcpy(bytes.data(), &word, 4);
  return bytes;
}

bool leaves_the_line(const isa::Instruction& i) {
  const std::string_view m = i.mnemonic;
  return i.semantics == nullptr || isa::branch_target(i) || m.starts_with("s_endpgm") ||
         m.starts_with("s_setpc") || m.starts_with("s_swappc") || m.starts_with("s_barrier_signal");
}

class Mutants {
 public:
  Mutants(const isa::Program& program, const code_object::CodeObject& code) : program_(program), code_(code) {
    for (const isa::Instruction& i : program.instructions)
      if (const auto target = isa::branch_target(i)) targets_.insert(*target);
  }

  std::vector<CodeMutant> all() {
    const bool by_states = program_.arch->has(arch::Feature::wait_states),
               by_vectors = program_.arch->has(arch::Feature::vector_spacers);
    for (index_ = 0; index_ < program_.instructions.size(); ++index_) {
      const std::string& m = program_.instructions[index_].mnemonic;
      if (const auto fields = wait_fields(m)) weaken_wait(*fields);
      if (m == "s_barrier") add(Kind::drop_barrier, bytes_of(kNop));
      if (m.starts_with("s_barrier_signal")) drop_signal();
      if (m == "s_barrier_wait") add(Kind::drop_meeting, bytes_of(kNop));
      if (m == "s_nop" && by_states) weaken_nop();
      if (m.starts_with("v_nop") && by_vectors) add(Kind::drop_spacer, bytes_of(kNop));
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
    mutants_.push_back({kind, {}, index_, at(index_).address, std::move(replace)});
  }

  void weaken_wait(std::span<const WaitField> fields) {
    constexpr std::uint32_t kImmediate = 0xFFFF;
    add(Kind::drop_wait, bytes_of(kNop));
    const std::uint32_t w = word();
    if (fields.size() == 1 && (w & kImmediate) > fields[0].most()) return;  // nobody says what it asks for
    for (const WaitField& f : fields) {
      if (f.of(w) >= f.most()) continue;
      add(Kind::weaken_wait, bytes_of(f.with(w, f.of(w) + 1)));
      mutants_.back().counter = f.counter;
    }
  }

  /// The wait for a signal, where the wave comes to it in a straight line.
  std::optional<std::uint32_t> meeting() const {
    const auto barrier = [](const isa::Instruction& i) { return std::int16_t(i.source(0)->integer); };
    const isa::Instruction& signal = at(index_);
    if (signal.source(0)->kind != isa::Operand::Kind::constant) return std::nullopt;
    for (std::uint32_t i = index_ + 1; i < program_.instructions.size(); ++i) {
      const isa::Instruction& next = at(i);
      if (next.mnemonic == "s_barrier_wait" && barrier(next) == barrier(signal)) return i;
      if (leaves_the_line(next)) break;
    }
    return std::nullopt;
  }

  void drop_signal() {
    add(Kind::drop_signal, bytes_of(kNop));
    const auto wait = meeting();
    if (!wait) return;
    const isa::Instruction &first = at(index_), &last = at(*wait);
    const auto line =
        std::span(code_.text)
            .subspan(first.address - code_.text_address, last.address + last.size - first.address);
    std::vector<std::byte> replace(line.begin(), line.end());
    const auto nop = bytes_of(kNop);
    std::ranges::copy(nop, replace.begin());
    std::ranges::copy(nop, replace.end() - std::ptrdiff_t(last.size));
    add(Kind::drop_barrier, std::move(replace));
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

std::string name(const CodeMutant& mutant) {
  switch (mutant.kind) {
    case Kind::drop_wait:
    case Kind::drop_nop:
    case Kind::drop_spacer:
    case Kind::drop_signal:
    case Kind::drop_meeting:
      return "dropped";
    case Kind::drop_barrier:
      return mutant.replace.size() > sizeof(kNop) ? "both dropped" : "dropped";
    case Kind::weaken_wait:
      return fmt::format("{} + 1", mutant.counter);
    case Kind::weaken_nop:
      return "one less";
  }
  return "";
}

Shows shows(const CodeMutant& mutant, const isa::Program& program) {
  const std::string& m = program.instructions[mutant.instruction].mnemonic;
  if (mutant.kind == Kind::drop_nop || mutant.kind == Kind::weaken_nop) return Shows::by_wait_states;
  if (mutant.kind == Kind::drop_spacer || m == "s_wait_alu") return Shows::to_lint;
  return m == "s_wait_xcnt" ? Shows::nowhere : Shows::in_runs;
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

namespace {

constexpr std::size_t kNearest = 3;

std::string what_is_at(std::uint64_t address, const isa::Program& program) {
  const std::int32_t i = program.at(address);
  return i < 0 ? "where no instruction begins" : fmt::format("which is `{}`", program.instructions[i].text);
}

/// The places nearest to an address, sorted by address.
std::string nearest(std::uint64_t address, const isa::Program& program,
                    const std::set<std::uint64_t>& places) {
  std::vector<std::uint64_t> closest(places.begin(), places.end());
  const auto distance = [&](std::uint64_t place) {
    return std::max(place, address) - std::min(place, address);
  };
  std::ranges::sort(closest, {}, [&](std::uint64_t place) { return std::pair(distance(place), place); });
  closest.resize(std::min(closest.size(), kNearest));
  std::ranges::sort(closest);
  std::vector<std::string> words;
  for (const std::uint64_t place : closest)
    words.push_back(fmt::format("{:#x} {}", place, program.instructions[program.at(place)].text));
  return words.empty() ? "nor anywhere else" : fmt::format("nearest to it: {}", fmt::join(words, ", "));
}

}  // namespace

tl::expected<void, std::string> find_places(std::span<const std::uint64_t> at, const isa::Program& program,
                                            std::span<const CodeMutant> mutants) {
  std::set<std::uint64_t> places;
  for (const CodeMutant& m : mutants) places.insert(program.instructions[m.instruction].address);
  for (const std::uint64_t address : at)
    if (!places.contains(address))
      return tl::unexpected(fmt::format("nothing can be dropped at {:#x}, {}; {}", address,
                                        what_is_at(address, program), nearest(address, program, places)));
  return {};
}

}  // namespace lockstep::wait_mutation
