#include "emulator/checks/polls.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/flow.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::checks {

using isa::Control;
using isa::Instruction;
using isa::Memory;
using isa::Program;

namespace {

bool is_in_memory(const Memory& m) {
  return m.space == Memory::Space::global || m.space == Memory::Space::flat ||
         m.space == Memory::Space::buffer;
}

/// The access that a wave may wait by: to LDS, or a load from memory; nullptr: the instruction is none.
const Memory* poll(const Instruction& i) {
  if (i.semantics == nullptr || !i.unreadable.empty()) return nullptr;
  const auto* m = std::get_if<Memory>(&i.semantics->operation);
  const bool is_load = m != nullptr && is_in_memory(*m) && m->access == isa::Access::load && !m->to_lds &&
                       !m->lds_in_register && !i.modifiers.lds;
  const bool reads = m != nullptr && (m->space == Memory::Space::lds || is_load) && !m->pair &&
                     m->transpose == 0 && !m->thread_address && m->bytes <= observe::kWidestAtomic &&
                     m->atomic != isa::Atomic::barrier_arrive &&
                     (m->access == isa::Access::load || (m->access == isa::Access::atomic && m->returns));
  return reads ? m : nullptr;
}

bool is_atomic(const Memory& m) {
  return m.access == isa::Access::atomic;
}

bool waits_idly(Control what) {
  switch (what) {
    case Control::nop:
    case Control::sleep:
    case Control::setprio:
    case Control::branch:
    case Control::branch_scc0:
    case Control::branch_scc1:
    case Control::branch_vccz:
    case Control::branch_vccnz:
    case Control::branch_execz:
    case Control::branch_execnz:
    case Control::waitcnt:
    case Control::getreg:
    case Control::memory_time:
    case Control::cycles:
    case Control::message_returned:
    case Control::decode_hint:
    case Control::inst_prefetch:
    case Control::vgpr_banks:
      return true;
    default:
      return false;
  }
}

/// Whether nobody but the wave itself notices the instruction, unless it is a poll.
bool is_idle(const Instruction& i) {
  if (poll(i) != nullptr) return true;
  if (i.semantics == nullptr || !i.unreadable.empty()) return false;
  const auto& what = i.semantics->operation;
  if (const auto* control = std::get_if<Control>(&what)) return waits_idly(*control);
  if (const auto* cache = std::get_if<isa::CacheControl>(&what))
    return *cache == isa::CacheControl::invalidate;
  return std::holds_alternative<isa::VectorAlu>(what) || std::holds_alternative<isa::ScalarAlu>(what) ||
         std::holds_alternative<isa::CrossLane>(what);
}

/// Registers; SCC is one of the scalar ones.
using Registers = std::set<std::pair<isa::File, int>>;
constexpr std::pair kScc{isa::File::scalar, int(isa::scalar::kScc)};

void add(Registers& all, const isa::RegisterAccess& a) {
  for (int r = a.first; r < a.first + a.count; ++r) all.insert({a.file, r});
}

bool has(const Registers& all, const isa::RegisterAccess& a) {
  for (int r = a.first; r < a.first + a.count; ++r)
    if (all.contains({a.file, r})) return true;
  return false;
}

struct Step {
  Registers reads, writes;
  bool branches = false;
};

bool meet(const Registers& a, const Registers& b) {
  return std::ranges::any_of(a, [&](const auto& r) { return b.contains(r); });
}

/// The lanes that execute are no value.
Step step_of(const Instruction& i, isa::WaveWidth width) {
  Step s;
  for (const isa::RegisterAccess& a : isa::dataflow(i, width))
    if (a.role != isa::Role::exec) add(a.writes() ? s.writes : s.reads, a);
  if (const auto* alu = std::get_if<isa::ScalarAlu>(&i.semantics->operation)) {
    if (alu->reads_scc) s.reads.insert(kScc);
    if (alu->writes_scc) s.writes.insert(kScc);
  }
  if (const auto* control = std::get_if<Control>(&i.semantics->operation)) {
    s.branches = *control > Control::branch && *control <= Control::branch_execnz;
    if (*control == Control::branch_scc0 || *control == Control::branch_scc1) s.reads.insert(kScc);
  }
  return s;
}

/// A loop that does nothing but wait: instructions [first, last], the last of which jumps to the first. And
/// what the wave does just before it.
class Loop {
 public:
  Loop(const Program& program, std::uint32_t first, std::uint32_t last) : program_(program), first_(first) {
    constexpr std::uint32_t kBefore = 24;
    begin_ = first;
    while (begin_ > 0 && first - begin_ < kBefore && is_idle(at(begin_ - 1))) --begin_;
    for (std::uint32_t n = begin_; n <= last; ++n) steps_.push_back(step_of(at(n), program.width));
  }

