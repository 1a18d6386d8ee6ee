#include "properties/compiler_check/judge.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/isa/changes.hpp"
#include "emulator/launch/outputs.hpp"
#include "emulator/lint/lint.hpp"
#include "host/random.hpp"
#include "properties/compiler_check/caution.hpp"
#include "properties/wait_mutation/code_mutant.hpp"

namespace lockstep::compiler_check {

namespace {

using findings::Finding;
using wait_mutation::CodeMutant;
using Bytes = std::vector<std::uint8_t>;

/// Halves of moderate size, which are moderate floats, too: products neither overflow nor vanish at once.
Bytes moderate(std::uint64_t seed, std::size_t count) {
  host::Random random(seed);
  Bytes bytes(count);
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const auto half = (random.next() & 0x83FF) | (0x3800 + random.below(2) * 0x400);
    bytes[i] = std::uint8_t(half), bytes[i + 1] = std::uint8_t(half >> 8);
  }
  return bytes;
}

launch::Description description_of(const std::string& kernel, std::uint64_t seed, std::uint32_t lanes) {
  const std::uint64_t bytes = std::uint64_t{lanes} * kBytesPerLane, all = std::uint64_t{64} * kBytesPerLane;
  launch::Description d;
  d.kernel = kernel;
  d.geometry.block = {lanes, 1, 1};
  for (const auto& [name, size, fill] :
       {std::tuple{"work", all, seed}, std::tuple{"out", 2 * all, std::uint64_t{0}},
        std::tuple{"in", all, seed + 1}}) {
    launch::Buffer b;
    b.name = name;
    b.bytes = size;
    b.contents = launch::Pattern{fill == 0 ? Bytes{0} : moderate(fill, std::size_t(bytes))};
    d.buffers.push_back(std::move(b));
    d.arguments.push_back({{}, std::nullopt, launch::Pointer{name, 0}});
  }
  return d;
}

/// What a run said and left.
struct Ran {
  std::optional<Finding> stop;
  std::vector<Finding> findings;
  Bytes memory;
};

tl::expected<Ran, std::string> execute(const Code& code, const launch::Description& d,
                                       const machine::Schedule& schedule, isa::WaitStateMode mode,
                                       const std::atomic<bool>* cancel) {
  auto placed = launch::place(d, *code);
  if (!placed) return tl::unexpected(placed.error());
  launch::Placement& p = **placed;
  machine::Settings settings;
  settings.model = matrix::find_model(arch::default_model(code->object().arch));
  settings.schedule = schedule;
  settings.step_limit = 100'000;
  settings.cancel = cancel;
  settings.wait_states = mode;
  checks::Policy policy;
  policy.lint = false;
  policy.wait_states = mode;
  machine::Outcome o = checks::checked_dispatch(*code, *p.kernel, p.launch, p.memory, settings, policy);
  Ran ran{std::move(o.stop), std::move(o.findings), {}};
  for (const char* buffer : {"work", "out"}) {
    launch::Output output;
    output.buffer = buffer;
    launch::read(p, d, output, [&](std::span<const std::uint8_t> piece) {
      ran.memory.insert(ran.memory.end(), piece.begin(), piece.end());
      return true;
    });
  }
  return ran;
}

std::string kind_of(const Finding& f) {
  return f.rule.empty() ? findings::name(f.kind) : fmt::format("{} ({})", findings::name(f.kind), f.rule);
}

bool fails(const Finding& f) {
  return f.severity >= findings::kFailsByDefault;
}

/// The gravest of the findings; nullptr: there is none.
const Finding* gravest(std::span<const Finding> all) {
  const auto most = std::ranges::max_element(all, {}, &Finding::severity);
  return most == all.end() ? nullptr : &*most;
}

class Judge {
 public:
  Judge(std::span<const Program> programs, const Compiled& compiled, const JudgeOptions& options)
      : programs_(programs), compiled_(compiled), options_(options), judged_(programs.size()) {}

