// Modules that a program loads by hand, and their kernels.
#include <fmt/format.h>

#include "emulator/runtime/bundle.hpp"
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/graph_nodes.hpp"
#include "emulator/runtime/hip/registered.hpp"
#include "host/files.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Error load(Session& s, ModuleHandle* module, const std::string& name,
           const tl::expected<std::span<const std::byte>, std::string>& object) {
  if (module == nullptr) return Error::invalid_value;
  if (!object) {
    s.report().complain(fmt::format("{}: {}", name, object.error()));
    return Error::no_binary_for_gpu;
  }
  *module = s.load(name, *object);
  return *module != nullptr ? Error::success : Error::invalid_image;
}

}  // namespace

LOCKSTEP_HIP Status hipModuleLoad(ModuleHandle* module, const char* path) {
  return call([&](Session& s) {
    const auto bytes = lockstep::host::read_file(path);
    if (!bytes) {
      s.report().complain(fmt::format("hipModuleLoad: {}", bytes.error()));
      return Error::file_not_found;
    }
    return load(s, module, path, code_object_in(std::as_bytes(std::span(*bytes)), s.device().name));
  });
}
LOCKSTEP_HIP Status hipModuleLoadData(ModuleHandle* module, const void* image) {
  return call(
      [&](Session& s) { return load(s, module, "a loaded module", code_object_in(image, s.device().name)); });
}
LOCKSTEP_HIP Status hipModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned, int*, void**) {
  return hipModuleLoadData(module, image);
}
LOCKSTEP_HIP Status hipModuleLoadFatBinary(ModuleHandle* module, const void* image) {
  return hipModuleLoadData(module, image);
}
LOCKSTEP_HIP Status hipModuleGetFunctionCount(unsigned* count, ModuleHandle module) {
  return call([&](Session&) {
    if (count == nullptr || module == nullptr) return Error::invalid_value;
    *count = unsigned(static_cast<Module*>(module)->code().object().kernels.size());
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipModuleUnload(ModuleHandle module) {
  return call([&](Session& s) {
    return s.unload(static_cast<Module*>(module)) ? Error::success : Error::invalid_resource_handle;
  });
}
LOCKSTEP_HIP Status hipModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
  return call([&](Session& s) {
    if (function == nullptr || module == nullptr) return Error::invalid_value;
    *function = s.find(*static_cast<Module*>(module), name);
    return *function != nullptr ? Error::success : Error::not_found;
  });
}
LOCKSTEP_HIP Status hipModuleLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y,
                                          unsigned grid_z, unsigned block_x, unsigned block_y,
                                          unsigned block_z, unsigned shared_bytes, Stream handle,
                                          void** arguments, void** extra) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (function == nullptr) return Error::invalid_resource_handle;
    const Error error = s.launch(*static_cast<Function*>(function),
                                 {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes},
                                 {arguments, packed_arguments(extra)}, &stream);
    if (error == Error::invalid_configuration) return Error::invalid_value;  // the driver interface's answer
    if (error != Error::success) return error;
    return described(
        stream, *static_cast<Function*>(function),
        {{block_x, block_y, block_z}, nullptr, function, {grid_x, grid_y, grid_z}, arguments, shared_bytes});
  });
}
