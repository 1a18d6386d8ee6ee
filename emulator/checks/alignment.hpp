// Addresses that the hardware does not take, or takes for others, in memory operations that have to be
// aligned.
//
// Loads and stores of vectors may lie anywhere: amdhsa runs gfx9 in unaligned mode (LLVM,
// GCNSubtarget.cpp: `+unaligned-access-mode` for HSA). Atomics have to lie on a multiple of their size, the
// place in LDS of a load to LDS on a whole dword, transposing reads of 64 bits on 8 bytes, of 96 on 4. What
// scalar operations do with the two lowest bits of an address, ignore them, the machine reports itself.
#pragma once

#include "emulator/checks/findings.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

class Alignment final : public machine::Observer {
 public:
  explicit Alignment(Findings& findings) : findings_(findings) {}
  void issues(machine::Wave& wave, machine::Pending& pending) override;

 private:
  Findings& findings_;
};

}  // namespace lockstep::checks
