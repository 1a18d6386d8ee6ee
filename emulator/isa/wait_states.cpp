#include "emulator/isa/wait_states.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "emulator/isa/changes.hpp"
#include "emulator/isa/flow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

using Kind = WaitRule::Kind;

constexpr std::uint32_t bit(Role r) {
  return 1u << std::uint32_t(r);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_trans(std::string_view m) {
  constexpr std::array<std::string_view, 8> kOperations{"exp_",  "log_", "rcp_", "rsq_",
                                                        "sqrt_", "sin_", "cos_", "tanh_"};
  return m.starts_with("v_") &&
         std::ranges::any_of(kOperations, [&](std::string_view o) { return m.substr(2).starts_with(o); });
}

bool names_matrix(std::string_view m) {
  return m.starts_with("v_mfma_") || m.starts_with("v_smfmac_");
}

// LLVM SISchedule.td (MAI passes of gfx940 and gfx950); CDNA3 and CDNA4 ISA, table of matrix instructions.
int passes(std::string_view m, const Modifiers& modifiers, bool gfx950) {
  const bool large = has(m, "_32x32x"), small = has(m, "_4x4x");
  if (m.ends_with("_f64")) return small ? 4 : gfx950 ? 16 : 8;
  if (small) return 2;
  if (m.ends_with("_f32") && !m.ends_with("_xf32")) return large ? 16 : 8;
  if (has(m, "_2b_") || has(m, "_4b_")) return large ? 16 : 8;
  if (m.ends_with("_f8f6f4")) {
    // Formats 0 and 1 are the 8-bit ones: either takes both operands at half the rate.
    const bool eight_bits = modifiers.cbsz < 2 || modifiers.blgp < 2;
    return (large ? 8 : 4) * (eight_bits ? 2 : 1);
  }
  return large ? 8 : 4;
}

// SDWA and op_sel that put the result elsewhere than in the low bits; stochastic conversions to fp4 always do
// (LLVM getDstSelForwardingOperand).
bool shifts_result(const Instruction& i) {
  const Modifiers& m = i.modifiers;
  if (m.sdwa && m.sdwa->dst != Select::dword) return true;
  if (i.mnemonic.starts_with("v_cvt_scalef32_") && has(i.mnemonic, "_sr_pk_fp4_")) return true;
  const auto* row = i.semantics != nullptr ? std::get_if<VectorAlu>(&i.semantics->operation) : nullptr;
  if (row == nullptr || row->packed || row->op_sel_dwords || row->mixed) return false;
  return ((m.op_sel >> 3) & 1) != 0 || (row->op_sel_byte && ((m.op_sel >> 2) & 3) != 0);
}

std::uint32_t valu_classes(const Instruction& i) {
  const std::string_view m = i.mnemonic;
  std::uint32_t c = kValu;
  if (is_trans(m)) c |= kTrans;
  if (m.starts_with("v_dot")) c |= kDot;
  if (shifts_result(i)) c |= kShiftedResult;
  if (i.modifiers.dpp) c |= kDpp;
  if (m.starts_with("v_permlane")) c |= kPermlane;
  if (m == "v_readlane_b32" || m == "v_readfirstlane_b32") c |= kLaneRead;
  if (m == "v_writelane_b32") c |= kLaneWrite;
  if (m.starts_with("v_div_fmas")) c |= kDivFmas;
  if (m == "v_fma_f64" || m == "v_fmac_f64") c |= kFma64;
  if (m.starts_with("v_cmpx")) c |= kCompareExec;
  if (names_matrix(m)) {
    c |= kMatrix;
    if (m.ends_with("_f64"))
      c |= has(m, "_16x16x") ? kMatrix64 | kMatrix64Large : kMatrix64;
    else if (!m.ends_with("_f32") || m.ends_with("_xf32"))
      c |= kXdl;
  }
  return c;
}

bool is_vmem(std::string_view m) {
  return m.starts_with("buffer_") || m.starts_with("global_") || m.starts_with("flat_") ||
         m.starts_with("scratch_") || m.starts_with("tbuffer_");
}

std::uint32_t store_classes(const Instruction& i, const std::vector<RegisterAccess>& accesses) {
  const bool wide = std::ranges::any_of(
      accesses, [](const RegisterAccess& a) { return a.role == Role::data && a.count > 2; });
  if (!wide) return 0;
  const Operand* const offset = i.operand(OperandRole::offset);  // of buffers
  const bool scalar_offset = offset != nullptr && offset->kind == Operand::Kind::scalar;
  return scalar_offset ? kWideStoreScalarOffset : kWideStore;
}

std::uint32_t classes(const Instruction& i, const std::vector<RegisterAccess>& accesses) {
  const std::string_view m = i.mnemonic;
  if (m.starts_with("v_")) return valu_classes(i);
  if (m.starts_with("ds_")) return kLds;
  if (is_vmem(m)) {
    const bool dma = i.modifiers.lds || has(m, "_load_lds");
    return kVmem | store_classes(i, accesses) | (dma ? kLdsDma : 0u);
  }
  if (!m.starts_with("s_") || has(m, "_load_") || has(m, "_store_") || has(m, "_atomic_")) return 0;
  if (m.starts_with("s_sendmsg") || m == "s_ttracedata") return kSalu | kMessage;
  if (m.starts_with("s_setreg")) return kSalu | kSetreg;
  if (m.starts_with("s_getreg")) return kSalu | kGetreg;
  return kSalu;
}

bool of_kind(const RegisterAccess& a, Kind kind) {
  const bool vector = a.file != File::scalar;
  const auto covers = [&](std::uint16_t r) { return !vector && a.first <= r && r < a.first + a.count; };
  switch (kind) {
    case Kind::vector:
      return vector;
    case Kind::scalar:
      return !vector && a.first < scalar::kM0;
    case Kind::exec:
      return covers(scalar::kExec);
    case Kind::vcc:
      return covers(scalar::kVcc) || covers(scalar::kVcc + 1);
    case Kind::m0:
      return covers(scalar::kM0);
    default:
      return false;
  }
}

bool chained(const WaitRule& rule, const Timing& p, const Timing& c, const RegisterAccess& of_p,
             const RegisterAccess& of_c) {
  const bool same = of_p.first == of_c.first && of_p.count == of_c.count;
  switch (rule.chain) {
    case WaitRule::Chain::same_registers:
      return same;
    case WaitRule::Chain::not_forwarded:
      return !same || p.mnemonic != c.mnemonic;
    default:
      return true;
  }
}

bool meet(const WaitRule& rule, const Timing& p, const Timing& c, RegisterAccess& at) {
  if (rule.registers == Kind::any) return true;
  if (rule.registers == Kind::hardware_register) return p.hardware_register == c.hardware_register;
  for (const RegisterAccess& of_p : p.accesses) {
    if ((rule.producer_roles & bit(of_p.role)) == 0 || !of_kind(of_p, rule.registers)) continue;
    at = of_p;
    if (rule.consumer_roles == 0) return true;
    for (const RegisterAccess& of_c : c.accesses)
      if ((rule.consumer_roles & bit(of_c.role)) != 0 && of_p.overlaps(of_c) &&
          chained(rule, p, c, of_p, of_c))
        return true;
  }
  return false;
}

constexpr bool selected(std::uint32_t classes, std::uint32_t any, std::uint32_t none) {
  return (classes & any) != 0 && (classes & none) == 0;
}

int count(const WaitRule& rule, int passes, bool gfx950) {
  int n = rule.fixed + (rule.per_pass ? passes : 0);
  if (gfx950 && (rule.extra == WaitRule::Extra::gfx950 ||
                 (rule.extra == WaitRule::Extra::gfx950_but_two_passes && passes != 2)))
    ++n;
  return n;
}

/// A rule, and how many wait states it asks for.
struct Applicable {
  const WaitRule* rule;
  int window;
};

/// The rules of an arch by what the producer is: most instructions are the producer of few.
class Rules {
 public:
  explicit Rules(std::string_view arch) : gfx950_(arch == "gfx950") {
    for (const WaitRule& rule : wait_rules())
      if ((rule.archs & arch_bit(arch)) != 0) all_.push_back(&rule);
  }
  bool empty() const { return all_.empty(); }

  std::vector<Applicable> of(const Timing& p) {
    std::vector<Applicable> rules;
    for (const Applicable& a : of_class(p))
      if (a.rule->producer_roles == 0 || std::ranges::any_of(p.accesses, [&](const RegisterAccess& r) {
            return (a.rule->producer_roles & bit(r.role)) != 0 && of_kind(r, a.rule->registers);
          }))
        rules.push_back(a);
    return rules;
  }

 private:
  /// Those of producers of the same classes, whatever their registers.
  const std::vector<Applicable>& of_class(const Timing& p) {
    const auto [at, is_new] = of_class_.try_emplace({p.classes, p.passes});
    if (!is_new) return at->second;
    for (const WaitRule* rule : all_) {
      if (!selected(p.classes, rule->producer, rule->producer_not) || (rule->passes != 0 && rule->passes != p.passes)) continue;
      if (const int window = count(*rule, p.passes, gfx950_); window > 0) at->second.push_back({rule, window});
    }
    return at->second;
  }

  bool gfx950_;
  std::vector<const WaitRule*> all_;
  std::map<std::pair<std::uint32_t, int>, std::vector<Applicable>> of_class_;  ///< by classes and passes
};

/// Follows every path from a producer for as long as any of its rules can still object.
class Paths {
 public:
  Paths(const Program& program, Rules& rules, std::vector<TooClose>& found)
      : program_(program), of_arch_(rules), timings_(program.instructions.size()), found_(found) {}

  void from(std::uint32_t producer) {
    producer_ = producer;
    budget_ = kVisitsPerProducer;
    rules_ = of_arch_.of(timing_of(producer));
    if (rules_.empty()) return;
    timing_ = timing_of(producer);
    window_ = std::ranges::max(rules_, {}, &Applicable::window).window;
    first_ = found_.size();
    follow(producer, {0, timing_.passes, timing_.accesses});
  }
  /// Whether all paths of the last producer were followed to the end of its window.
  bool finished() const { return budget_ > 0; }

 private:
  /// How far a path has come.
  struct Way {
    int distance = 0;   ///< wait states behind the producer
    int pipe_free = 0;  ///< the distance at which the next matrix instruction can issue, and one more
    std::vector<RegisterAccess> live;  ///< the producer's registers that nobody has written since
  };

  void follow(std::uint32_t from, Way way) {
    std::uint32_t at = from;
    while (true) {
      const Flow f = flow(program_, at);
      const std::int32_t target = f.target ? program_.at(*f.target) : -1;
      if (target >= 0 && at != producer_) follow_branch(std::uint32_t(target), way);
      if (!f.falls || ++at >= timings_.size()) return;
      if (!visit(at, way)) return;
    }
  }

  void follow_branch(std::uint32_t target, Way way) {
    way.distance += kTakenBranchWaitStates - 1;  // it counted one when it was visited
    if (visit(target, way)) follow(target, std::move(way));
  }

  // False once no rule can object any more.
  bool visit(std::uint32_t at, Way& way) {
    if (way.distance >= window_ || budget_ == 0) return false;
    --budget_;
    const Timing& consumer = timing_of(at);
    int& distance = way.distance;
    if (consumer.passes > 0) {
      distance = std::max(distance, way.pipe_free - 1);
      way.pipe_free = distance + 1 + consumer.passes;
    }
    timing_.accesses = way.live;
    for (const Applicable& a : rules_) {
      RegisterAccess where;
      if (distance < a.window && needed(*a.rule, timing_, consumer, program_.arch, where) > distance)
        note({producer_, at, a.rule, a.window, distance, whole(where)});
    }
    for (const RegisterAccess& w : consumer.accesses)
      if (w.writes()) hide(w, way.live);
    distance += consumer.wait_states;
    return distance < window_;
  }

  const Timing& timing_of(std::uint32_t i) {
    if (!timings_[i]) timings_[i] = timing(program_.instructions[i], program_);
    return *timings_[i];
  }

  // Leaves what `w` does not overwrite. Of vectors that is all or nothing: accumulators are forwarded whole.
  static void hide(const RegisterAccess& w, std::vector<RegisterAccess>& live) {
    for (RegisterAccess& r : live) {
      const int first = r.first, end = r.first + r.count, from = w.first, to = w.first + w.count;
      const bool all = from <= first && end <= to;
      if (!w.overlaps(r) || (!all && r.file != File::scalar)) continue;
      if (from <= first) r.first = std::uint16_t(std::min(to, end));
      if (from <= first || end <= to) r.count = std::uint16_t(from <= first ? end - r.first : from - first);
    }
    std::erase_if(live, [](const RegisterAccess& r) { return r.count == 0; });
  }

  // The producer's access of which `part` is left.
  RegisterAccess whole(const RegisterAccess& part) {
    for (const RegisterAccess& a : timing_of(producer_).accesses)
      if (part.file == File::scalar && a.role == part.role && a.overlaps(part)) return a;
    return part;
  }

  void note(const TooClose& pair) {
    for (std::size_t i = first_; i < found_.size(); ++i)
      if (found_[i].consumer == pair.consumer && found_[i].rule == pair.rule) {
        found_[i].found = std::min(found_[i].found, pair.found);
        return;
      }
    found_.push_back(pair);
  }

  const Program& program_;
  Rules& of_arch_;
  std::vector<std::optional<Timing>> timings_;  ///< of those that were asked for
  std::vector<TooClose>& found_;
  std::uint32_t producer_ = 0;
  Timing timing_;  ///< the producer's, with the registers that are live where a path has come to
  std::vector<Applicable> rules_;
  int window_ = 0;
  std::size_t first_ = 0;
  /// Compiled code needs a few dozen; only code made of branches, which nobody trusts, needs more.
  static constexpr int kVisitsPerProducer = 2000;
  int budget_ = 0;
};

int widest_window() {
  constexpr int kMostPasses = 16;
  int widest = 0;
  for (const WaitRule& rule : wait_rules()) widest = std::max(widest, count(rule, kMostPasses, true));
  return widest;
}

/// Of the producers that `wanted` names.
template <typename Wanted>
WaitStates follow_producers(const Program& program, Wanted wanted) {
  WaitStates found;
  Rules rules(program.arch);
  if (rules.empty()) return found;
  Paths paths(program, rules, found.pairs);
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    if (!wanted(i)) continue;
    paths.from(i);
    if (!paths.finished()) found.unfinished.push_back(i);
  }
  return found;
}

}  // namespace

