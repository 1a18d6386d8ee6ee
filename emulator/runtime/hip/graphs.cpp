// Graphs: capture, instantiate, launch.
#include <unordered_map>

#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

std::unordered_map<void*, std::shared_ptr<Graph>>& graphs() {
  static auto* const all = new std::unordered_map<void*, std::shared_ptr<Graph>>;
  return *all;
}

/// Runs a call on a graph.
template <typename Body>
Status on_graph(void* handle, Body body) {
  return call([&](Session& s) {
    const auto graph = find_graph(handle);
    return graph != nullptr ? body(s, graph) : Error::invalid_value;
  });
}

// What is launched is a copy, which later changes to the graph do not reach.
Status instantiate(void** executable, void* handle) {
  return on_graph(handle, [&](Session&, const std::shared_ptr<Graph>& graph) {
    if (executable == nullptr || (graph->ordered().empty() && !graph->nodes().empty()))
      return Error::invalid_value;
    *executable = keep(graph->flattened());
    return Error::success;
  });
}

Status destroy(void* handle) {
  return call([&](Session&) { return graphs().erase(handle) != 0 ? Error::success : Error::invalid_value; });
}

}  // namespace

CaptureMode& lockstep::runtime::hip::capture_mode() {
  static thread_local CaptureMode current = CaptureMode::global;
  return current;
}

void* lockstep::runtime::hip::keep(std::shared_ptr<Graph> graph) {
  void* const handle = graph.get();
  graphs()[handle] = std::move(graph);
  return handle;
}

std::shared_ptr<Graph> lockstep::runtime::hip::find_graph(void* handle) {
  const auto found = graphs().find(handle);
  return found == graphs().end() ? nullptr : found->second;
}

void lockstep::runtime::hip::forget_graphs() {
  graphs().clear();
}

std::shared_ptr<Graph> lockstep::runtime::hip::graph_of(const Node* node) {
  for (const auto& [handle, graph] : graphs())
    if (graph->has(node)) return graph;
  return nullptr;
}

LOCKSTEP_HIP Status hipGraphCreate(void** handle, unsigned) {
  return call([&](Session&) {
    if (handle == nullptr) return Error::invalid_value;
    *handle = keep(std::make_shared<Graph>());
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphDestroy(void* handle) {
  return destroy(handle);
}
LOCKSTEP_HIP Status hipGraphExecDestroy(void* handle) {
  return destroy(handle);
}
LOCKSTEP_HIP Status hipGraphClone(void** clone, void* handle) {
  return on_graph(handle, [&](Session&, const std::shared_ptr<Graph>& graph) {
    if (clone == nullptr) return Error::invalid_value;
    *clone = keep(graph->clone());
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphInstantiate(void** executable, void* graph, void**, char*, std::size_t) {
  return instantiate(executable, graph);
}
LOCKSTEP_HIP Status hipGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long) {
  return instantiate(executable, graph);
}
LOCKSTEP_HIP Status hipGraphUpload(void* executable, Stream) {
  return on_graph(executable, [](Session&, const auto&) { return Error::success; });
}
LOCKSTEP_HIP Status hipGraphLaunch(void* executable, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    const auto graph = find_graph(executable);
    return graph != nullptr ? s.launch(*graph, stream) : Error::invalid_value;
  });
}
// hipStreamCaptureStatus: 0 none, 1 active, 2 invalidated.
LOCKSTEP_HIP Status hipStreamIsCapturing(Stream handle, int* status) {
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (status == nullptr) return Error::invalid_value;
    *status = stream.capture == nullptr ? 0 : stream.is_spoilt ? 2 : 1;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamGetCaptureInfo(Stream handle, int* status, unsigned long long* id) {
  if (const Status failed = hipStreamIsCapturing(handle, status); failed != 0) return failed;
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (id != nullptr) *id = number(stream.capture.get());
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipThreadExchangeStreamCaptureMode(int* mode) {
  if (mode == nullptr || *mode < 0 || *mode > int(CaptureMode::relaxed)) return answer(Error::invalid_value);
  const auto before = int(capture_mode());
  capture_mode() = CaptureMode(*mode);
  *mode = before;
  return 0;
}
LOCKSTEP_HIP Status hipStreamBeginCapture(Stream handle, int mode) {
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (mode < 0 || mode > int(CaptureMode::relaxed)) return Error::invalid_value;
    if (handle == nullptr) return Error::stream_capture_unsupported;
    if (stream.capture != nullptr) return Error::invalid_value;
    stream.capture = std::make_shared<Graph>();
    stream.after.clear();
    stream.began_capture = true;
    stream.mode = CaptureMode(mode);
    stream.captured_by = std::this_thread::get_id();
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamEndCapture(Stream handle, void** graph) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (graph == nullptr) return Error::invalid_value;
    *graph = nullptr;
    if (stream.capture == nullptr || !stream.began_capture) return Error::stream_capture_unmatched;
    const std::shared_ptr<Graph> captured = stream.capture;
    const Error error = s.streams().end_capture(stream);
    if (error == Error::success) *graph = keep(captured);
    return error;
  });
}
