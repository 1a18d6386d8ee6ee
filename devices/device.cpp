#include "devices/device.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"

namespace lockstep::devices {

namespace {

Program program_of(const Launch& launch) {
  Program program;
  const auto* const image = reinterpret_cast<const std::uint8_t*>(launch.image.data());
  program.image.assign(image, image + launch.image.size());
  Step step{launch.kernel, launch.grid, launch.block, 0, {}, {}};
  for (const Buffer& b : launch.buffers) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(b.bytes.data());
    step.pointers.push_back(
        {std::uint32_t(8 * program.regions.size()), std::uint32_t(program.regions.size()), 0});
    program.regions.push_back(
        {std::string(b.argument), b.bytes.size(), b.written, 0, {{0, {bytes, bytes + b.bytes.size()}}}});
  }
  step.arguments.resize(8 * launch.buffers.size());
  program.steps.push_back(std::move(step));
  return program;
}

}  // namespace

tl::expected<void, Failure> Device::run(Launch& launch) {
  const auto ran = run(program_of(launch), [](const std::string&) {});
  if (!ran) return tl::unexpected(ran.error());
  for (std::size_t i = 0; i < launch.buffers.size(); ++i)
    for (const Piece& piece : ran->changed[i])
      std::copy_n(reinterpret_cast<const std::byte*>(piece.bytes.data()), piece.bytes.size(),
                  launch.buffers[i].bytes.begin() + std::ptrdiff_t(piece.offset));
  return {};
}

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