  tl::expected<std::vector<Judged>, std::string> run() {
    for (std::size_t i = 0; i < programs_.size() && !cancelled(); ++i)
      if (auto ok = judge_original(i); !ok) return tl::unexpected(ok.error());
    if (options_.removes && !cancelled())
      if (auto ok = judge_removals(); !ok) return tl::unexpected(ok.error());
    return std::move(judged_);
  }

 private:
  using Done = tl::expected<void, std::string>;

  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }
  const machine::LoadedCode& code() const { return *compiled_.code; }

  void alarm(std::size_t i, const std::string& kind, std::string text) {
    if (judged_[i].alarms.empty()) judged_[i].alarm_kind = kind;
    judged_[i].alarms.push_back(std::move(text));
  }

  Done judge_original(std::size_t i) {
    const code_object::Kernel* kernel = code().object().find(programs_[i].name());
    if (kernel == nullptr) return tl::unexpected(fmt::format("{} was not compiled", programs_[i].name()));
    const auto lanes = std::uint32_t(kernel->wavefront_size);
    descriptions_.push_back(description_of(programs_[i].name(), programs_[i].seed, lanes));
    reports_.push_back(code().lint(*kernel));
    const Bug* known = nullptr;
    bool all_known = true;
    for (const Finding& f : reports_[i].findings) {
      const Bug* bug = bug_of(f, code().program());
      if (bug != nullptr) known = bug;  // a note, too: the runs enforce all rules
      if (!fails(f) && f.kind != findings::FindingKind::undecided) continue;
      alarm(i, "lint: " + kind_of(f), lint::line(f));
      all_known &= bug != nullptr;
    }
    const auto plain =
        execute(compiled_.plain, descriptions_[i], {}, isa::WaitStateMode::off, options_.cancel);
    if (!plain) return tl::unexpected(plain.error());
    memory_.push_back(plain->memory);
    if (plain->stop) alarm(i, "trap: " + kind_of(*plain->stop), plain->stop->line());
    for (const machine::Schedule& s : options_.schedules) {
      const auto ran =
          execute(compiled_.code, descriptions_[i], s, isa::WaitStateMode::enforce, options_.cancel);
      if (!ran) return tl::unexpected(ran.error());
      const std::string under = " (under " + machine::to_string(s) + ")";
      for (const Finding& f : ran->findings)
        if (fails(f)) alarm(i, "run: " + kind_of(f), f.line() + under);
      if (ran->stop) alarm(i, "trap: " + kind_of(*ran->stop), ran->stop->line() + under);
      if (ran->memory != memory_[i])
        alarm(i, "values", "values differ from those of the plain build" + under);
    }
    if (known != nullptr && all_known && !judged_[i].alarms.empty())
      judged_[i].bug = fmt::format("{} ({})", known->name, known->source);
    return {};
  }

