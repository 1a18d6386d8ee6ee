// Checks that judge one memory operation by itself: its addresses, and the bytes that it reads or writes.
#pragma once

#include <vector>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

/// Addresses that the hardware does not take, or takes for others, in memory operations that have to be
/// aligned.
///
/// Loads and stores of vectors may lie anywhere: amdhsa runs gfx9 in unaligned mode (LLVM,
/// GCNSubtarget.cpp: `+unaligned-access-mode` for HSA). Atomics have to lie on a multiple of their size, the
/// place in LDS of a load to LDS on a whole dword, transposing reads of 64 bits on 8 bytes, of 96 on 4. What
/// scalar operations do with the two lowest bits of an address, ignore them, the machine reports itself.
class Alignment final : public machine::Observer {
 public:
  explicit Alignment(Findings& findings) : findings_(findings) {}
  void issues(machine::Wave& wave, machine::Pending& pending) override;

 private:
  Findings& findings_;
};

/// Buffer accesses that lie past num_records, whole or in part: loads of them give 0, stores and atomics do
/// nothing. Kernels build on that where a tile hangs over an edge, and hide a wrong offset behind it as
/// easily.
class Clamped final : public machine::Observer {
 public:
  explicit Clamped(Findings& findings) : findings_(findings) {}
  void issues(machine::Wave& wave, machine::Pending& pending) override;

 private:
  Findings& findings_;
};

/// Loads of bytes that nobody may read: inside an allocation and, for buffers, below num_records, so that the
/// hardware has nothing to say, but undefined in memory that kernels can't write. Under a law's run that is
/// every byte that the contract does not read: padding rows, rows past a group's end, another's scales.
///
/// A kernel may well load such bytes and throw them away: reading a whole tile is cheaper than asking. So
/// this check is only there for those who ask for it; what such a value reaches, an address, a branch, the
/// output, is always a finding. The masks are those of law `unread`: the fills of the operands, which mark
/// what they define. Of the argument segment only what lies past the last argument is undefined, and
/// compilers do widen scalar loads of it: it is left out.
class Regions final : public machine::Observer {
 public:
  /// `arguments`: the segment of the kernel's arguments; may be nullptr.
  Regions(Findings& findings, const machine::Allocation* arguments)
      : findings_(findings), arguments_(arguments) {}
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  bool judges(const machine::Allocation* owner) const;
  void report(const machine::Wave& wave, const machine::Pending& pending, int lane,
              const machine::Allocation& owner, std::uint64_t address);

  Findings& findings_;
  const machine::Allocation* arguments_;
};

/// Accesses between the size that was asked for and the end of what an allocator hands out: right under that
/// allocator, outside the buffer all the same. A 32-bit compare-and-swap on the last f16 of an odd number of
/// them is one.
class SlackAccesses final : public machine::Observer {
 public:
  SlackAccesses(Findings& findings, const std::vector<Slack>& slacks)
      : findings_(findings), slacks_(slacks) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  void judge(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
             std::uint64_t bytes);

  Findings& findings_;
  const std::vector<Slack>& slacks_;
};

/// Stores and atomics that write bytes which the launch says are not to be written, whatever they write
/// there.
class Untouched final : public machine::Observer {
 public:
  explicit Untouched(Findings& findings) : findings_(findings) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  void judge(const machine::Wave& wave, const machine::Pending& pending, int lane,
             const machine::Allocation& owner, std::uint64_t address, std::uint64_t bytes);

  Findings& findings_;
};

}  // namespace lockstep::checks
