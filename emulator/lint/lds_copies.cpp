#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "emulator/lint/analyses.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/path.hpp"

namespace lockstep::lint {

namespace {

using isa::Counter;

/// The first copy of a path.
struct FirstCopy {
  std::uint32_t instruction = 0;
  int younger = 0;  ///< operations on vmcnt behind it at least
  int most = 0;     ///< copies that were issued at most

  bool operator==(const FirstCopy&) const = default;
};

/// What paths to a place may have done to LDS.
struct Contents {
  bool untouched = false;            ///< nothing yet
  std::optional<FirstCopy> copying;  ///< copies were issued, none is done
  bool filled = false;
};

/// Barriers that a wave passes on a path and that are told apart: waves meet at their first, their second,
/// and so on. Behind the last, nothing is said any more.
constexpr std::size_t kEpochs = 6;
/// Barrier -> in which epochs a wave may come to it with LDS filled.
using FilledAt = std::map<std::uint32_t, std::array<bool, kEpochs>>;

class LdsCopies {
 public:
  struct State {
    std::array<Contents, kEpochs> epochs;
    bool m0_written = false;  ///< M0 was written on all paths
  };

  /// Without `filled` it finds out what `filled` has to say: barriers then keep what no wave filled.
  LdsCopies(Operations code, const FilledAt* filled) : code_(code), filled_(filled) {}

  State entry() const {
    State s;
    s.epochs[0].untouched = true;
    return s;
  }
  State resumed() const {
    State s;
    s.m0_written = true;
    for (Contents& c : s.epochs) c.filled = true;
    return s;
  }

  void step(State& state, std::uint32_t i) const {
    const Operation& now = code_[i];
    state.m0_written |= now.writes_m0 || now.forgets;
    for (Contents& c : state.epochs) step(c, now, i);
    if (now.is_barrier) pass_barrier(state, i);
  }

  bool join(State& into, const State& from) const {
    bool changed = into.m0_written && !from.m0_written;
    into.m0_written &= from.m0_written;
    for (std::size_t e = 0; e < kEpochs; ++e) changed |= join(into.epochs[e], from.epochs[e]);
    return changed;
  }

  static std::size_t size(const State&) { return kEpochs; }

  /// The copy that a read of LDS comes too early for.
  std::optional<FirstCopy> too_early(const State& state, std::uint32_t i) const {
    if (!code_[i].reads_lds) return std::nullopt;
    for (const Contents& c : state.epochs)
      if (c.copying) return c.copying;
    return std::nullopt;
  }

  /// Follows an operation as path.hpp asks for it.
  std::optional<int> follow(int younger, std::uint32_t i) const {
    Contents c;
    c.copying = FirstCopy{0, younger, younger};
    step(c, code_[i], i);
    return c.copying ? std::optional(c.copying->younger) : std::nullopt;
  }

 private:
  static void step(Contents& c, const Operation& now, std::uint32_t i) {
    if (c.copying) {
      c.filled |= done(c.copying->most, now);
      if (done(c.copying->younger, now)) c.copying.reset();
    }
    // A read takes it for granted that LDS is filled: said once, not of every read behind.
    const bool fills = now.fills_lds || now.forgets || (now.reads_lds && c.copying);
    if (fills && (c.untouched || c.copying)) c = {false, std::nullopt, true};
    if (c.copying && counts(now)) {
      ++c.copying->younger;
      c.copying->most = std::min(c.copying->most + 1, isa::kMostLoads);
    }
    if (!now.to_lds || !c.untouched) return;
    c.copying = FirstCopy{i, 0, c.copying ? c.copying->most : 0};
    c.untouched = false;
  }

  static bool counts(const Operation& now) { return now.issued && now.issued->counter == Counter::vm; }

