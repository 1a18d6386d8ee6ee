// What is made of a consumer that comes too few wait states after its producer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::isa {

enum class WaitStateMode : std::uint8_t {
  /// Rules that the manual states or silicon showed, and nothing contradicts, are felt; others reported.
  evidence,
  enforce,  ///< every rule is felt: the consumer works on what was there before
  report,   ///< none is: the consumer works as if the hardware interlocked
  off,      ///< no rule is felt or reported
};

struct WaitStateModeName {
  WaitStateMode mode;
  std::string_view name;
};
inline constexpr std::array kWaitStateModes{
    WaitStateModeName{WaitStateMode::evidence, "evidence"},
    WaitStateModeName{WaitStateMode::enforce, "enforce"},
    WaitStateModeName{WaitStateMode::report, "report"},
    WaitStateModeName{WaitStateMode::off, "off"},
};

constexpr std::string_view name(WaitStateMode mode) {
  return kWaitStateModes[std::size_t(mode)].name;
}
constexpr std::optional<WaitStateMode> find_wait_state_mode(std::string_view name) {
  for (const WaitStateModeName& m : kWaitStateModes)
    if (m.name == name) return m.mode;
  return std::nullopt;
}

}  // namespace lockstep::isa
