#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "emulator/isa/description.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/fixed_point.hpp"

namespace lockstep::lint {

namespace {

using isa::Instruction;
using isa::RegisterAccess;
using isa::Role;

/// How long a matrix instruction takes.
enum class Producer : std::uint8_t { none, wmma8, wmma16, swmmac8, swmmac16, trans };
enum class Consumer : std::uint8_t { none, matrix, vector };
enum class Meets : std::uint8_t { reads_result, writes_result, writes_source, writes_accumulator };

struct Rule {
  const char* name;
  Producer producer;
  Consumer consumer;
  int between;  ///< vector instructions
};
constexpr Rule kRules[] = {
    {"wmma-to-wmma", Producer::wmma8, Consumer::matrix, 5},
    {"wmma-to-wmma", Producer::wmma16, Consumer::matrix, 9},
    {"wmma-to-wmma", Producer::swmmac8, Consumer::matrix, 3},
    {"wmma-to-wmma", Producer::swmmac16, Consumer::matrix, 5},
    {"wmma-to-vector", Producer::wmma8, Consumer::vector, 4},
    {"wmma-to-vector", Producer::wmma16, Consumer::vector, 8},
    {"wmma-to-vector", Producer::swmmac8, Consumer::vector, 2},
    {"wmma-to-vector", Producer::swmmac16, Consumer::vector, 4},
    {"trans-to-vector", Producer::trans, Consumer::vector, 1},
    {"trans-to-wmma", Producer::trans, Consumer::matrix, 1},
};
constexpr int kMostBetween = 9;

template <typename T>
const T* operation_of(const Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty() ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

/// Eight bits in A or B, or integers, take twice as long where there is a choice of formats.
bool is_long(const Instruction& i) {
  constexpr std::uint8_t kEightBits = 1;  // the last selector of a format of 8 bits
  if (i.mnemonic.ends_with("_iu8")) return true;
  return i.mnemonic.ends_with("_f8f6f4") &&
         (i.modifiers.cbsz <= kEightBits || i.modifiers.blgp <= kEightBits);
}

/// v_s_exp_f32 and its kin, whose operands are scalar, run in the vector unit.
bool is_transcendental(const Instruction& i) {
  if (i.mnemonic.starts_with("v_s_")) return true;
  return operation_of<isa::VectorAlu>(i) != nullptr &&
         isa::wait_class_of(*i.semantics) == isa::WaitClass::transcendental;
}

Producer producer_of(const Instruction& i) {
  if (const auto* m = operation_of<isa::Matrix>(i)) {
    if (i.mnemonic.ends_with("_16x16x4_f32")) return Producer::none;  // it runs in another pipeline
    if (m->sparse) return is_long(i) ? Producer::swmmac16 : Producer::swmmac8;
    return is_long(i) ? Producer::wmma16 : Producer::wmma8;
  }
  return is_transcendental(i) ? Producer::trans : Producer::none;
}

Consumer consumer_of(const Instruction& i) {
  if (operation_of<isa::Matrix>(i) != nullptr) return Consumer::matrix;
  const bool vector = operation_of<isa::VectorAlu>(i) != nullptr ||
                      operation_of<isa::BlockConvert>(i) != nullptr ||
                      operation_of<isa::CrossLane>(i) != nullptr || i.mnemonic.starts_with("v_s_");
  return vector ? Consumer::vector : Consumer::none;
}

struct Recent {
  std::uint32_t instruction = 0;
  int between = 0;  ///< vector instructions since, at least
  bool operator==(const Recent&) const = default;
};

class Hazards {
 public:
  using State = std::vector<Recent>;  // [instruction]

  Hazards(const isa::Program& program, Operations code) : program_(program), code_(code) {}
  static State entry() { return {}; }
  static State resumed() { return {}; }
  static std::size_t size(const State& s) { return s.size(); }
  static bool join(State& into, const State& from) {
    bool changed = false;
    for (const Recent& r : from) {
      const auto here = std::ranges::lower_bound(into, r.instruction, {}, &Recent::instruction);
      const bool known = here != into.end() && here->instruction == r.instruction;
      if (known && here->between <= r.between) continue;
      if (known)
        here->between = r.between;
      else
        into.insert(here, r);
      changed = true;
    }
    return changed;
  }
  void step(State& s, std::uint32_t at) const {
    const Instruction& i = program_.instructions[at];
    if (i.mnemonic == "s_wait_idle" ||
        (i.mnemonic == "s_wait_alu" && i.text.find("va_vdst(0)") != std::string::npos))
      s.clear();
    if (consumer_of(i) == Consumer::none) return;
    for (Recent& r : s) r.between += i.continues ? 0 : 1;  // the halves of a pair are one
    std::erase_if(s, [&](const Recent& r) { return r.between >= kMostBetween || r.instruction == at; });
    if (producer_of(i) == Producer::none) return;
    s.insert(std::ranges::lower_bound(s, at, {}, &Recent::instruction), {at, 0});
  }

  struct Meeting {
    const Rule* rule;
    Recent producer;
    RegisterAccess at;
    Meets meets;
  };
  std::vector<Meeting> meetings(const State& s, std::uint32_t at) const {
    std::vector<Meeting> all;
    const Consumer consumer = consumer_of(program_.instructions[at]);
    const bool trans = is_transcendental(program_.instructions[at]);  // one pipeline runs two of them
    for (const Recent& r : s)
      for (const Rule& rule : kRules)
        if (rule.consumer == consumer && !(trans && rule.producer == Producer::trans) &&
            rule.producer == producer_of(program_.instructions[r.instruction]) && r.between < rule.between)
          if (const auto m = meet(at, r, rule)) all.push_back(*m);
    return all;
  }

 private:
  std::optional<Meeting> meet(std::uint32_t at, const Recent& r, const Rule& rule) const {
    for (const RegisterAccess& mine : code_[at].accesses)
      for (const RegisterAccess& theirs : code_[r.instruction].accesses) {
        if (!mine.overlaps(theirs) ||
            (mine.file != isa::File::vector && !is_scalar_result(theirs, rule, mine)))
          continue;
        if (const auto how = how_they_meet(mine, theirs, rule)) return Meeting{&rule, r, mine, *how};
      }
    return std::nullopt;
  }

  /// That of v_s_exp_f32 and its kin, as it is read.
  static bool is_scalar_result(const RegisterAccess& theirs, const Rule& rule, const RegisterAccess& mine) {
    return rule.producer == Producer::trans && mine.file == isa::File::scalar && theirs.writes() &&
           !mine.writes();
  }

  static std::optional<Meets> how_they_meet(const RegisterAccess& mine, const RegisterAccess& theirs,
                                            const Rule& rule) {
    const bool to_matrix = rule.consumer == Consumer::matrix && rule.producer != Producer::trans;
    if (theirs.writes() && !mine.writes() && (!to_matrix || mine.role == Role::matrix_ab))
      return Meets::reads_result;
    if (to_matrix || !mine.writes()) return std::nullopt;
    if (theirs.writes()) return Meets::writes_result;
    if (theirs.role == Role::matrix_ab || rule.producer == Producer::trans) return Meets::writes_source;
    return theirs.role == Role::accumulated ? std::optional(Meets::writes_accumulator) : std::nullopt;
  }

  const isa::Program& program_;
  Operations code_;
};

Finding finding(const isa::Program& program, std::uint32_t at, const Hazards::Meeting& m) {
  constexpr std::array kHow{"reads {}, a result of {}", "overwrites {}, a result of {}",
                            "overwrites {}, which {} reads", "overwrites {}, to which {} adds"};
  Finding f = found_at(FindingKind::nop, at);
  f.severity = m.meets == Meets::writes_source ? findings::Severity::note : findings::Severity::risk;
  f.other_address = program.instructions[m.producer.instruction].address;
  f.rule = m.rule->name;
  f.registers = isa::name(m.at);
  f.text = fmt::format("{}: {}, {} vector instructions later", f.rule,
                       fmt::format(fmt::runtime(kHow[std::size_t(m.meets)]), f.registers,
                                   place(program.instructions[m.producer.instruction])),
                       m.producer.between);
  f.needed = fmt::format("{} between, such as v_nop", m.rule->between);
  return f;
}

}  // namespace

std::vector<Finding> check_wmma_hazards(const isa::Program& program, const ControlFlow& flow,
                                        Operations code) {
  std::vector<Finding> all;
  if (!program.arch->has(arch::Feature::vector_spacers)) return all;
  const Hazards analysis(program, code);
  const bool done = for_each_instruction(flow, analysis, [&](const Hazards::State& state, std::uint32_t at) {
    for (const Hazards::Meeting& m : analysis.meetings(state, at)) all.push_back(finding(program, at, m));
  });
  if (!done) all.push_back(too_much_work(flow));
  return all;
}

}  // namespace lockstep::lint
