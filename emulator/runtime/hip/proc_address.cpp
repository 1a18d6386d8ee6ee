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

Status tell(const char* call_name, const std::string& name, void** function, int* status) {
  return call([&](Session& s) {
    if (name.empty() || function == nullptr) return Error::invalid_value;
    *function = exported(name);
    if (status != nullptr) *status = *function != nullptr ? found : not_found;
    if (*function != nullptr) return Error::success;
    s.report().complain(fmt::format("{}: there is no {}", call_name, name));
    return Error::invalid_value;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipGetProcAddress(const char* symbol, void** function, int version, std::uint64_t,
                                      int* status) {
  return tell("hipGetProcAddress", symbol != nullptr ? exported_name(symbol, version) : "", function, status);
}
// The function in the version that the program was built for.
LOCKSTEP_HIP Status hipGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                           int* status) {
  return tell("hipGetDriverEntryPoint", symbol != nullptr ? exported_name(symbol, 100 * loaded_major()) : "",
              function, status);
}
LOCKSTEP_HIP Status hipGetDriverEntryPoint_spt(const char* symbol, void** function, unsigned long long flags,
                                               int* status) {
  const std::string own = std::string(symbol != nullptr ? symbol : "") + "_spt";
  return hipGetDriverEntryPoint(is_exported(own) ? own.c_str() : symbol, function, flags, status);
}
