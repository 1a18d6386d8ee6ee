#include "python/session/device.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "emulator/code_object/occupancy.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/dispatch/refusal.hpp"

namespace lockstep::session {

namespace {

std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const code_object::Geometry& g, bool cooperative) {
  std::uint64_t threads = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (g.grid[i] == 0 || g.block[i] == 0) return "grid and block need at least one in each dimension";
    threads = std::min<std::uint64_t>(threads * g.block[i], UINT32_MAX);
  }
  if (kernel.max_workgroup != 0 && threads > kernel.max_workgroup)
    return fmt::format("a block of {} threads, of {} that {} was compiled for", threads, kernel.max_workgroup,
                       kernel.name);
  std::string refused = machine::refusal(object, kernel, {g.grid, g.block, g.dynamic_lds, 0});
  const arch::Arch* const device = arch::find_emulated(object.arch);
  if (refused.empty() && cooperative && device != nullptr) return code_object::overfull(*device, kernel, g);
  return refused;
}

}  // namespace

tl::expected<Code, std::string> code_for(const std::string& arch, const std::string& name,
                                         std::span<const std::byte> bytes) {
  auto module = runtime::Module::load(name, bytes);
  if (!module) return tl::unexpected(module.error());
  if (const std::string& built_for = (*module)->code().object().arch; built_for != arch)
    return tl::unexpected(fmt::format("{}: is built for {}, the device is {}", name, built_for, arch));
  return Code(std::move(*module));
}

tl::expected<const code_object::Kernel*, std::string> kernel_of(const LaunchRequest& request) {
  const code_object::CodeObject& object = request.code->code().object();
  const code_object::Kernel* kernel = request.code->find(request.kernel);
  if (kernel == nullptr)
    return tl::unexpected(fmt::format("{}: has no kernel {}", object.file, request.kernel));
  if (std::string why = refusal(object, *kernel, request.geometry, request.cooperative); !why.empty())
    return tl::unexpected(std::move(why));
  return kernel;
}

tl::expected<std::vector<void*>, std::string> argument_addresses(const code_object::Kernel& kernel,
                                                                 const LaunchRequest& request) {
  const auto wanted = std::ranges::count_if(kernel.arguments, [](const auto& a) { return !a.is_hidden(); });
  if (std::size_t(wanted) != request.arguments.size())
    return tl::unexpected(
        fmt::format("{} takes {} arguments, {} are given", kernel.name, wanted, request.arguments.size()));
  std::vector<void*> addresses;  // the values stay as they are: HIP's interface lacks the const
  for (const code_object::Argument& a : kernel.arguments) {
    if (a.is_hidden()) continue;
    const std::size_t number = addresses.size();
    const std::vector<std::uint8_t>& value = request.arguments[number];
    if (value.size() != a.size)
      return tl::unexpected(
          fmt::format("argument {} '{}' has {} bytes, {} are given", number, a.name, a.size, value.size()));
    addresses.push_back(const_cast<std::uint8_t*>(value.data()));
  }
  return addresses;
}

}  // namespace lockstep::session
