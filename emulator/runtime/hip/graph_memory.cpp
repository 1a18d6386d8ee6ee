// Nodes that allocate and release memory, nodes of any type by one call, and attributes of kernel nodes.
//
// Memory of a node has its address as soon as the node is there, as HIP has it, and keeps it as long as the
// process: what a graph has released may be used by its next launch.
#include <any>
#include <array>
#include <cstring>
#include <map>

#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/graph_nodes.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

struct AllocationParameters {           ///< hipMemAllocNodeParams
  int type, handles, location, device;  ///< hipMemPoolProps, of which this is the beginning
  std::array<unsigned char, 72> pool;
  const void* accesses;
  std::size_t access_count, bytes;
  void* address;
};
static_assert(sizeof(AllocationParameters) == 120);

/// The memory that a node releases.
struct Released {
  void* address;
};

Error touch(Session& s, StreamState& stream, NodeType type, const char* name, void* address,
            std::size_t bytes, std::any parameters) {
  const lockstep::observe::Footprint::Range range{number(address), number(address) + bytes};
  const auto work = [range](Session&, Accesses* accesses) {
    if (accesses != nullptr) accesses->writes.push_back(range);
    return Error::success;
  };
  const Error error = s.submit(stream, type, {name, work});
  stream.after.front()->work.parameters = std::move(parameters);
  return error;
}

Error allocate(Session& s, StreamState& stream, AllocationParameters* p) {
  constexpr int kPinned = 1, kOnDevice = 1;  // hipMemAllocationType, hipMemLocationType
  if (p == nullptr || p->bytes == 0 || p->type != kPinned || p->location != kOnDevice)
    return Error::invalid_value;
  const auto base = s.allocate(p->bytes);
  if (!base) return Error::out_of_memory;
  p->address = pointer(*base);
  return touch(s, stream, NodeType::allocation, "hipGraphAddMemAllocNode", p->address, p->bytes, *p);
}

Error release(Session& s, StreamState& stream, void* address) {
  const auto extent = s.memory().extent(number(address));
  if (!extent || extent->first != number(address)) return Error::invalid_value;
  return touch(s, stream, NodeType::release, "hipGraphAddMemFreeNode", address, extent->second,
               Released{address});
}

template <typename Parameters>
const Parameters* parameters_of(void* node) {
  return node != nullptr ? std::any_cast<Parameters>(&static_cast<Node*>(node)->work.parameters) : nullptr;
}

// Parameters of any node.

struct AnyParameters {  ///< hipGraphNodeParams
  int type;
  std::array<int, 3> reserved;
  alignas(8) std::array<unsigned char, 232> of_type;
  long long reserved_too;
};
static_assert(sizeof(AnyParameters) == 256);
constexpr int kLastType = 14;             // the last hipGraphNodeType
constexpr std::size_t kBehindFlags = 16;  // where hipMemcpyNodeParams goes on behind its flags

template <typename Parameters>
Parameters read(const AnyParameters& p, std::size_t at = 0) {
  Parameters value;
  std::memcpy(static_cast<void*>(&value), &p.of_type[at], sizeof value);
  return value;
}

/// Parameters of the types whose nodes are made from them alone, as the type's own struct.
template <typename Visit>
Error visit(const AnyParameters& p, Visit visitor) {
  switch (NodeType(p.type)) {
    case NodeType::kernel:
      return visitor(NodeType::kernel, read<KernelParameters>(p));
    case NodeType::copy:
      return visitor(NodeType::copy, read<Copy3D>(p, kBehindFlags));
    case NodeType::set:
      return visitor(NodeType::set, read<SetParameters>(p));
    case NodeType::host:
      return visitor(NodeType::host, read<HostParameters>(p));
    default:
      return p.type < 0 || p.type > kLastType ? Error::invalid_value : Error::not_supported;
  }
}

Error change(Session& s, Node* node, const AnyParameters* p, const char* name) {
  if (node == nullptr || p == nullptr || int(node->type) != p->type) return Error::invalid_value;
  return visit(*p, [&](NodeType, const auto& parameters) {
    Error error = Error::success;
    const Node* const made = captured(std::make_shared<Graph>(), {}, error, [&](StreamState& stream) {
      return capture(s, stream, name, parameters);
    });
    if (made != nullptr) node->work = made->work;
    return error;
  });
}

// Attributes of kernel nodes: they say how a launch is to be done on hardware, and change no result here.

using Attributes =
    std::map<int, std::array<unsigned char, 64>>;  // hipLaunchAttributeValue, by hipLaunchAttributeID

std::map<const Node*, Attributes>& all_attributes() {
  static auto* const all = new std::map<const Node*, Attributes>;
  return *all;
}

constexpr int kAccessPolicyWindow = 1, kCooperative = 2, kPriority = 8;

struct AccessPolicyWindow {  ///< hipAccessPolicyWindow
  void* first;
  int hit;
  float ratio;
  int miss;
  std::size_t bytes;
};

