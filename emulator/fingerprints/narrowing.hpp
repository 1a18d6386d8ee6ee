// Conversions of binary32 to narrow formats under a scale: each element is a function of its number
// and of the scale, however many an instruction converts.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

struct Narrowing {
  std::string_view mnemonic;
  Function function;
  int bits;  ///< of an element
};

/// nullptr: the instruction is none.
const Narrowing* find_narrowing(std::string_view mnemonic);

/// The bytes that the elements lie in, one behind the other.
void narrow(const Hasher& hasher, const Narrowing& narrowing, std::span<const Fingerprint> numbers,
            Fingerprint scale, std::span<Fingerprint> bytes);

}  // namespace lockstep::fingerprint
