// Nodes that copy to and from variables, that allocate, and that are added as any node; attributes of kernel nodes; advice;
// calls that a capture does not allow. With `race` a node lacks the dependency behind which the memory is there.
#if HIP_VERSION_MAJOR >= 6
constexpr int kCount = 64;
__device__ int factors[kCount];

__global__ void multiply(int* x) { x[threadIdx.x] = 3 * factors[threadIdx.x]; }

#define EXPECT(is)                                        \
  if (!(is)) {                                            \
    std::printf("line %d: not " #is "\n", __LINE__);      \
    std::exit(6);                                         \
  }

void refused_in_capture() {
  hipStream_t stream, other;
  hipGraph_t graph;
  int* x = nullptr;
  MUST(hipMalloc(&x, 256));
  MUST(hipStreamCreate(&stream));
  MUST(hipStreamCreate(&other));
  hipStreamCaptureStatus status;
  MUST(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  void* more = nullptr;
  EXPECT(hipMalloc(&more, 64) == hipErrorStreamCaptureUnsupported);
  EXPECT(hipDeviceSynchronize() == hipErrorStreamCaptureUnsupported);
  EXPECT(hipMemset(x, 0, 256) == hipErrorStreamCaptureImplicit);
  EXPECT(hipStreamSynchronize(other) == hipErrorStreamCaptureUnsupported);
  hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
  MUST(hipThreadExchangeStreamCaptureMode(&mode));
  MUST(hipMalloc(&more, 64));
  MUST(hipStreamSynchronize(other));
  MUST(hipThreadExchangeStreamCaptureMode(&mode));
  MUST(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusActive);
  EXPECT(hipStreamSynchronize(stream) == hipErrorStreamCaptureUnsupported);
  MUST(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusInvalidated);
  EXPECT(hipStreamEndCapture(stream, &graph) == hipErrorStreamCaptureInvalidated);
  MUST(hipStreamSynchronize(stream));
  MUST(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  MUST(hipMalloc(&more, 64));
  MUST(hipStreamEndCapture(stream, &graph));
}

void advised() {
  int *x = nullptr, value = 0, users[2] = {};
  MUST(hipMallocManaged(reinterpret_cast<void**>(&x), 4096));
  const auto get = [&](hipMemRangeAttribute a) { return hipMemRangeGetAttribute(&value, sizeof value, a, x, 4096); };
  MUST(get(hipMemRangeAttributePreferredLocation));
  EXPECT(value == hipInvalidDeviceId);
  MUST(hipMemAdvise(x, 4096, hipMemAdviseSetReadMostly, 0));
  MUST(hipMemAdvise(x, 4096, hipMemAdviseSetPreferredLocation, hipCpuDeviceId));
  MUST(hipMemAdvise(x, 4096, hipMemAdviseSetAccessedBy, 0));
  MUST(hipMemPrefetchAsync(x, 4096, 0, nullptr));
  MUST(get(hipMemRangeAttributeReadMostly));
  EXPECT(value == 1);
  MUST(get(hipMemRangeAttributePreferredLocation));
  EXPECT(value == hipCpuDeviceId);
  MUST(get(hipMemRangeAttributeLastPrefetchLocation));
  EXPECT(value == 0);
  MUST(hipMemRangeGetAttribute(users, sizeof users, hipMemRangeAttributeAccessedBy, x, 4096));
  EXPECT(users[0] == 0 && users[1] == hipInvalidDeviceId);
  MUST(hipMemAdvise(x, 2048, hipMemAdviseUnsetReadMostly, 0));
  MUST(get(hipMemRangeAttributeReadMostly));
  EXPECT(value == 0);
  MUST(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeReadMostly, x + 512, 2048));
  EXPECT(value == 1);
  EXPECT(hipMemRangeGetAttribute(nullptr, 4, hipMemRangeAttributeReadMostly, x, 4096) == hipErrorInvalidValue);
  EXPECT(hipMemRangeGetAttribute(&value, 3, hipMemRangeAttributeReadMostly, x, 4096) == hipErrorInvalidValue);
  EXPECT(hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, &value, 4) == hipErrorInvalidValue);
}

int main(int count, char**) {
  const bool race = count > 1;
  int in[kCount], out[kCount] = {};
  for (int i = 0; i < kCount; ++i) in[i] = i + 1;
  hipGraph_t graph;
  hipGraphNode_t to, memory, kernel, back, from, gone;
  MUST(hipGraphCreate(&graph, 0));
  MUST(hipGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, HIP_SYMBOL(factors), in, sizeof in, 0, hipMemcpyHostToDevice));
  hipMemAllocNodeParams allocation{};
  allocation.bytesize = sizeof in;
  EXPECT(hipGraphAddMemAllocNode(&memory, graph, nullptr, 0, &allocation) == hipErrorInvalidValue);
  allocation.poolProps.allocType = hipMemAllocationTypePinned;
  allocation.poolProps.location.type = hipMemLocationTypeDevice;
  MUST(hipGraphAddMemAllocNode(&memory, graph, nullptr, 0, &allocation));
  EXPECT(allocation.dptr != nullptr);
  hipGraphNodeParams parameters{};
  parameters.type = hipGraphNodeTypeKernel;
  void* arguments[] = {&allocation.dptr};
  parameters.kernel.func = reinterpret_cast<void*>(&multiply);
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(kCount);
  parameters.kernel.kernelParams = arguments;
  const hipGraphNode_t before[] = {memory, to};
  MUST(hipGraphAddNode(&kernel, graph, before, race ? 1 : 2, &parameters));
  MUST(hipGraphAddMemcpyNode1D(&back, graph, &kernel, 1, out, allocation.dptr, sizeof out, hipMemcpyDeviceToHost));
  MUST(hipGraphAddMemFreeNode(&gone, graph, &back, 1, allocation.dptr));
  int factor = 0;
  MUST(hipGraphAddMemcpyNodeFromSymbol(&from, graph, &kernel, 1, &factor, HIP_SYMBOL(factors), sizeof factor, 0, hipMemcpyDeviceToHost));
  MUST(hipGraphMemcpyNodeSetParamsFromSymbol(from, &factor, HIP_SYMBOL(factors), sizeof factor, 8, hipMemcpyDeviceToHost));
  void* released = nullptr;
  hipMemAllocNodeParams asked{};
  MUST(hipGraphMemAllocNodeGetParams(memory, &asked));
  MUST(hipGraphMemFreeNodeGetParams(gone, &released));
  EXPECT(asked.dptr == allocation.dptr && released == allocation.dptr);
  hipKernelNodeAttrValue cooperative{};
  cooperative.cooperative = 1;
  MUST(hipGraphKernelNodeSetAttribute(kernel, hipKernelNodeAttributeCooperative, &cooperative));
  cooperative.cooperative = 0;
  MUST(hipGraphKernelNodeGetAttribute(kernel, hipKernelNodeAttributeCooperative, &cooperative));
  EXPECT(cooperative.cooperative == 1);
  EXPECT(hipGraphKernelNodeGetAttribute(memory, hipKernelNodeAttributeCooperative, &cooperative) == hipErrorInvalidValue);
  hipEvent_t event;
  MUST(hipEventCreate(&event));
  EXPECT(hipGraphAddEventRecordNode(&gone, graph, nullptr, 1, event) == hipErrorInvalidValue);
  parameters.type = static_cast<hipGraphNodeType>(32);
  EXPECT(hipGraphAddNode(&gone, graph, nullptr, 0, &parameters) == hipErrorInvalidValue);
  EXPECT(hipGraphKernelNodeSetAttribute(kernel, static_cast<hipKernelNodeAttrID>(-1), &cooperative) == hipErrorInvalidValue);
  hipGraphExec_t launched;
  MUST(hipGraphInstantiate(&launched, graph, nullptr, nullptr, 0));
  for (int turn = 1; turn <= 2; ++turn) {
    in[1] = 7 * turn;
    hipStream_t stream;
    MUST(hipStreamCreate(&stream));
    MUST(hipGraphLaunch(launched, stream));
    MUST(hipStreamSynchronize(stream));
    if (!race) EXPECT(factor == 3 && out[1] == 21 * turn && out[63] == 192);
  }
  refused_in_capture();
  advised();
  std::puts("right");
  return 0;
}
#else
int main(int, char**) { return 0; }
#endif
