// A program whose default stream is one of the thread: every call of it that has such a form, by its name.
#include "hip_calls.hpp"

struct Pitched {
  void* first;
  size_t pitch, width, height;
};
struct Extent {
  size_t width, height, depth;
};
struct Position {
  size_t x, y, z;
};
struct Copy3D {
  void* from_array;
  Position from_at;
  Pitched from;
  void* to_array;
  Position to_at;
  Pitched to;
  Extent extent;
  int kind;
};
extern "C" {
hipError_t hipLaunchKernel_spt(const void*, dim3, dim3, void**, size_t, hipStream_t);
hipError_t hipMemcpy2D_spt(void*, size_t, const void*, size_t, size_t, size_t, int);
hipError_t hipMemcpy2DAsync_spt(void*, size_t, const void*, size_t, size_t, size_t, int, hipStream_t);
hipError_t hipMemcpy3D_spt(const Copy3D*);
hipError_t hipMemcpy3DAsync_spt(const Copy3D*, hipStream_t);
hipError_t hipMemset2D_spt(void*, size_t, int, size_t, size_t);
hipError_t hipMemset2DAsync_spt(void*, size_t, int, size_t, size_t, hipStream_t);
hipError_t hipMemset3D_spt(Pitched, int, Extent);
hipError_t hipMemset3DAsync_spt(Pitched, int, Extent, hipStream_t);
hipError_t hipMemcpyToSymbol_spt(const void*, const void*, size_t, size_t, int);
hipError_t hipMemcpyToSymbolAsync_spt(const void*, const void*, size_t, size_t, int, hipStream_t);
hipError_t hipMemcpyFromSymbol_spt(void*, const void*, size_t, size_t, int);
hipError_t hipMemcpyFromSymbolAsync_spt(void*, const void*, size_t, size_t, int, hipStream_t);
hipError_t hipStreamBeginCapture_spt(hipStream_t, int);
hipError_t hipStreamEndCapture_spt(hipStream_t, void**);
hipError_t hipStreamIsCapturing_spt(hipStream_t, int*);
hipError_t hipStreamGetCaptureInfo_spt(hipStream_t, int*, unsigned long long*);
hipError_t hipStreamGetFlags_spt(hipStream_t, unsigned*);
hipError_t hipStreamGetPriority_spt(hipStream_t, int*);
hipError_t hipStreamAddCallback_spt(hipStream_t, void (*)(hipStream_t, hipError_t, void*), void*, unsigned);
hipError_t hipStreamSynchronize_spt(hipStream_t);
hipError_t hipGraphLaunch_spt(void*, hipStream_t);
hipError_t hipGetProcAddress_spt(const char*, void**, int, unsigned long, int*);
}

constexpr int kWidth = 32, kHeight = 4;
__device__ int variable = 3;
__global__ void add(unsigned char* p, int n) { p[global_thread()] += n; }