bool is_matrix(const Instruction& i) {
  return names_matrix(i.mnemonic);
}

Timing timing(const Instruction& i, const Program& program) {
  Timing t;
  t.mnemonic = i.mnemonic;
  t.accesses = dataflow(i, program.width);
  t.classes = classes(i, t.accesses);
  if ((t.classes & kMatrix) != 0) t.passes = passes(i.mnemonic, i.modifiers, program.arch == "gfx950");
  if (i.mnemonic == "s_nop" && i.immediate() != nullptr)
    t.wait_states = int(i.immediate()->integer & 0xF) + 1;
  if ((t.classes & (kSetreg | kGetreg)) != 0) t.hardware_register = int(i.modifiers.offset);
  return t;
}

int needed(const WaitRule& rule, const Timing& p, const Timing& c, std::string_view arch,
           RegisterAccess& at) {
  if ((rule.archs & arch_bit(arch)) == 0 || !selected(p.classes, rule.producer, rule.producer_not) ||
      !selected(c.classes, rule.consumer, rule.consumer_not) ||
      (rule.passes != 0 && rule.passes != p.passes) || !meet(rule, p, c, at))
    return 0;
  return count(rule, p.passes, arch == "gfx950");
}

WaitStates too_close(const Program& program) {
  return follow_producers(program, [](std::uint32_t) { return true; });
}

