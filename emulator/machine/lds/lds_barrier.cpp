#include "emulator/machine/lds/lds_barrier.hpp"

#include <cstring>

namespace lockstep::machine {

std::uint64_t arrive(Wave& wave, std::uint64_t address, std::uint32_t count) {
  std::uint8_t* const at = wave.group->lds.data() + address;
  std::uint64_t cell = 0;
  std::memcpy(&cell, at, sizeof cell);
  if (Observer* const observer = wave.environment().observer)
    observer->arrives(wave, std::uint32_t(address), is_last_arrival(cell, count));
  const std::uint64_t now = after_arrival(cell, count);
  std::memcpy(at, &now, sizeof now);
  return cell;
}

}  // namespace lockstep::machine
