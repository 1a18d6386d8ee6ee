// Parameters of nodes: asked for, and changed, in a graph or in one that can be launched.
#include <any>

#include "emulator/runtime/hip/graph_nodes.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

template <typename Parameters>
Status get(void* handle, Parameters* to) {
  return call([&](Session&) {
    const auto* const node = static_cast<const Node*>(handle);
    if (node == nullptr || to == nullptr) return Error::invalid_value;
    const auto* const found = std::any_cast<Parameters>(&node->work.parameters);
    if (found == nullptr) return Error::invalid_value;
    *to = *found;
    return Error::success;
  });
}

// What the node does becomes what one with the new parameters would do; who depends on it stays.
template <typename Parameters>
Error change(Session& s, Node* node, NodeType type, const char* name, const Parameters* p) {
  if (node == nullptr || p == nullptr || node->type != type) return Error::invalid_value;
  const auto scratch = std::make_shared<Graph>();
  Error error = Error::success;
  const Node* const made =
      captured(scratch, {}, error, [&](StreamState& stream) { return capture(s, stream, name, *p); });
  if (made != nullptr) node->work = made->work;
  return error;
}

template <typename Parameters>
Status set(void* node, NodeType type, const char* name, const Parameters* p) {
  return call([&](Session& s) { return change(s, static_cast<Node*>(node), type, name, p); });
}
template <typename Parameters>
Status set_in(void* executable, void* node, NodeType type, const char* name, const Parameters* p) {
  return call([&](Session& s) {
    const auto graph = find_graph(executable);
    return graph != nullptr ? change(s, graph->copy_of(static_cast<Node*>(node)), type, name, p)
                            : Error::invalid_value;
  });
}

enum class Update : int { success = 0, topology_changed = 2, type_changed = 3 };  // hipGraphExecUpdateResult

}  // namespace

// Parameters of nodes of a TYPE are set in a graph, and in one that can be launched.
#define LOCKSTEP_SET_PARAMETERS(NODE, TYPE, PARAMETERS)                                                      \
  LOCKSTEP_HIP Status hipGraph##NODE##NodeSetParams(void* node, const PARAMETERS* p) {                       \
    return set(node, NodeType::TYPE, "hipGraph" #NODE "NodeSetParams", p);                                   \
  }                                                                                                          \
  LOCKSTEP_HIP Status hipGraphExec##NODE##NodeSetParams(void* executable, void* node, const PARAMETERS* p) { \
    return set_in(executable, node, NodeType::TYPE, "hipGraphExec" #NODE "NodeSetParams", p);                \
  }
