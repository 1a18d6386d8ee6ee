// Nodes that a program adds to a graph by hand. Each is what a stream would have captured behind the same nodes.
#include "emulator/runtime/hip/graphs.hpp"
#include "emulator/runtime/hip/registered.hpp"
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

struct KernelParameters {  ///< hipKernelNodeParams
  Dim3 block;
  void** extra;
  void* function;
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

template <typename Capture>
Status add(void** node, void* graph, void* const* dependencies, std::size_t count, Capture capture) {
  return call([&](Session& s) {
    StreamState stream;
    stream.capture = find_graph(graph);
    if (stream.capture == nullptr || node == nullptr) return Error::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      stream.after.push_back(static_cast<Node*>(dependencies[i]));
      if (!stream.capture->has(stream.after.back())) return Error::invalid_value;
    }
    const std::size_t before = stream.capture->nodes().size();
    const Error error = capture(s, stream);
    if (error == Error::success && stream.capture->nodes().size() == before)
      stream.after = {stream.capture->add(NodeType::empty, {}, stream.after)};  // nothing to copy or set
    if (error == Error::success) *node = stream.after.front();
    return error;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipGraphAddEmptyNode(void** node, void* graph, void* const* dependencies,
                                         std::size_t count) {
  return add(node, graph, dependencies, count, [](Session&, StreamState&) { return Error::success; });
}
LOCKSTEP_HIP Status hipGraphAddKernelNode(void** node, void* graph, void* const* dependencies,
                                          std::size_t count, const KernelParameters* p) {
  return add(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    if (p == nullptr) return Error::invalid_value;
    if (p->extra != nullptr) {
      s.report().complain("hipGraphAddKernelNode: packed arguments are not there");
      return Error::not_supported;
    }
    const auto function = function_of(s, p->function);
    if (!function) return function.error();
    return s.launch(
        **function,
        {{p->grid.x, p->grid.y, p->grid.z}, {p->block.x, p->block.y, p->block.z}, p->shared_bytes},
        {p->arguments, {}}, &stream);
  });
}
LOCKSTEP_HIP Status hipGraphAddMemcpyNode1D(void** node, void* graph, void* const* dependencies,
                                            std::size_t count, void* to, const void* from, std::size_t bytes,
                                            int kind) {
  return add(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    return copy(s, stream, "hipGraphAddMemcpyNode1D", to, from, bytes, kind);
  });
}
LOCKSTEP_HIP Status hipGraphAddMemsetNode(void** node, void* graph, void* const* dependencies,
                                          std::size_t count, const SetParameters* p) {
  return add(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    if (p == nullptr || (p->element != 1 && p->element != 2 && p->element != 4)) return Error::invalid_value;
    return set(s, stream, "hipGraphAddMemsetNode", {p->to, p->pitch}, p->value, p->element,
               {p->width, p->height});
  });
}
LOCKSTEP_HIP Status hipGraphAddHostNode(void** node, void* graph, void* const* dependencies,
                                        std::size_t count, const HostParameters* p) {
  return add(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    if (p == nullptr || p->function == nullptr) return Error::invalid_value;
    const auto work = [held = *p](Session&, Accesses*) {
      held.function(held.data);
      return Error::success;
    };
    return s.submit(stream, NodeType::host, {"hipGraphAddHostNode", false, work, true});
  });
}
LOCKSTEP_HIP Status hipGraphAddChildGraphNode(void** node, void* graph, void* const* dependencies,
                                              std::size_t count, void* child) {
  return add(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    const auto inner = find_graph(child);
    return inner != nullptr ? s.launch(*inner, stream) : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipGraphAddDependencies(void* graph, void* const* from, void* const* to,
                                            std::size_t count) {
  return call([&](Session&) {
    const auto found = find_graph(graph);
    if (found == nullptr) return Error::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      auto *const before = static_cast<Node*>(from[i]), *const after = static_cast<Node*>(to[i]);
      if (!found->has(before) || !found->has(after)) return Error::invalid_value;
      after->after.push_back(before);
    }
    return Error::success;
  });
}
