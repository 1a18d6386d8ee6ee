#include "emulator/isa/wait_names.hpp"

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"

namespace lockstep::isa {

std::string wait_text(Counter counter, int allowed, const arch::Arch& arch) {
  constexpr std::array kSplit{"s_wait_loadcnt", "s_wait_dscnt",    "s_wait_storecnt",
                              "s_wait_kmcnt",   "s_wait_asynccnt", "s_wait_tensorcnt"};
  static_assert(kSplit.size() == kCounters.size());
  if (arch.has(arch::Feature::split_counters))
    return fmt::format("{} {:#x}", kSplit[std::size_t(counter)], allowed);
  return fmt::format("s_waitcnt {}({})", name(counter), allowed);
}

}  // namespace lockstep::isa