  /// The n-th removal of every program at once: they share nothing, and loading takes longest.
  Done judge_removals() {
    const std::vector<CodeMutant> all = wait_mutation::code_mutants(code().program(), code().object());
    std::vector<std::vector<const CodeMutant*>> of(programs_.size());
    std::size_t most = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      if (!judged_[i].alarms.empty()) continue;
      for (const CodeMutant& m : all)
        if (reports_[i].reaches(m.instruction)) of[i].push_back(&m);
      most = std::max(most, of[i].size());
    }
    for (std::size_t n = 0; n < most && !cancelled(); ++n) {
      code_object::CodeObject object = code().object();
      for (std::size_t i = 0; i < of.size(); ++i)
        if (n < of[i].size()) apply(*of[i][n], object);
      const auto mutated = code().load_like(std::move(object));
      if (!mutated) return tl::unexpected("a mutant can't be loaded: " + mutated.error());
      for (std::size_t i = 0; i < of.size() && !cancelled(); ++i)
        if (n < of[i].size())
          if (auto ok = judge_removal(i, *of[i][n], *mutated); !ok) return ok;
    }
    return {};
  }

  static void apply(const CodeMutant& m, code_object::CodeObject& object) {
    const auto write = [&](std::vector<std::byte>& bytes, std::uint64_t address) {
      if (m.address >= address && m.address - address < bytes.size())
        std::ranges::copy(m.replace, bytes.begin() + std::ptrdiff_t(m.address - address));
    };
    write(object.text, object.text_address);
    for (code_object::Segment& s : object.segments) write(s.bytes, s.address);
  }

  Done judge_removal(std::size_t i, const CodeMutant& m, const Code& mutated) {
    if (only_moves(i, m, *mutated)) return {};
    const isa::Instruction& at = code().program().instructions[m.instruction];
    Removal r{fmt::format("{}: {}", at.mnemonic, wait_mutation::name(m)),
              fmt::format("{} @{:#x}", at.text, at.address),
              Fate::missed,
              {}};
    auto found = newly_linted(i, *mutated);
    if (std::ranges::none_of(found, fails))
      for (const machine::Schedule& s : options_.schedules) {
        const auto ran = execute(mutated, descriptions_[i], s, isa::WaitStateMode::enforce, options_.cancel);
        if (!ran) return tl::unexpected(ran.error());
        found.insert(found.end(), ran->findings.begin(), ran->findings.end());
        if (ran->stop) found.push_back(*ran->stop);
        if (ran->memory != memory_[i] && std::ranges::none_of(found, fails)) {
          Finding f;
          f.text = "another value under " + machine::to_string(s);
          found.push_back(f);
        }
        if (std::ranges::any_of(found, fails)) break;
      }
    if (const Finding* f = gravest(found)) {
      r.fate = fails(*f) ? Fate::falsified : Fate::said;
      r.why = f->instruction.empty() ? f->text : kind_of(*f);
    } else if (const Caution* c = caution_of({m, code().program(), mutated->program()})) {
      r.fate = Fate::caution;
      r.why = c->reason;
    }
    judged_[i].removals.push_back(std::move(r));
    return {};
  }

  /// An s_nop that changed places and still stands before the instruction that needs it was not removed.
  bool only_moves(std::size_t i, const CodeMutant& m, const machine::LoadedCode& mutated) const {
    if (m.kind != CodeMutant::Kind::drop_nop) return false;
    const auto pairs = [&](const isa::WaitStates& states) {
      return std::ranges::count_if(
          states.pairs, [&](const isa::TooClose& pair) { return reports_[i].reaches(pair.producer); });
    };
    const auto before = pairs(code().too_close());
    return pairs(mutated.too_close()) == before &&
           pairs(isa::too_close(isa::without(code().program(), m.instruction))) > before;
  }

  std::vector<Finding> newly_linted(std::size_t i, const machine::LoadedCode& mutated) const {
    std::set<std::string> known;
    for (const Finding& f : reports_[i].findings) known.insert(lint::line(f));
    std::vector<Finding> found = mutated.lint(*mutated.object().find(programs_[i].name())).findings;
    std::erase_if(found, [&](const Finding& f) { return known.contains(lint::line(f)); });
    return found;
  }

  const std::span<const Program> programs_;
  const Compiled& compiled_;
  const JudgeOptions& options_;
  std::vector<Judged> judged_;
  // What is kept of each program.
  std::vector<launch::Description> descriptions_;
  std::vector<lint::KernelReport> reports_;
  std::vector<Bytes> memory_;  ///< what the plain build leaves
};

}  // namespace

std::string_view name(Fate fate) {
  constexpr std::string_view kNames[] = {"falsified", "said", "caution", "missed"};
  return kNames[std::size_t(fate)];
}

tl::expected<std::vector<Judged>, std::string> judge(std::span<const Program> programs,
                                                     const Compiled& compiled, const JudgeOptions& options) {
  return Judge(programs, compiled, options).run();
}

}  // namespace lockstep::compiler_check