LOCKSTEP_SET_PARAMETERS(Kernel, kernel, KernelParameters)
LOCKSTEP_SET_PARAMETERS(Memset, set, SetParameters)
LOCKSTEP_SET_PARAMETERS(Host, host, HostParameters)
LOCKSTEP_SET_PARAMETERS(Memcpy, copy, Copy3D)
LOCKSTEP_HIP Status hipGraphKernelNodeGetParams(void* node, KernelParameters* p) {
  return get(node, p);
}
LOCKSTEP_HIP Status hipGraphMemsetNodeGetParams(void* node, SetParameters* p) {
  return get(node, p);
}
LOCKSTEP_HIP Status hipGraphHostNodeGetParams(void* node, HostParameters* p) {
  return get(node, p);
}
// A node that copies a range is a box of one row.
LOCKSTEP_HIP Status hipGraphMemcpyNodeGetParams(void* handle, Copy3D* p) {
  const auto* const node = static_cast<const Node*>(handle);
  const auto* const range = node != nullptr ? std::any_cast<CopyParameters>(&node->work.parameters) : nullptr;
  if (range == nullptr || p == nullptr) return get(handle, p);
  return call([&](Session&) {
    *p = {};
    p->from = {const_cast<void*>(range->from), range->bytes, range->bytes, 1};
    p->to = {range->to, range->bytes, range->bytes, 1};
    p->extent = {range->bytes, 1, 1};
    p->kind = range->kind;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphMemcpyNodeSetParams1D(void* node, void* to, const void* from, std::size_t bytes,
                                                  int kind) {
  const CopyParameters p{to, from, bytes, kind};
  return set(node, NodeType::copy, "hipGraphMemcpyNodeSetParams1D", &p);
}
LOCKSTEP_HIP Status hipGraphExecMemcpyNodeSetParams1D(void* executable, void* node, void* to,
                                                      const void* from, std::size_t bytes, int kind) {
  const CopyParameters p{to, from, bytes, kind};
  return set_in(executable, node, NodeType::copy, "hipGraphExecMemcpyNodeSetParams1D", &p);
}

// A copy to or from a variable.
#define LOCKSTEP_SET_SYMBOL_COPY(NAME, FIRST, SECOND, SYMBOL, OTHER, INTO)                            \
  LOCKSTEP_HIP Status hipGraphMemcpyNodeSetParams##NAME(void* node, FIRST, SECOND, std::size_t bytes, \
                                                        std::size_t offset, int kind) {               \
    const SymbolCopy p{SYMBOL, const_cast<void*>(OTHER), bytes, offset, kind, INTO};                  \
    return set(node, NodeType::copy, "hipGraphMemcpyNodeSetParams" #NAME, &p);                        \
  }                                                                                                   \
  LOCKSTEP_HIP Status hipGraphExecMemcpyNodeSetParams##NAME(                                          \
      void* executable, void* node, FIRST, SECOND, std::size_t bytes, std::size_t offset, int kind) { \
    const SymbolCopy p{SYMBOL, const_cast<void*>(OTHER), bytes, offset, kind, INTO};                  \
    return set_in(executable, node, NodeType::copy, "hipGraphExecMemcpyNodeSetParams" #NAME, &p);     \
  }
LOCKSTEP_SET_SYMBOL_COPY(ToSymbol, const void* symbol, const void* from, symbol, from, true)
LOCKSTEP_SET_SYMBOL_COPY(FromSymbol, void* to, const void* symbol, symbol, to, false)

// Nodes correspond by their place in the order in which they were added.
LOCKSTEP_HIP Status hipGraphExecUpdate(void* executable, void* handle, void** culprit, int* result) {
  return call([&](Session&) {
    const auto to = find_graph(executable), given = find_graph(handle);
    if (to == nullptr || given == nullptr || result == nullptr) return Error::invalid_value;
    const auto from = given->flattened();
    const auto fail = [&](Update why, Node* node) {
      *result = int(why);
      if (culprit != nullptr) *culprit = node;
      return Error::graph_exec_update_failure;
    };
    if (to->nodes().size() != from->nodes().size()) return fail(Update::topology_changed, nullptr);
    for (std::size_t i = 0; i < to->nodes().size(); ++i) {
      const Node &old = *to->nodes()[i], &now = *from->nodes()[i];
      if (old.type != now.type) return fail(Update::type_changed, const_cast<Node*>(now.original));
      if (to->places(old.after) != from->places(now.after))
        return fail(Update::topology_changed, const_cast<Node*>(now.original));
    }
    for (std::size_t i = 0; i < to->nodes().size(); ++i) {
      to->nodes()[i]->work = from->nodes()[i]->work;
      to->nodes()[i]->event = from->nodes()[i]->event;
      to->nodes()[i]->original = from->nodes()[i]->original;
    }
    *result = int(Update::success);
    if (culprit != nullptr) *culprit = nullptr;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphNodeSetEnabled(void* executable, void* node, unsigned is_enabled) {
  return call([&](Session&) {
    const auto graph = find_graph(executable);
    Node* const found = graph != nullptr ? graph->copy_of(static_cast<Node*>(node)) : nullptr;
    if (found == nullptr) return Error::invalid_value;
    found->is_enabled = is_enabled != 0;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphNodeGetEnabled(void* executable, void* node, unsigned* is_enabled) {
  return call([&](Session&) {
    const auto graph = find_graph(executable);
    const Node* const found = graph != nullptr ? graph->copy_of(static_cast<Node*>(node)) : nullptr;
    if (found == nullptr || is_enabled == nullptr) return Error::invalid_value;
    *is_enabled = found->is_enabled ? 1 : 0;
    return Error::success;
  });
}
