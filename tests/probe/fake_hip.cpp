// The part of the HIP runtime that devices/hip_runtime.hpp declares, over the emulator. The environment says
// how it behaves: FAKE_HIP_MODEL, FAKE_HIP_ARCH, FAKE_HIP_NAME, FAKE_HIP_COUNT, and FAKE_HIP_FAIL=CALL:STATUS
// for a call that goes wrong. Kernels run on the emulator; those of gfx1250 are taken for the one matrix
// instruction in their code, so that something apart from the emulator says what they do.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include <elf.h>

#include "devices/device.hpp"
#include "devices/hip_runtime.hpp"
#include "emulator/code_object/code_object.hpp"
#include "tests/probe/direct.hpp"

namespace {

using namespace lockstep;

struct Module {
  std::span<const std::byte> image;
  code_object::CodeObject object;
};
struct Function {
  const Module* module;
  const code_object::Kernel* kernel;
};
struct Runtime {
  std::map<void*, std::vector<std::byte>> memory;
  std::vector<std::unique_ptr<Module>> modules;
  std::vector<std::unique_ptr<Function>> functions;
};

Runtime& runtime() {
  static Runtime all;
  return all;
}

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

int status_of(const std::string& call) {
  const std::string fail = setting("FAKE_HIP_FAIL", "");
  return fail.starts_with(call + ":") ? std::stoi(fail.substr(call.size() + 1)) : 0;
}

/// The memory that holds the address, and where in it.
std::span<std::byte> memory_from(std::uint64_t address) {
  for (auto& [pointer, memory] : runtime().memory) {
    const auto start = std::uint64_t(reinterpret_cast<std::uintptr_t>(pointer));
    if (address >= start && address < start + memory.size())
      return std::span(memory).subspan(address - start);
  }
  return {};
}

// The runtime is not told how long an image is: an ELF file ends with its section headers.
std::size_t length(const void* image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  return header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
}

}  // namespace

extern "C" {

int hipInit(unsigned) {
  return status_of("hipInit");
}

int hipGetDeviceCount(int* count) {
  *count = std::stoi(setting("FAKE_HIP_COUNT", "1"));
  return status_of("hipGetDeviceCount");
}

int hipSetDevice(int) {
  return status_of("hipSetDevice");
}

int hipGetDevicePropertiesR0600(devices::HipProperties* p, int) {
  std::strcpy(p->name, setting("FAKE_HIP_NAME", "Imagined MI355X").c_str());
  std::strcpy(p->gcn_arch_name, setting("FAKE_HIP_ARCH", "gfx950:sramecc+:xnack-").c_str());
  return status_of("hipGetDevicePropertiesR0600");
}

int hipDriverGetVersion(int* version) {
  return *version = 70000000, 0;
}
int hipRuntimeGetVersion(int* version) {
  return *version = 70000001, 0;
}

int hipMalloc(void** pointer, std::size_t bytes) {
  if (const int s = status_of("hipMalloc"); s != 0) return s;
  std::vector<std::byte> memory(bytes);
  *pointer = memory.data();
  runtime().memory.emplace(*pointer, std::move(memory));
  return 0;
}

int hipFree(void* pointer) {
  return runtime().memory.erase(pointer) == 1 ? 0 : 1;
}

int hipMemcpy(void* to, const void* from, std::size_t bytes, int) {
  if (const int s = status_of("hipMemcpy"); s != 0) return s;
  std::memcpy(to, from, bytes);
  return 0;
}

int hipMemset(void* to, int with, std::size_t bytes) {
  std::memset(to, with, bytes);
  return 0;
}

int hipMemGetInfo(std::size_t* free, std::size_t* total) {
  return *free = *total = std::size_t{1} << 36, 0;
}

int hipModuleLoadData(void** module, const void* image) {
  if (const int s = status_of("hipModuleLoadData"); s != 0) return s;
  const std::span bytes(static_cast<const std::byte*>(image), length(image));
  auto object = code_object::parse("module", bytes);
  if (!object) return 200;
  if (!setting("FAKE_HIP_ARCH", "gfx950").starts_with(object->arch)) return 209;
  runtime().modules.push_back(std::make_unique<Module>(Module{bytes, std::move(*object)}));
  *module = runtime().modules.back().get();
  return 0;
}

int hipModuleUnload(void*) {
  return 0;
}

int hipModuleGetFunction(void** function, void* module, const char* name) {
  const auto* m = static_cast<const Module*>(module);
  const code_object::Kernel* kernel = m->object.find(name);
  if (const int s = status_of("hipModuleGetFunction"); s != 0 || kernel == nullptr) return s != 0 ? s : 500;
  runtime().functions.push_back(std::make_unique<Function>(Function{m, kernel}));
  *function = runtime().functions.back().get();
  return 0;
}

// Arguments are packed (HIP_LAUNCH_PARAM_BUFFER_POINTER), and all of them pointers.
int hipModuleLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                          unsigned bz, unsigned, void*, void**, void** extra) {
  if (const int s = status_of("hipModuleLaunchKernel"); s != 0) return s;
  const auto& f = *static_cast<const Function*>(function);
  devices::Launch launch{f.module->image, f.kernel->name, {gx, gy, gz}, {bx, by, bz}, {}};
  std::vector<std::span<std::byte>> memory;
  for (const code_object::Argument& a : f.kernel->arguments) {
    if (a.is_hidden()) continue;
    std::uint64_t address = 0;
    std::memcpy(&address, static_cast<const std::byte*>(extra[1]) + a.offset, sizeof address);
    memory.push_back(memory_from(address));
    launch.buffers.push_back({a.name, {memory.back().begin(), memory.back().end()}, true});
  }
  const matrix::Model& model = *matrix::find_model(setting("FAKE_HIP_MODEL", "exact"));
  if (f.module->object.arch == "gfx1250") {
    if (!tests::run_directly(f.module->object, *f.kernel, model, launch)) return 719;
  } else {
    const auto device = devices::open_emulated(f.module->object.arch, model);
    if (!device || !(*device)->run(launch)) return 719;
  }
  for (std::size_t i = 0; i < memory.size(); ++i)
    std::ranges::copy(launch.buffers[i].bytes, memory[i].begin());
  return 0;
}

int hipDeviceSynchronize() {
  return status_of("hipDeviceSynchronize");
}

int hipStreamCreateWithFlags(void** stream, unsigned) {
  *stream = nullptr;
  return status_of("hipStreamCreateWithFlags");
}

int hipStreamDestroy(void*) {
  return status_of("hipStreamDestroy");
}

// Nothing runs beside anything else.
int hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int, void*) {
  std::memmove(to, from, bytes);
  return status_of("hipMemcpyAsync");
}

// Nothing is timed here: the moments of a program are all the same.
int hipEventCreate(void** event) {
  *event = nullptr;
  return status_of("hipEventCreate");
}

int hipEventDestroy(void*) {
  return status_of("hipEventDestroy");
}

int hipEventRecord(void*, void*) {
  return status_of("hipEventRecord");
}

int hipEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = 0;
  return status_of("hipEventElapsedTime");
}

const char* hipGetErrorName(int status) {
  return status == 100 ? "hipErrorNoDevice" : status == 209 ? "hipErrorNoBinaryForGpu" : "hipErrorUnknown";
}
const char* hipGetErrorString(int) {
  return "as imagined";
}
}
