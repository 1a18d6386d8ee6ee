// Nodes that a program adds to a graph by hand. Each is what a stream would have captured behind the same
// nodes.
#include "emulator/runtime/hip/graph_nodes.hpp"

#include <algorithm>
#include <cstring>

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace lockstep::runtime::hip {

namespace {

tl::expected<Function*, Error> kernel_of(Session& s, void* function) {
  const auto of_stub = function_of(s, function);
  return of_stub || !s.has(static_cast<const Function*>(function)) ? of_stub
                                                                   : static_cast<Function*>(function);
}

/// What a program that asks for them is given pointers to.
struct Arguments {
  std::vector<std::uint8_t> bytes;
  std::vector<void*> pointers;
};

std::shared_ptr<Arguments> copied(const code_object::Kernel& kernel, void** arguments) {
  auto copy = std::make_shared<Arguments>();
  std::size_t count = 0;
  for (const code_object::Argument& a : kernel.arguments)
    if (!a.is_hidden()) copy->bytes.resize(std::max<std::size_t>(copy->bytes.size(), a.offset + a.size));
  for (const code_object::Argument& a : kernel.arguments) {
    if (a.is_hidden()) continue;
    std::memcpy(&copy->bytes[a.offset], arguments[count++], a.size);
    copy->pointers.push_back(&copy->bytes[a.offset]);
  }
  return copy;
}

Error describe(StreamState& stream, Error error, std::any parameters, std::shared_ptr<const void> held = {}) {
  if (error != Error::success || stream.after.empty()) return error;
  stream.after.front()->work.parameters = std::move(parameters);
  stream.after.front()->work.held = std::move(held);
  return error;
}

}  // namespace

Error capture(Session& s, StreamState& stream, const char*, const KernelParameters& p) {
  const auto function = kernel_of(s, p.function);
  if (!function) return function.error();
  const Error error = s.launch(
      **function, {{p.grid.x, p.grid.y, p.grid.z}, {p.block.x, p.block.y, p.block.z}, p.shared_bytes},
      {p.arguments, packed_arguments(p.extra)}, &stream);
  return error != Error::success ? error : described(stream, **function, p);
}
Error described(StreamState& stream, const Function& function, const KernelParameters& p) {
  if (stream.capture == nullptr || p.arguments == nullptr) return Error::success;
  const auto held = copied(*function.kernel, p.arguments);
  KernelParameters kept = p;
  kept.arguments = held->pointers.data();
  return describe(stream, Error::success, kept, held);
}
Error capture(Session& s, StreamState& stream, const char* name, const SetParameters& p) {
  if (p.element != 1 && p.element != 2 && p.element != 4) return Error::invalid_value;
  return describe(stream, set(s, stream, name, {p.to, p.pitch}, p.value, p.element, {p.width, p.height}), p);
}
Error capture(Session& s, StreamState& stream, const char* name, const HostParameters& p) {
  if (p.function == nullptr) return Error::invalid_value;
  const auto work = [held = p](Session&, Accesses*) {
    held.function(held.data);
    return Error::success;
  };
  return describe(stream, s.submit(stream, NodeType::host, host_function(name, work)), p);
}
Error capture(Session& s, StreamState& stream, const char* name, const CopyParameters& p) {
  return describe(stream, copy(s, stream, name, p.to, p.from, p.bytes, p.kind), p);
}

}  // namespace lockstep::runtime::hip

namespace {

template <typename Parameters>
Status add(void** node, void* graph, void* const* dependencies, std::size_t count, const char* name,
           const Parameters* p) {
  return add_node(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    return p != nullptr ? capture(s, stream, name, *p) : Error::invalid_value;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipGraphAddEmptyNode(void** node, void* graph, void* const* dependencies,
                                         std::size_t count) {
  return add_node(node, graph, dependencies, count, [](Session&, StreamState&) { return Error::success; });
}
LOCKSTEP_HIP Status hipGraphAddKernelNode(void** node, void* graph, void* const* dependencies,
                                          std::size_t count, const KernelParameters* p) {
  return add(node, graph, dependencies, count, "hipGraphAddKernelNode", p);
}
LOCKSTEP_HIP Status hipGraphAddMemcpyNode1D(void** node, void* graph, void* const* dependencies,
                                            std::size_t count, void* to, const void* from, std::size_t bytes,
                                            int kind) {
  const CopyParameters p{to, from, bytes, kind};
  return add(node, graph, dependencies, count, "hipGraphAddMemcpyNode1D", &p);
}
LOCKSTEP_HIP Status hipGraphAddMemcpyNode(void** node, void* graph, void* const* dependencies,
                                          std::size_t count, const Copy3D* p) {
  return add(node, graph, dependencies, count, "hipGraphAddMemcpyNode", p);
}
LOCKSTEP_HIP Status hipGraphAddMemcpyNodeToSymbol(void** node, void* graph, void* const* dependencies,
                                                  std::size_t count, const void* symbol, const void* from,
                                                  std::size_t bytes, std::size_t offset, int kind) {
  const SymbolCopy p{symbol, const_cast<void*>(from), bytes, offset, kind, true};
  return add(node, graph, dependencies, count, "hipGraphAddMemcpyNodeToSymbol", &p);
}
LOCKSTEP_HIP Status hipGraphAddMemcpyNodeFromSymbol(void** node, void* graph, void* const* dependencies,
                                                    std::size_t count, void* to, const void* symbol,
                                                    std::size_t bytes, std::size_t offset, int kind) {
  const SymbolCopy p{symbol, to, bytes, offset, kind, false};
  return add(node, graph, dependencies, count, "hipGraphAddMemcpyNodeFromSymbol", &p);
}
LOCKSTEP_HIP Status hipGraphAddMemsetNode(void** node, void* graph, void* const* dependencies,
                                          std::size_t count, const SetParameters* p) {
  return add(node, graph, dependencies, count, "hipGraphAddMemsetNode", p);
}
LOCKSTEP_HIP Status hipGraphAddHostNode(void** node, void* graph, void* const* dependencies,
                                        std::size_t count, const HostParameters* p) {
  return add(node, graph, dependencies, count, "hipGraphAddHostNode", p);
}
LOCKSTEP_HIP Status hipGraphAddChildGraphNode(void** node, void* graph, void* const* dependencies,
                                              std::size_t count, void* child) {
  const auto inner = find_graph(child);
  if (inner == nullptr) return answer(Error::invalid_value);
  const Status status = hipGraphAddEmptyNode(node, graph, dependencies, count);
  if (status != 0) return status;
  auto* const made = static_cast<Node*>(*node);
  made->type = NodeType::child;
  made->child = inner->clone();
  return 0;
}
// The node's own copy: what is changed in it reaches what is instantiated from then on.
LOCKSTEP_HIP Status hipGraphChildGraphNodeGetGraph(void* node, void** graph) {
  return call([&](Session&) {
    const auto* const found = static_cast<const Node*>(node);
    if (found == nullptr || graph == nullptr || found->child == nullptr) return Error::invalid_value;
    *graph = keep(found->child);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphAddDependencies(void* graph, void* const* from, void* const* to,
                                            std::size_t count) {
  return call([&](Session&) {
    const auto found = find_graph(graph);
    if (found == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return Error::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      auto *const before = static_cast<Node*>(from[i]), *const after = static_cast<Node*>(to[i]);
      if (!found->has(before) || !found->has(after)) return Error::invalid_value;
      after->after.push_back(before);
    }
    return Error::success;
  });
}
