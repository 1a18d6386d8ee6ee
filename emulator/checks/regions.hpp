// Loads of bytes that nobody may read: inside an allocation and, for buffers, below num_records, so that the
// hardware has nothing to say, but undefined in memory that kernels can't write. Under a law's run that is
// every byte that the contract does not read: padding rows, rows past a group's end, another's scales.
//
// A kernel may well load such bytes and throw them away: reading a whole tile is cheaper than asking. So this
// check is only there for those who ask for it; what such a value reaches, an address, a branch, the output,
// is always a finding. The masks are those of law `unread`: the fills of the operands, which mark what they
// define. Of the argument segment only what lies past the last argument is undefined, and compilers do widen
// scalar loads of it: it is left out.
#pragma once

#include "emulator/checks/findings.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

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

}  // namespace lockstep::checks
