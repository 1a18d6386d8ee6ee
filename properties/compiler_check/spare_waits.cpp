#include "properties/compiler_check/spare_waits.hpp"

#include <algorithm>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/wait_rule.hpp"

namespace lockstep::compiler_check {

namespace {

using isa::Instruction;
using isa::RegisterAccess;
using isa::Timing;

constexpr int kMostStates = 20;  ///< the most wait states that a rule asks for

/// Two instructions, one on either side of an s_nop.
class Pair {
 public:
  Pair(const Removed& removed, int back, int ahead)
      : removed_(removed),
        back_(back),
        ahead_(ahead),
        producer(isa::timing(first(), removed.program)),
        consumer(isa::timing(*removed.at(ahead), removed.program)) {}

  const Instruction& first() const { return *removed_.at(back_); }

  template <typename Is>
  bool any_between(Is is) const {
    for (int i = back_ + 1; i < ahead_; ++i)
      if (is(*removed_.at(i))) return true;
    return false;
  }

  bool is_written_between(const RegisterAccess& registers) const {
    return any_between([&](const Instruction& i) {
      return std::ranges::any_of(isa::dataflow(i, removed_.program.width), [&](const RegisterAccess& a) {
        return a.writes() && a.overlaps(registers);
      });
    });
  }

  /// The most that a rule asks for whose registers `counts`.
  template <typename Counts>
  int asked(Counts counts) const {
    int most = 0;
    for (const isa::WaitRule& rule : isa::wait_rules()) {
      RegisterAccess at;
      const int states = isa::needed(rule, producer, consumer, *removed_.program.arch, at);
      if (states > most && counts(at)) most = states;
    }
    return most;
  }
  int asked() const {
    return asked([](const RegisterAccess&) { return true; });
  }
  /// What the rules ask for of the two as they are now; 0 where they asked for it `plainly`, too.
  int asked_more_than(int plainly) const {
    const int states = asked();
    return states > plainly ? states : 0;
  }

 private:
  const Removed& removed_;
  int back_, ahead_;

 public:
  Timing producer, consumer;
};

int states_of(const Removed& r, int offset) {
  return isa::timing(*r.at(offset), r.program).wait_states;
}

/// Whether the removal leaves fewer wait states in some pair than `sees` says that LLVM wants of it.
template <typename Sees>
bool explains(const Removed& r, Sees sees) {
  if (r.at()->mnemonic != "s_nop") return false;
  // A dropped s_nop comes behind the next instruction, so only that one is nearer then.
  const bool dropped = r.mutant.kind == wait_mutation::CodeMutant::Kind::drop_nop;
  const int lost = dropped ? states_of(r, 0) : 1;
  int behind = 0;  // wait states between the s_nop and the consumer
  for (int ahead = 1; r.at(ahead) != nullptr && behind < kMostStates && !(dropped && ahead > 1); ++ahead) {
    int states = states_of(r, 0) + behind;
    for (int back = -1; r.at(back) != nullptr && states - lost < kMostStates; --back) {
      Pair pair(r, back, ahead);
      const int wanted = sees(pair);
      if (states >= wanted && states - lost < wanted) return true;
      states += states_of(r, back);
    }
    behind += states_of(r, ahead);
  }
  return false;
}

}  // namespace

bool counts_the_pipe_once(const Removed& removed) {
  return explains(removed, [](const Pair& pair) {
    return pair.any_between([](const Instruction& i) { return isa::waits_for_pipe(i); }) ? pair.asked() : 0;
  });
}

bool overlooks_a_later_write(const Removed& removed) {
  return explains(removed, [](const Pair& pair) {
    return pair.asked([&](const RegisterAccess& at) { return pair.is_written_between(at); });
  });
}

bool takes_exec_for_an_sgpr(const Removed& removed) {
  return explains(removed, [](const Pair& pair) {
    constexpr int kWriteOfSgprToMemoryOperation = 5;
    const bool writes = std::ranges::any_of(pair.producer.accesses, [](const RegisterAccess& a) {
      return a.writes() && a.overlaps({isa::File::scalar, isa::Role::exec, isa::scalar::kExec, 2});
    });
    return writes && (pair.producer.classes & isa::kValu) != 0 && (pair.consumer.classes & isa::kVmem) != 0 &&
                   pair.asked() < kWriteOfSgprToMemoryOperation
               ? kWriteOfSgprToMemoryOperation
               : 0;
  });
}

bool takes_a_mask_for_a_source(const Removed& removed) {
  return explains(removed, [](Pair& pair) {
    const int plainly = pair.asked();
    for (RegisterAccess& a : pair.consumer.accesses)
      if (a.role == isa::Role::mask) a.role = isa::Role::source;
    return pair.asked_more_than(plainly);
  });
}

bool takes_kept_for_read(const Removed& removed) {
  return explains(removed, [](Pair& pair) {
    if ((pair.consumer.classes & (isa::kLaneWrite | isa::kDpp | isa::kShiftedResult)) == 0) return 0;
    const int plainly = pair.asked();
    for (RegisterAccess& a : pair.consumer.accesses)
      if (a.writes()) a.role = isa::Role::source;
    return pair.asked_more_than(plainly);
  });
}

bool takes_packed_results_for_moved(const Removed& removed) {
  return explains(removed, [](Pair& pair) {
    const Instruction& first = pair.first();
    const bool packed = first.mnemonic.starts_with("v_pk_") || first.mnemonic.starts_with("v_dot2_f32_");
    if (!packed || (first.modifiers.op_sel_hi & 1) == 0) return 0;
    const int plainly = pair.asked();
    pair.producer.classes |= isa::kShiftedResult;
    return pair.asked_more_than(plainly);
  });
}

bool overlooks_that_packed_f32_waits(const Removed& removed) {
  return explains(removed, [](Pair& pair) {
    const bool waits = (pair.consumer.classes & isa::kPackedF32) != 0;
    if (!waits || (pair.producer.classes & isa::kMatrix) == 0) return 0;
    pair.consumer.classes &= ~std::uint32_t{isa::kPackedF32};
    return pair.asked();
  });
}

}  // namespace lockstep::compiler_check
