// The part of NVIDIA's driver that devices/cuda_api.hpp declares, over the HIP runtime that exec provides: a
// GPU of sm_90 that is not there. PTX does not run there; a code object of the same source does instead: of
// those that FAKE_CUDA_CODE names, with colons between, the one whose file is called as kernels of the PTX
// begin. With FAKE_CUDA_RACES a kernel beside copies loses: it writes nothing.
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

extern "C" {

int hipMalloc(void** pointer, std::size_t bytes);
int hipFree(void* pointer);
int hipMemset(void* to, int with, std::size_t bytes);
int hipMemcpy(void* to, const void* from, std::size_t bytes, int kind);
int hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int hipStreamCreateWithFlags(void** stream, unsigned flags);
int hipStreamDestroy(void* stream);
int hipModuleLoadData(void** module, const void* image);
int hipModuleUnload(void* module);
int hipModuleGetFunction(void** function, void* module, const char* name);
int hipModuleLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                          unsigned bz, unsigned bytes, void* stream, void** arguments, void** extra);
int hipDeviceSynchronize();
int hipEventCreate(void** event);
int hipEventDestroy(void* event);
int hipEventRecord(void* event, void* stream);
int hipEventElapsedTime(float* milliseconds, void* start, void* stop);
const char* hipGetErrorName(int status);
const char* hipGetErrorString(int status);

using Address = unsigned long long;

static bool busy = false;

static void* pointer(Address address) {
  return std::bit_cast<void*>(address);
}

int cuInit(unsigned flags) {
  return flags == 0 ? 0 : 1;
}
int cuDriverGetVersion(int* version) {
  return *version = 12040, 0;
}
int cuDeviceGetCount(int* count) {
  return *count = 1, 0;
}
int cuDeviceGet(int* device, int ordinal) {
  return *device = 7, ordinal == 0 ? 0 : 101;
}
int cuDeviceGetName(char* name, int bytes, int device) {
  return std::strncpy(name, "Imagined H100", std::size_t(bytes)), device == 7 ? 0 : 101;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  const char* const other = std::getenv("FAKE_CUDA_MAJOR");  // of a GPU for which no kernel is built
  const int major = other != nullptr ? std::atoi(other) : 9;
  return *value = attribute == 75 ? major : 0, attribute == 75 || attribute == 76 ? 0 : 1;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  return *bytes = std::size_t{8} << 30, 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  static int one;
  return *context = &one, device == 7 ? 0 : 101;
}
int cuCtxSetCurrent(void* context) {
  return context != nullptr ? 0 : 201;
}
int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  void* memory = nullptr;
  const int status = hipMalloc(&memory, bytes);
  *address = reinterpret_cast<Address>(memory);
  return status;
}
int cuMemFree_v2(Address address) {
  return hipFree(pointer(address));
}
int cuMemsetD8_v2(Address to, unsigned char with, std::size_t bytes) {
  return hipMemset(pointer(to), with, bytes);
}
int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return hipMemcpy(pointer(to), from, bytes, 1);
}
int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return hipMemcpy(to, pointer(from), bytes, 2);
}
int cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, void* stream) {
  busy = true;
  return hipMemcpyAsync(pointer(to), pointer(from), bytes, 3, stream);
}
int cuStreamCreate(void** stream, unsigned flags) {
  return hipStreamCreateWithFlags(stream, flags);
}
int cuStreamDestroy_v2(void* stream) {
  return hipStreamDestroy(stream);
}
int cuModuleLoadData(void** module, const void* image) {
  constexpr int kInvalidPtx = 218;
  const std::string ptx(static_cast<const char*>(image));
  if (ptx.find(".target sm_90") == std::string::npos) return kInvalidPtx;
  std::istringstream paths(std::getenv("FAKE_CUDA_CODE"));
  for (std::string path; std::getline(paths, path, ':');) {
    std::string name = path.substr(path.rfind('/') + 1);
    name.resize(name.find('.'));
    if (ptx.find(".entry " + name) == std::string::npos) continue;
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> code(std::istreambuf_iterator<char>(file), {});
    return hipModuleLoadData(module, code.data());
  }
  return kInvalidPtx;
}
int cuModuleUnload(void* module) {
  return hipModuleUnload(module);
}
int cuModuleGetFunction(void** function, void* module, const char* name) {
  return hipModuleGetFunction(function, module, name);
}
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned bytes, void* stream, void** arguments, void** extra) {
  if (arguments != nullptr || extra[4] != nullptr) return 1;  // CU_LAUNCH_PARAM_END is 0, HIP's is 3
  extra[4] = pointer(3);
  if (busy && std::getenv("FAKE_CUDA_RACES") != nullptr) return 0;
  return hipModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, bytes, stream, arguments, extra);
}
int cuCtxSynchronize() {
  busy = false;
  return hipDeviceSynchronize();
}
int cuEventCreate(void** event, unsigned flags) {
  return flags == 0 ? hipEventCreate(event) : 1;
}
int cuEventDestroy_v2(void* event) {
  return hipEventDestroy(event);
}
int cuEventRecord(void* event, void* stream) {
  return hipEventRecord(event, stream);
}
int cuEventElapsedTime(float* milliseconds, void* start, void* stop) {
  return hipEventElapsedTime(milliseconds, start, stop);
}
int cuGetErrorName(int status, const char** text) {
  return *text = hipGetErrorName(status), 0;
}
int cuGetErrorString(int status, const char** text) {
  return *text = hipGetErrorString(status), 0;
}
}
