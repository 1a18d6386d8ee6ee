// hipGetProcAddress: functions by their names, for programs that link against none of them.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/loaded_name.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipDriverProcAddressQueryResult.
enum Found : int { found, not_found };

// HIP 6.0 changed hipDeviceProp_t, and its headers rename the functions that take it.
constexpr int kRenamedIn = 600;  // HIP 6.0 as the reference spells it: 100 * major + minor
constexpr int kPacked =
    100'000;  // HIP_VERSION = kPacked * (100 * major + minor) + patch, which programs pass, too
constexpr std::array<std::string_view, 2> kRenamed{"hipGetDeviceProperties", "hipChooseDevice"};

std::string exported_name(std::string_view symbol, int version) {
  const bool is_new = (version >= kPacked ? version / kPacked : version) >= kRenamedIn;
  return std::string(symbol) +
         (is_new && std::ranges::find(kRenamed, symbol) != kRenamed.end() ? "R0600" : "");
}

}  // namespace

LOCKSTEP_HIP Status hipGetProcAddress(const char* symbol, void** function, int version, std::uint64_t,
                                      int* status) {
  return call([&](Session& s) {
    if (symbol == nullptr || function == nullptr) return Error::invalid_value;
    *function = exported(exported_name(symbol, version));
    if (status != nullptr) *status = *function != nullptr ? found : not_found;
    if (*function != nullptr) return Error::success;
    s.report().complain(fmt::format("hipGetProcAddress: there is no {}", symbol));
    return Error::invalid_value;
  });
}