int main() {
  unsigned char *p = nullptr, host[kHeight][kWidth] = {};
  must(hipMalloc(reinterpret_cast<void**>(&p), sizeof host), "hipMalloc");
  const auto is = [&](int row, int value) { return host[row][0] == value && host[row][kWidth - 1] == value; };
  const Pitched all{p, kWidth, kWidth, kHeight}, here{host, kWidth, kWidth, kHeight};
  must(hipMemset2DAsync_spt(p, kWidth, 1, kWidth, kHeight, nullptr), "hipMemset2DAsync_spt");
  must(hipMemset2D_spt(p, kWidth, 2, kWidth, 2), "hipMemset2D_spt");
  must(hipMemcpy2D_spt(host, kWidth, p, kWidth, kWidth, kHeight, hipMemcpyDeviceToHost), "hipMemcpy2D_spt");
  if (!is(0, 2) || !is(1, 2) || !is(2, 1) || !is(3, 1)) return 5;
  must(hipMemset3DAsync_spt(all, 5, {kWidth, kHeight, 1}, nullptr), "hipMemset3DAsync_spt");
  must(hipMemset3D_spt(all, 6, {kWidth, 1, 1}), "hipMemset3D_spt");
  must(hipMemcpy2DAsync_spt(host, kWidth, p, kWidth, kWidth, 2, hipMemcpyDeviceToHost, nullptr), "hipMemcpy2DAsync_spt");
  must(hipStreamSynchronize_spt(nullptr), "hipStreamSynchronize_spt");
  if (!is(0, 6) || !is(1, 5) || !is(2, 1)) return 6;
  const Copy3D copy{nullptr, {0, 1, 0}, all, nullptr, {}, here, {kWidth, 3, 1}, hipMemcpyDeviceToHost};
  must(hipMemcpy3D_spt(&copy), "hipMemcpy3D_spt");
  if (!is(0, 5) || !is(2, 5)) return 7;
  void* graph = nullptr;
  int n = 7, is_capturing = 0, value = 0;
  void* arguments[] = {&p, &n};
  unsigned long long id = 0;
  must(hipStreamBeginCapture_spt(reinterpret_cast<hipStream_t>(2), 0), "hipStreamBeginCapture_spt");
  must(hipLaunchKernel_spt(reinterpret_cast<const void*>(add), dim3(2), dim3(64), arguments, 0, nullptr), "hipLaunchKernel_spt");
  must(hipStreamIsCapturing_spt(nullptr, &is_capturing), "hipStreamIsCapturing_spt");
  if (is_capturing != 1) return 8;
  must(hipStreamGetCaptureInfo_spt(nullptr, &is_capturing, &id), "hipStreamGetCaptureInfo_spt");
  must(hipStreamEndCapture_spt(nullptr, &graph), "hipStreamEndCapture_spt");
  void* executable = nullptr;
  must(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0), "hipGraphInstantiate");
  must(hipGraphLaunch_spt(executable, nullptr), "hipGraphLaunch_spt");
  must(hipMemcpy3DAsync_spt(&copy, nullptr), "hipMemcpy3DAsync_spt");
  must(hipStreamSynchronize_spt(nullptr), "hipStreamSynchronize_spt");
  if (id == 0 || !is(0, 12)) return 9;
  must(hipMemcpyFromSymbol_spt(&value, &variable, 4, 0, hipMemcpyDeviceToHost), "hipMemcpyFromSymbol_spt");
  if (value != 3) return 10;
  must(hipMemcpyToSymbol_spt(&variable, &n, 4, 0, hipMemcpyHostToDevice), "hipMemcpyToSymbol_spt");
  n = 8;
  must(hipMemcpyToSymbolAsync_spt(&variable, &n, 4, 0, hipMemcpyHostToDevice, nullptr), "hipMemcpyToSymbolAsync_spt");
  must(hipMemcpyFromSymbolAsync_spt(&value, &variable, 4, 0, hipMemcpyDeviceToHost, nullptr), "hipMemcpyFromSymbolAsync_spt");
  must(hipStreamAddCallback_spt(nullptr, [](hipStream_t, hipError_t, void* at) { ++*static_cast<int*>(at); }, &value, 0), "hipStreamAddCallback_spt");
  must(hipStreamSynchronize_spt(nullptr), "hipStreamSynchronize_spt");
  if (value != 9) return 11;
  unsigned flags = 9;
  must(hipStreamGetFlags_spt(nullptr, &flags), "hipStreamGetFlags_spt");
  must(hipStreamGetPriority_spt(nullptr, &value), "hipStreamGetPriority_spt");
  void *found = nullptr, *plain = nullptr;
  int status = 0;
  must(hipGetProcAddress_spt("hipMemcpy2D", &found, 600, 0, &status), "hipGetProcAddress_spt");
  must(hipGetProcAddress_spt("hipMalloc", &plain, 600, 0, &status), "hipGetProcAddress_spt");
  return flags == 0 && found == reinterpret_cast<void*>(hipMemcpy2D_spt) && plain != nullptr ? 0 : 12;
}
