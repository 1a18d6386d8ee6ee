#include "devices/device.hpp"

#include <charconv>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"

namespace lockstep::devices {

Opened open(std::string_view specification, const matrix::Model& model) {
  const auto colon = specification.find(':');
  const std::string_view kind = specification.substr(0, colon);
  const std::string_view which = colon == std::string_view::npos ? "" : specification.substr(colon + 1);
  if (kind == "emulated" && !which.empty()) return open_emulated(which, model);
  if (kind == "hip" || kind == "cuda") {
    int index = -1;
    const auto parsed = std::from_chars(which.data(), which.data() + which.size(), index);
    if (parsed.ec == std::errc() && parsed.ptr == which.data() + which.size() && index >= 0)
      return kind == "hip" ? open_hip(index) : open_cuda(index);
  }
  return tl::unexpected(Failure{Failure::Kind::unknown,
                                fmt::format("no device '{}'; there are {}, hip:0, hip:1, … and cuda:0, …",
                                            specification, arch::emulated_names("emulated:", ","))});
}

}  // namespace lockstep::devices
