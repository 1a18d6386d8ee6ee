// The speed of kernels on a GPU, and of cases there against the emulator.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "devices/device.hpp"
#include "properties/cases/case.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::cli {

/// Of one case's launches, by the device's clock.
struct LaunchTimes {
  cases::Case the_case;
  std::uint64_t macs =
      0;  ///< multiply-accumulates; of a problem that is computed in part, of the part: 0 then
  double median = 0, least = 0;  ///< seconds
  std::size_t count = 0;         ///< of times
};

/// For about so many seconds, after a launch that is not timed. Fails as the case or the device does.
tl::expected<LaunchTimes, devices::Failure> time_launches(const cases::Case& c, devices::Device& device,
                                                          laws::CodeCache& cache, double seconds);

/// Cases per second under the laws that fuzz checks, of small problems of one build; on the emulator where there is no device.
/// Nothing where one of them does not hold.
std::optional<double> case_rate(const kernels::Kernel& kernel, const std::string& build,
                                const std::string& model, devices::Device* device, laws::CodeCache& cache,
                                double seconds);

}  // namespace lockstep::cli
