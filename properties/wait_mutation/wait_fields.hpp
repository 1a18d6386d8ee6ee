// Where the waits of each arch have their counters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::wait_mutation {

/// A counter's bits in SIMM16, which the low half of the instruction is; of all ones it does not wait.
struct WaitField {
  std::string_view counter;  ///< as the instruction spells it
  int first = 0, bits = 0;
  int more_first = 0, more_bits = 0;  ///< where its upper bits are, if they lie apart

  std::uint32_t most() const { return (1u << (bits + more_bits)) - 1; }
  std::uint32_t of(std::uint32_t word) const;
  std::uint32_t with(std::uint32_t word, std::uint32_t value) const;
};

/// Of a wait, those that it can be weakened by; nothing where the instruction is no wait.
std::optional<std::vector<WaitField>> wait_fields(std::string_view mnemonic);

}  // namespace lockstep::wait_mutation
