// Which nodes a graph has and what depends on what.
#include <algorithm>

#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

// Without a place for them only their number is wanted; places left over are null (HIP API reference).
Error tell(const std::vector<Node*>& found, void** to, std::size_t* count) {
  if (count == nullptr) return Error::invalid_value;
  for (std::size_t i = 0; to != nullptr && i < *count; ++i) to[i] = i < found.size() ? found[i] : nullptr;
  if (to == nullptr || found.size() < *count) *count = found.size();
  return Error::success;
}

template <typename Of>
Status tell_of_graph(void* handle, void** to, std::size_t* count, Of of) {
  return call([&](Session&) {
    const auto graph = find_graph(handle);
    return graph != nullptr ? tell(of(*graph), to, count) : Error::invalid_value;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipGraphGetNodes(void* handle, void** nodes, std::size_t* count) {
  return tell_of_graph(handle, nodes, count, [](const Graph& graph) {
    std::vector<Node*> all;
    for (const auto& node : graph.nodes()) all.push_back(node.get());
    return all;
  });
}
LOCKSTEP_HIP Status hipGraphGetRootNodes(void* handle, void** nodes, std::size_t* count) {
  return tell_of_graph(handle, nodes, count, [](const Graph& graph) {
    std::vector<Node*> roots;
    for (const auto& node : graph.nodes())
      if (node->after.empty()) roots.push_back(node.get());
    return roots;
  });
}
LOCKSTEP_HIP Status hipGraphGetEdges(void* handle, void** from, void** to, std::size_t* count) {
  return call([&](Session&) {
    const auto graph = find_graph(handle);
    if (graph == nullptr || count == nullptr || (from == nullptr) != (to == nullptr))
      return Error::invalid_value;
    std::vector<Node*> before, after;
    for (const auto& node : graph->nodes())
      for (Node* dependency : node->after) before.push_back(dependency), after.push_back(node.get());
    std::size_t same = *count;
    static_cast<void>(tell(before, from, &same));
    return tell(after, to, count);
  });
}
LOCKSTEP_HIP Status hipGraphNodeGetDependencies(void* node, void** to, std::size_t* count) {
  return call([&](Session&) {
    return node != nullptr ? tell(static_cast<const Node*>(node)->after, to, count) : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipGraphNodeGetDependentNodes(void* node, void** to, std::size_t* count) {
  return call([&](Session&) {
    const auto graph = graph_of(static_cast<Node*>(node));
    if (graph == nullptr) return Error::invalid_value;
    std::vector<Node*> found;
    for (const auto& other : graph->nodes())
      if (std::ranges::find(other->after, node) != other->after.end()) found.push_back(other.get());
    return tell(found, to, count);
  });
}
LOCKSTEP_HIP Status hipGraphRemoveDependencies(void* handle, void* const* from, void* const* to,
                                               std::size_t count) {
  return call([&](Session&) {
    const auto graph = find_graph(handle);
    if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return Error::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      auto* const after = static_cast<Node*>(to[i]);
      if (!graph->has(after) || std::erase(after->after, static_cast<Node*>(from[i])) == 0)
        return Error::invalid_value;
    }
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphDestroyNode(void* node) {
  return call([&](Session&) {
    const auto graph = graph_of(static_cast<Node*>(node));
    if (graph == nullptr) return Error::invalid_value;
    graph->remove(static_cast<Node*>(node));
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphNodeFindInClone(void** to, void* node, void* clone) {
  return call([&](Session&) {
    const auto graph = find_graph(clone);
    if (to == nullptr || graph == nullptr) return Error::invalid_value;
    *to = graph->copy_of(static_cast<Node*>(node));
    return *to != nullptr ? Error::success : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipGraphNodeGetType(void* node, int* type) {
  return call([&](Session&) {
    if (node == nullptr || type == nullptr) return Error::invalid_value;
    *type = int(static_cast<Node*>(node)->type);
    return Error::success;
  });
}