// The emulated device has no window (hipDeviceAttributeAccessPolicyMaxWindowSize is 0).
bool is_good(int attribute, const void* value) {
  constexpr int kPersisting = 2;
  if (attribute != kAccessPolicyWindow) return attribute == kCooperative || attribute == kPriority;
  AccessPolicyWindow window;
  std::memcpy(&window, value, sizeof window);
  return window.bytes == 0 && window.ratio >= 0 && window.ratio <= 1 && window.miss != kPersisting;
}

bool is_kernel(const void* node) {
  return node != nullptr && graph_of(static_cast<const Node*>(node)) != nullptr &&
         static_cast<const Node*>(node)->type == NodeType::kernel;
}

}  // namespace

LOCKSTEP_HIP Status hipGraphAddMemAllocNode(void** node, void* graph, void* const* dependencies,
                                            std::size_t count, AllocationParameters* p) {
  return add_node(node, graph, dependencies, count,
                  [&](Session& s, StreamState& stream) { return allocate(s, stream, p); });
}
LOCKSTEP_HIP Status hipGraphAddMemFreeNode(void** node, void* graph, void* const* dependencies,
                                           std::size_t count, void* address) {
  return add_node(node, graph, dependencies, count,
                  [&](Session& s, StreamState& stream) { return release(s, stream, address); });
}
LOCKSTEP_HIP Status hipGraphMemAllocNodeGetParams(void* node, AllocationParameters* p) {
  return call([&](Session&) {
    const auto* const found = parameters_of<AllocationParameters>(node);
    if (found == nullptr || p == nullptr) return Error::invalid_value;
    *p = *found;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphMemFreeNodeGetParams(void* node, void** address) {
  return call([&](Session&) {
    const auto* const found = parameters_of<Released>(node);
    if (found == nullptr || address == nullptr) return Error::invalid_value;
    *address = found->address;
    return Error::success;
  });
}
// Nothing is to be had back: memory of nodes stays.
LOCKSTEP_HIP Status hipDeviceGraphMemTrim(int device) {
  return succeed(device);
}
LOCKSTEP_HIP Status hipGraphAddNode(void** node, void* graph, void* const* dependencies, std::size_t count,
                                    AnyParameters* p) {
  if (p == nullptr) return answer(Error::invalid_value);
  const auto is = [&](NodeType type) { return NodeType(p->type) == type; };
  if (is(NodeType::empty)) return hipGraphAddEmptyNode(node, graph, dependencies, count);
  const auto first = read<void*>(*p);  // a graph, an event or an address
  if (is(NodeType::child)) return hipGraphAddChildGraphNode(node, graph, dependencies, count, first);
  if (is(NodeType::event_record)) return hipGraphAddEventRecordNode(node, graph, dependencies, count, first);
  if (is(NodeType::event_wait)) return hipGraphAddEventWaitNode(node, graph, dependencies, count, first);
  if (is(NodeType::release)) return hipGraphAddMemFreeNode(node, graph, dependencies, count, first);
  if (is(NodeType::allocation)) {
    auto parameters = read<AllocationParameters>(*p);
    const Status status = hipGraphAddMemAllocNode(node, graph, dependencies, count, &parameters);
    std::memcpy(p->of_type.data(), &parameters, sizeof parameters);
    return status;
  }
  return add_node(node, graph, dependencies, count, [&](Session& s, StreamState& stream) {
    return visit(*p, [&](NodeType, const auto& parameters) {
      return capture(s, stream, "hipGraphAddNode", parameters);
    });
  });
}
LOCKSTEP_HIP Status hipGraphNodeSetParams(void* node, AnyParameters* p) {
  return call([&](Session& s) { return change(s, static_cast<Node*>(node), p, "hipGraphNodeSetParams"); });
}
LOCKSTEP_HIP Status hipGraphExecNodeSetParams(void* executable, void* node, AnyParameters* p) {
  return call([&](Session& s) {
    const auto graph = find_graph(executable);
    return graph != nullptr
               ? change(s, graph->copy_of(static_cast<Node*>(node)), p, "hipGraphExecNodeSetParams")
               : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipGraphKernelNodeSetAttribute(void* node, int attribute, const void* value) {
  return call([&](Session&) {
    if (!is_kernel(node) || value == nullptr || !is_good(attribute, value)) return Error::invalid_value;
    std::memcpy(all_attributes()[static_cast<Node*>(node)][attribute].data(), value, 64);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphKernelNodeGetAttribute(void* node, int attribute, void* value) {
  return call([&](Session&) {
    const bool is_one =
        attribute == kAccessPolicyWindow || attribute == kCooperative || attribute == kPriority;
    if (!is_kernel(node) || value == nullptr || !is_one) return Error::invalid_value;
    std::memcpy(value, all_attributes()[static_cast<Node*>(node)][attribute].data(), 64);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphKernelNodeCopyAttributes(void* from, void* to) {
  return call([&](Session&) {
    if (!is_kernel(from) || !is_kernel(to)) return Error::invalid_value;
    all_attributes()[static_cast<Node*>(to)] = all_attributes()[static_cast<Node*>(from)];
    return Error::success;
  });
}
