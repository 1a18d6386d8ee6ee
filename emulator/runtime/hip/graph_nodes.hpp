// Parameters of a graph's nodes as programs give them, and the work that they stand for: put into a stream
// that is captured.
#pragma once

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/registered.hpp"
#include "emulator/runtime/hip/transfers.hpp"

namespace lockstep::runtime::hip {

struct KernelParameters {  ///< hipKernelNodeParams
  Dim3 block;
  void** extra;
  void* function;  ///< a stub of the program, or the handle of a kernel
  Dim3 grid;
  void** arguments;
  unsigned shared_bytes;
};
struct SetParameters {  ///< hipMemsetParams
  void* to;
  unsigned element;
  std::size_t height, pitch;
  unsigned value;
  std::size_t width;
};
struct HostParameters {  ///< hipHostNodeParams
  void (*function)(void*);
  void* data;
};
struct CopyParameters {  ///< parameters of the nodes that copy a range
  void* to;
  const void* from;
  std::size_t bytes;
  int kind;
};

struct SymbolCopy {  ///< a copy to a variable of the device, or from it
  const void* symbol;
  void* other;
  std::size_t bytes, offset;
  int kind;
  bool into;
};

Error capture(Session& s, StreamState& stream, const char* name, const KernelParameters& p);
Error capture(Session& s, StreamState& stream, const char* name, const SymbolCopy& p);
Error capture(Session& s, StreamState& stream, const char* name, const SetParameters& p);
Error capture(Session& s, StreamState& stream, const char* name, const HostParameters& p);
Error capture(Session& s, StreamState& stream, const char* name, const CopyParameters& p);
Error capture(Session& s, StreamState& stream, const char* name, const Copy3D& p);

/// What a launch that was captured answers when its parameters are asked for.
Error described(StreamState& stream, const Function& function, const KernelParameters& p);

/// Runs `body`, which captures one node behind `after`; an empty one where there is nothing to do.
template <typename Body>
Node* captured(const std::shared_ptr<Graph>& graph, std::vector<Node*> after, Error& error, Body body) {
  StreamState stream;
  stream.capture = graph;
  stream.after = std::move(after);
  const std::size_t before = graph->nodes().size();
  error = body(stream);
  if (error != Error::success) return nullptr;
  return graph->nodes().size() != before ? stream.after.front()
                                         : graph->add(NodeType::empty, {}, stream.after);
}

/// Adds what `body` captures behind nodes of a graph of the program's.
template <typename Body>
Status add_node(void** node, void* graph, void* const* dependencies, std::size_t count, Body body) {
  return call([&](Session& s) {
    const auto found = find_graph(graph);
    if (found == nullptr || node == nullptr || (count != 0 && dependencies == nullptr))
      return Error::invalid_value;
    std::vector<Node*> after;
    for (std::size_t i = 0; i < count; ++i) {
      after.push_back(static_cast<Node*>(dependencies[i]));
      if (!found->has(after.back())) return Error::invalid_value;
    }
    Error error = Error::success;
    if (Node* const made =
            captured(found, after, error, [&](StreamState& stream) { return body(s, stream); }))
      *node = made;
    return error;
  });
}

}  // namespace lockstep::runtime::hip
