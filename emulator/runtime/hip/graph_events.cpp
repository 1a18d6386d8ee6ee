// Nodes that record an event, or wait for one.
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Status add(void** node, void* graph, void* const* dependencies, std::size_t count, NodeType type,
           Event event) {
  return call([&](Session&) {
    const auto found = find_graph(graph);
    if (found == nullptr || node == nullptr || event == nullptr || (count != 0 && dependencies == nullptr))
      return Error::invalid_value;
    std::vector<Node*> after;
    for (std::size_t i = 0; i < count; ++i) {
      after.push_back(static_cast<Node*>(dependencies[i]));
      if (!found->has(after.back())) return Error::invalid_value;
    }
    Node* const made = found->add(type, {}, std::move(after));
    made->event = static_cast<EventState*>(event);
    *node = made;
    return Error::success;
  });
}

Status get(void* handle, NodeType type, Event* event) {
  return call([&](Session&) {
    const auto* const node = static_cast<const Node*>(handle);
    if (node == nullptr || event == nullptr || node->type != type) return Error::invalid_value;
    *event = node->event;
    return Error::success;
  });
}

Error change(Node* node, NodeType type, Event event) {
  if (node == nullptr || event == nullptr || node->type != type) return Error::invalid_value;
  node->event = static_cast<EventState*>(event);
  return Error::success;
}

Status set(void* node, NodeType type, Event event) {
  return call([&](Session&) { return change(static_cast<Node*>(node), type, event); });
}

Status set_in(void* executable, void* node, NodeType type, Event event) {
  return call([&](Session&) {
    const auto graph = find_graph(executable);
    return graph != nullptr ? change(graph->copy_of(static_cast<Node*>(node)), type, event)
                            : Error::invalid_value;
  });
}

}  // namespace

LOCKSTEP_HIP Status hipGraphAddEventRecordNode(void** node, void* graph, void* const* dependencies,
                                               std::size_t count, Event event) {
  return add(node, graph, dependencies, count, NodeType::event_record, event);
}
LOCKSTEP_HIP Status hipGraphAddEventWaitNode(void** node, void* graph, void* const* dependencies,
                                             std::size_t count, Event event) {
  return add(node, graph, dependencies, count, NodeType::event_wait, event);
}
LOCKSTEP_HIP Status hipGraphEventRecordNodeGetEvent(void* node, Event* event) {
  return get(node, NodeType::event_record, event);
}
LOCKSTEP_HIP Status hipGraphEventWaitNodeGetEvent(void* node, Event* event) {
  return get(node, NodeType::event_wait, event);
}
LOCKSTEP_HIP Status hipGraphEventRecordNodeSetEvent(void* node, Event event) {
  return set(node, NodeType::event_record, event);
}
LOCKSTEP_HIP Status hipGraphEventWaitNodeSetEvent(void* node, Event event) {
  return set(node, NodeType::event_wait, event);
}
LOCKSTEP_HIP Status hipGraphExecEventRecordNodeSetEvent(void* executable, void* node, Event event) {
  return set_in(executable, node, NodeType::event_record, event);
}
LOCKSTEP_HIP Status hipGraphExecEventWaitNodeSetEvent(void* executable, void* node, Event event) {
  return set_in(executable, node, NodeType::event_wait, event);
}