  /// Calls visit(instruction, what it is) for the polls of the loop and the same reads just before it.
  template <typename Visit>
  void each_poll(const Visit& visit) const {
    const Registers changing = changed_by_turns();
    for (std::uint32_t n = first_; n < end(); ++n) {
      const Memory* const m = poll(at(n));
      if (m == nullptr || uses(n, isa::Role::address, changing) || !decides(n)) continue;
      const bool updates = is_atomic(*m) && uses(n, isa::Role::data, reached_from(n));
      if (!updates) visit(n, Poll::wait);
      for (std::uint32_t b = begin_; b < first_; ++b)
        if (is_same_place(at(b), at(n)) && !uses(b, isa::Role::address, written_since(b)) && decides(b))
          visit(b, updates ? Poll::update : Poll::wait);
    }
  }

 private:
  std::uint32_t end() const { return begin_ + std::uint32_t(steps_.size()); }
  const Instruction& at(std::uint32_t n) const { return program_.instructions[n]; }
  const Step& step(std::uint32_t n) const { return steps_[n - begin_]; }

  static bool is_same_place(const Instruction& a, const Instruction& b) {
    const Memory *const one = poll(a), *const other = poll(b);
    const auto is_same = [&](isa::OperandRole role) {
      const auto *const here = a.operand(role), *const there = b.operand(role);
      return here == nullptr || there == nullptr ? here == there : *here == *there;
    };
    return one != nullptr && one->space == other->space && one->bytes == other->bytes &&
           is_same(isa::OperandRole::address) && is_same(isa::OperandRole::base) &&
           is_same(isa::OperandRole::offset) && a.modifiers.offset == b.modifiers.offset;
  }

  bool uses(std::uint32_t n, isa::Role role, const Registers& some) const {
    return std::ranges::any_of(isa::dataflow(at(n), program_.width),
                               [&](const auto& a) { return a.role == role && has(some, a); });
  }

  Registers written_since(std::uint32_t n) const {
    Registers all;
    for (; n < end(); ++n) all.insert(step(n).writes.begin(), step(n).writes.end());
    return all;
  }

  /// Adds what instructions from `from` on write that read something of it, over and over.
  void spread(Registers& reached, std::uint32_t from) const {
    for (std::size_t before = ~std::size_t{0}; before != reached.size();) {
      before = reached.size();
      for (std::uint32_t n = from; n < end(); ++n)
        if (meet(step(n).reads, reached)) reached.insert(step(n).writes.begin(), step(n).writes.end());
    }
  }

  Registers reached_from(std::uint32_t n) const {
    Registers reached = step(n).writes;
    spread(reached, std::min(n, first_));
    return reached;
  }

  /// Registers whose values differ from turn to turn: of what was read, or of the turn before.
  Registers changed_by_turns() const {
    Registers changing, later = written_since(first_);
    Registers written;
    for (std::uint32_t n = first_; n < end(); ++n) {
      const bool of_last_turn = std::ranges::any_of(
          step(n).reads, [&](const auto& r) { return later.contains(r) && !written.contains(r); });
      if (of_last_turn || poll(at(n)) != nullptr)
        changing.insert(step(n).writes.begin(), step(n).writes.end());
      written.insert(step(n).writes.begin(), step(n).writes.end());
    }
    spread(changing, first_);
    return changing;
  }

  /// Whether what an instruction reads decides a branch.
  bool decides(std::uint32_t n) const {
    const Registers reached = reached_from(n);
    return std::ranges::any_of(steps_, [&](const Step& s) { return s.branches && meet(s.reads, reached); });
  }

  const Program& program_;
  std::uint32_t first_ = 0, begin_ = 0;
  std::vector<Step> steps_;  ///< [instruction from begin_ on]
};

}  // namespace

Polls::Polls(const Program& program) : polls_(program.instructions.size(), Poll::none) {
  constexpr std::uint32_t kLongest = 64;
  for (std::uint32_t n = 0; n < polls_.size(); ++n) {
    const Memory* const m = poll(program.instructions[n]);
    any_learns_ |= m != nullptr && is_atomic(*m);
    const auto target = isa::branch_target(program.instructions[n]);
    const std::int32_t first = target ? program.at(*target) : -1;
    if (first < 0 || std::uint32_t(first) > n || n - std::uint32_t(first) > kLongest) continue;
    const std::span body(&program.instructions[std::size_t(first)], n - std::uint32_t(first) + 1);
    if (!std::ranges::all_of(body, is_idle)) continue;
    Loop(program, std::uint32_t(first), n).each_poll([&](std::uint32_t at, Poll what) {
      polls_[at] = std::max(polls_[at], what);
      any_learns_ = true;
      any_in_memory_ |= is_in_memory(*poll(program.instructions[at]));
    });
  }
}

}  // namespace lockstep::checks
