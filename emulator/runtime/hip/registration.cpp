// What clang emits into a program with kernels of its own: fat binaries register themselves before main, and
// a launch looks its kernel up by the address of the host's stub.
#include <cstring>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/bundle.hpp"
#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/graph_nodes.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// __CudaFatBinaryWrapper, as clang's CGCUDANV.cpp lays it out.
struct FatBinary {
  std::uint32_t magic, version;
  const void* image;
  void* unused;
};
constexpr std::uint32_t kMagic = 0x48495046;  // "HIPF"

struct Registered {
  const FatBinary* binary = nullptr;
  Module* module = nullptr;  ///< loaded with the first launch
  bool tried = false;
};
struct Stub {
  Registered* binary = nullptr;
  std::string kernel;  ///< name of the kernel or variable
};
struct Configuration {
  Dim3 grid, block;
  std::size_t shared_bytes = 0;
  Stream stream = nullptr;
};

// Programs register before main, from constructors in any order.
std::map<const void*, Stub>& stubs() {
  static auto* const all = new std::map<const void*, Stub>;
  return *all;
}
std::map<const void*, Stub>& variables() {
  static auto* const all = new std::map<const void*, Stub>;
  return *all;
}
struct Managed {
  Registered* binary = nullptr;
  std::string name;
  std::uint64_t address = 0;
};
std::vector<Managed>& managed_variables() {
  static auto* const all = new std::vector<Managed>;
  return *all;
}
std::vector<Registered*>& registered() {
  static auto* const all = new std::vector<Registered*>;
  return *all;
}
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> all;
  return all;
}

// The device's variable of that name is a pointer to what the host uses, too (clang's CGCUDANV.cpp).
void point_to_managed(Session& s, const Registered& r) {
  for (const Managed& m : managed_variables()) {
    const auto variable = m.binary == &r ? variable_of(*r.module, m.name) : std::nullopt;
    if (!variable || variable->bytes != sizeof m.address) continue;
    s.memory().copy_in(variable->address, &m.address, sizeof m.address);
  }
}

Module* module_of(Session& s, Registered& r) {
  if (r.tried) return r.module;
  r.tried = true;
  constexpr const char* kName = "the program's fat binary";
  if (r.binary->magic != kMagic) {
    s.report().complain(
        fmt::format("{}: its magic number is {:#x}, not {:#x}", kName, r.binary->magic, kMagic));
    return nullptr;
  }
  const auto object = code_object_in(r.binary->image, s.device().name);
  if (!object) {
    s.report().complain(fmt::format("{}: {}", kName, object.error()));
    return nullptr;
  }
  r.module = s.load(kName, *object);
  if (r.module != nullptr) point_to_managed(s, r);
  return r.module;
}

Error launch(Session& s, StreamState& stream, const void* stub, const Dim3& grid, const Dim3& block,
             void** arguments, std::size_t shared) {
  const auto function = function_of(s, stub);
  if (!function) return function.error();
  const Error error =
      s.launch(**function, {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, std::uint32_t(shared)},
               {arguments, {}}, &stream);
  return error != Error::success
             ? error
             : described(stream, **function,
                         {block, nullptr, const_cast<void*>(stub), grid, arguments, unsigned(shared)});
}

}  // namespace

tl::expected<Function*, Error> lockstep::runtime::hip::function_of(Session& s, const void* stub) {
  const auto found = stubs().find(stub);
  if (found == stubs().end()) return tl::unexpected(Error::invalid_value);
  Module* const module = module_of(s, *found->second.binary);
  if (module == nullptr) return tl::unexpected(Error::no_binary_for_gpu);
  Function* const function = s.find(*module, found->second.kernel);
  if (function == nullptr) return tl::unexpected(Error::not_found);
  return function;
}

tl::expected<Variable, Error> lockstep::runtime::hip::variable_of(Session& s, const void* symbol) {
  const auto found = variables().find(symbol);
  if (found == variables().end()) return tl::unexpected(Error::invalid_symbol);
  Module* const module = module_of(s, *found->second.binary);
  if (module == nullptr) return tl::unexpected(Error::no_binary_for_gpu);
  const auto variable = variable_of(*module, found->second.kernel);
  if (!variable) return tl::unexpected(Error::invalid_symbol);
  return *variable;
}

std::vector<std::uint64_t> lockstep::runtime::hip::managed_addresses() {
  std::vector<std::uint64_t> all;
  for (const Managed& m : managed_variables()) all.push_back(m.address);
  return all;
}
void lockstep::runtime::hip::forget_loaded() {
  for (Registered* r : registered()) r->module = nullptr, r->tried = false;
}

// NOLINTBEGIN(bugprone-reserved-identifier): clang chose the names
LOCKSTEP_HIP void** __hipRegisterFatBinary(const void* binary) {
  registered().push_back(new Registered{static_cast<const FatBinary*>(binary)});
  return reinterpret_cast<void**>(registered().back());
}
LOCKSTEP_HIP void __hipUnregisterFatBinary(void**) {}
LOCKSTEP_HIP void __hipRegisterFunction(void** binary, const void* stub, char*, const char* kernel, unsigned,
                                        void*, void*, void*, void*, int*) {
  stubs()[stub] = {reinterpret_cast<Registered*>(binary), kernel};
}
LOCKSTEP_HIP void __hipRegisterVar(void** binary, void* symbol, char*, const char* name, int, std::size_t,
                                   int, int) {
  variables()[symbol] = {reinterpret_cast<Registered*>(binary), name};
}
LOCKSTEP_HIP void __hipRegisterManagedVar(void* binary, void** pointer, const void* initial, const char* name,
                                          std::size_t bytes, unsigned) {
  Session& s = Session::of_process();
  const std::lock_guard lock(s.mutex());
  *pointer = s.memory().allocate_host(bytes, HostKind::managed);
  if (*pointer == nullptr) return;
  std::memcpy(*pointer, initial, bytes);
  managed_variables().push_back({static_cast<Registered*>(binary), name, number(*pointer)});
}
LOCKSTEP_HIP Status __hipPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t shared_bytes,
                                               Stream stream) {
  configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}
LOCKSTEP_HIP Status __hipPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* shared_bytes,
                                              Stream* stream) {
  if (configurations().empty()) return answer(Error::invalid_value);
  const Configuration c = configurations().back();
  configurations().pop_back();
  *grid = c.grid, *block = c.block, *shared_bytes = c.shared_bytes, *stream = c.stream;
  return 0;
}
// NOLINTEND(bugprone-reserved-identifier)
LOCKSTEP_HIP Status hipLaunchKernel(const void* stub, Dim3 grid, Dim3 block, void** arguments,
                                    std::size_t shared_bytes, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return launch(s, stream, stub, grid, block, arguments, shared_bytes);
  });
}