  static bool done(int younger, const Operation& now) {
    constexpr isa::Issued kCopy{};
    const auto vmcnt = now.allowed(Counter::vm);
    return (vmcnt && isa::covered(kCopy, younger, *vmcnt)) ||
           (counts(now) && isa::covered(kCopy, younger, isa::kMostLoads - 1));
  }

  void pass_barrier(State& state, std::uint32_t i) const {
    for (std::size_t e = kEpochs - 1; e > 0; --e) state.epochs[e] = state.epochs[e - 1];
    state.epochs[0] = {};
    if (filled_ == nullptr) return;
    const auto filled = filled_->find(i);
    for (std::size_t e = 1; filled != filled_->end() && e < kEpochs; ++e)
      if (filled->second[e - 1]) state.epochs[e] = {false, std::nullopt, true};
  }

  static bool join(Contents& into, const Contents& from) {
    bool changed = (from.untouched && !into.untouched) || (from.filled && !into.filled);
    into.untouched |= from.untouched;
    into.filled |= from.filled;
    if (!from.copying) return changed;
    if (!into.copying) {
      into.copying = from.copying;
      return true;
    }
    const auto rank = [](const FirstCopy& c) { return std::pair(c.younger, c.instruction); };
    FirstCopy both = rank(*into.copying) <= rank(*from.copying) ? *into.copying : *from.copying;
    both.most = std::max(into.copying->most, from.copying->most);
    changed |= !(both == *into.copying);
    into.copying = both;
    return changed;
  }

  Operations code_;
  const FilledAt* filled_;
};

std::optional<FilledAt> filled_at(const ControlFlow& flow, Operations code) {
  FilledAt all;
  const bool done = for_each_instruction(flow, LdsCopies(code, nullptr),
                                         [&](const LdsCopies::State& state, std::uint32_t at) {
                                           if (!code[at].is_barrier) return;
                                           for (std::size_t e = 0; e < kEpochs; ++e)
                                             all[at][e] = state.epochs[e].filled;
                                         });
  return done ? std::optional(std::move(all)) : std::nullopt;
}

// The finding of a read that is too early; nothing where no path that can be taken leads there.
std::optional<Finding> early_read(const isa::Program& program, const ControlFlow& flow, PossiblePaths& paths,
                                  const LdsCopies& copies, const FirstCopy& copy, std::uint32_t at) {
  const auto path = paths.find(copy.instruction, at,
                               [&](int younger, std::uint32_t i) { return copies.follow(younger, i); });
  if (!path) return std::nullopt;
  Finding f = found_at(FindingKind::lds_copy, at);
  f.other_address = program.instructions[copy.instruction].address;
  f.text = fmt::format("reads LDS that nothing has reached: {} and all behind it are not waited for",
                       place(program.instructions[copy.instruction]));
  f.needed = fmt::format("s_waitcnt vmcnt({}){}, and s_barrier where other waves copied", copy.younger,
                         copy.younger > 0 ? " or lower" : "");
  f.path = describe(*path, flow, program);
  return f;
}

}  // namespace

std::vector<Finding> check_lds_copies(const isa::Program& program, const ControlFlow& flow, Operations code) {
  const auto filled = filled_at(flow, code);
  if (!filled) return {too_much_work(flow)};
  const LdsCopies copies(code, &*filled);
  PossiblePaths paths(flow, program, code);
  std::vector<Finding> findings;
  const bool done = for_each_instruction(flow, copies, [&](const LdsCopies::State& state, std::uint32_t at) {
    if (const auto copy = copies.too_early(state, at))
      if (auto f = early_read(program, flow, paths, copies, *copy, at)) findings.push_back(*std::move(f));
    if (code[at].takes_m0_as_address && !state.m0_written) {
      Finding f = found_at(FindingKind::undefined_address, at);
      f.registers = "m0";
      f.text = "M0, the LDS address, is undefined: on some path nothing writes it";
      findings.push_back(std::move(f));
    }
  });
  if (!done) findings.push_back(too_much_work(flow));
  return findings;
}

}  // namespace lockstep::lint