WaitStates too_close(const Program& program, const Program& before, const WaitStates& known) {
  if (before.arch != program.arch || before.instructions.size() != program.instructions.size())
    return too_close(program);
  // Each instruction on a path is a wait state at least, so no window is longer than that many steps.
  const std::vector<bool> near = near_changes(before, program, widest_window());
  WaitStates found = follow_producers(program, [&](std::uint32_t producer) { return near[producer]; });
  std::vector<TooClose> kept, pairs;
  for (const TooClose& pair : known.pairs)
    if (!near[pair.producer]) kept.push_back(pair);
  std::ranges::merge(found.pairs, kept, std::back_inserter(pairs), {}, &TooClose::producer,
                     &TooClose::producer);
  found.pairs = std::move(pairs);
  for (const std::uint32_t producer : known.unfinished)
    if (!near[producer]) found.unfinished.push_back(producer);
  std::ranges::sort(found.unfinished);
  return found;
}

bool is_felt(const TooClose& pair, int found, WaitStateMode mode) {
  if (mode != WaitStateMode::evidence) return mode == WaitStateMode::enforce;
  return pair.rule->evidence != Evidence::compiler && !pair.rule->is_contradicted(found);
}

findings::Severity severity(const TooClose& pair, int found) {
  if (pair.rule->is_contradicted(found)) return findings::Severity::note;
  return pair.rule->evidence == Evidence::compiler ? findings::Severity::risk : findings::Severity::manual;
}

namespace {

constexpr int kGapFound = 19;  // of the one gap that is known

// Nothing where the manual states the rule and nobody contradicts it.
std::string basis(const TooClose& pair, int found) {
  std::string text;
  if (pair.rule->evidence == Evidence::compiler) text = "; LLVM's rule, which the ISA manual does not state";
  if (pair.rule->evidence == Evidence::measured) text = "; seen on silicon, not stated by the ISA manual";
  if (pair.rule->is_contradicted(found)) text += fmt::format("; contradicted: {}", pair.rule->contradicted);
  if (!pair.rule->compiler_gap.empty() && found == kGapFound && pair.needed == kGapFound + 1)
    text += fmt::format("; {}", pair.rule->compiler_gap);
  return text;
}

}  // namespace

std::string text(const Program& program, const TooClose& pair, int found) {
  const Instruction& p = program.instructions[pair.producer];
  const bool named = pair.rule->registers != Kind::any && pair.rule->registers != Kind::hardware_register;
  return fmt::format("{}: {} wait states after {} @{:#x}, of {} needed{}{}", pair.rule->name, found, p.text,
                     p.address, pair.needed, named ? " for " + name(pair.at) : std::string(),
                     basis(pair, found));
}

}  // namespace lockstep::isa
