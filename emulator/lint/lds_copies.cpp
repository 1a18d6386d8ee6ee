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
  Counter counter = Counter::vm;  ///< its own
  int younger = 0;                ///< operations on that counter behind it at least
  int most = 0;                   ///< copies that were issued at most

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
    if (now.other_barrier) state.epochs = resumed().epochs;
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
  std::optional<int> follow(const FirstCopy& copy, int younger, std::uint32_t i) const {
    Contents c;
    c.copying = FirstCopy{copy.instruction, copy.counter, younger, younger};
    step(c, code_[i], i);
    return c.copying ? std::optional(c.copying->younger) : std::nullopt;
  }

 private:
  static void step(Contents& c, const Operation& now, std::uint32_t i) {
    if (c.copying) {
      c.filled |= done(*c.copying, c.copying->most, now) || waits_for_other_copies(*c.copying, now);
      if (done(*c.copying, c.copying->younger, now) || waits_for_other_copies(*c.copying, now))
        c.copying.reset();
    }
    // A read takes it for granted that LDS is filled: said once, not of every read behind.
    const bool fills = now.fills_lds || now.forgets || (now.reads_lds && c.copying);
    if (fills && (c.untouched || c.copying)) c = {false, std::nullopt, true};
    if (c.copying && counts(*c.copying, now)) {
      ++c.copying->younger;
      c.copying->most = std::min(c.copying->most + 1, isa::kMostLoads);
    }
    if (!now.to_lds || !c.untouched) return;
    c.copying = FirstCopy{i, now.issued->counter, 0, c.copying ? c.copying->most : 0};
    c.untouched = false;
  }

  static bool counts(const FirstCopy& copy, const Operation& now) {
    return now.issued && now.issued->counter == copy.counter;
  }

  static bool done(const FirstCopy& copy, int younger, const Operation& now) {
    const isa::Issued issued{copy.counter};
    const auto allowed = now.allowed(copy.counter);
    return (allowed && isa::covered(issued, younger, *allowed)) ||
           (counts(copy, now) && isa::covered(issued, younger, isa::kMostLoads - 1));
  }

  /// A wait on one counter may cover copies that count on the other; which ones is not followed.
  static bool waits_for_other_copies(const FirstCopy& copy, const Operation& now) {
    return copy.counter != Counter::vm &&
           now.allowed(copy.counter == Counter::async ? Counter::tensor : Counter::async);
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
                               [&](int younger, std::uint32_t i) { return copies.follow(copy, younger, i); });
  if (!path) return std::nullopt;
  Finding f = found_at(FindingKind::lds_copy, at);
  f.other_address = program.instructions[copy.instruction].address;
  f.text = fmt::format("reads LDS that nothing has reached: {} and all behind it are not waited for",
                       place(program.instructions[copy.instruction]));
  f.needed = fmt::format("{}{}, and {} where other waves copied",
                         isa::wait_text(copy.counter, copy.younger, *program.arch),
                         copy.younger > 0 ? " or lower" : "",
                         program.arch->has(arch::Feature::split_barriers) ? "a barrier" : "s_barrier");
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
