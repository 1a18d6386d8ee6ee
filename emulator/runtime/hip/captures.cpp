// What a program asks of a capture that is under way, and what it ties to the life of a graph.

#include "emulator/runtime/hip/calls.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipUserObject_t: destroyed with its last reference, which a graph may hold.
struct UserObject {
  void (*destroy)(void*);
  void* data;
  unsigned references;
};

// A user object's destructor is the program's, and may call HIP from where it likes, so that it runs without
// the session's mutex.
Error release(UserObject* object, unsigned count) {
  if (object == nullptr || count == 0 || count > object->references) return Error::invalid_value;
  object->references -= count;
  if (object->references != 0) return Error::success;
  Session::of_process().after_call([destroy = object->destroy, data = object->data] { destroy(data); });
  delete object;
  return Error::success;
}

// hipStreamUpdateCaptureDependenciesFlags.
constexpr unsigned kAdd = 0, kSet = 1;

}  // namespace

LOCKSTEP_HIP Status hipStreamGetCaptureInfo_v2(Stream handle, int* status, unsigned long long* id,
                                               void** graph, void* const** dependencies, std::size_t* count) {
  if (const Status failed = hipStreamGetCaptureInfo(handle, status, id); failed != 0) return failed;
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (graph != nullptr && stream.capture != nullptr) *graph = keep(stream.capture);
    if (dependencies != nullptr) *dependencies = reinterpret_cast<void* const*>(stream.after.data());
    if (count != nullptr) *count = stream.after.size();
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipStreamUpdateCaptureDependencies(Stream handle, void** dependencies, std::size_t count,
                                                       unsigned flags) {
  return call_on(handle, [&](Session&, StreamState& stream) {
    if (stream.capture == nullptr || flags > kSet) return Error::invalid_value;
    std::vector<Node*> after = flags == kAdd ? stream.after : std::vector<Node*>{};
    for (std::size_t i = 0; i < count; ++i) {
      after.push_back(static_cast<Node*>(dependencies[i]));
      if (!stream.capture->has(after.back())) return Error::invalid_value;
    }
    stream.after = std::move(after);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipUserObjectCreate(void** object, void* data, void (*destroy)(void*),
                                        unsigned references, unsigned) {
  return call([&](Session&) {
    if (object == nullptr || destroy == nullptr || references == 0) return Error::invalid_value;
    *object = new UserObject{destroy, data, references};
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipUserObjectRetain(void* object, unsigned count) {
  return call([&](Session&) {
    if (object == nullptr || count == 0) return Error::invalid_value;
    static_cast<UserObject*>(object)->references += count;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipUserObjectRelease(void* object, unsigned count) {
  return call([&](Session&) { return release(static_cast<UserObject*>(object), count); });
}
// The graph's references go with the graph, and with every copy that can be launched: a guard that they
// share.
LOCKSTEP_HIP Status hipGraphRetainUserObject(void* handle, void* object, unsigned count, unsigned flags) {
  constexpr unsigned kMove = 1;  // hipGraphUserObjectMove: the caller's own
  return call([&](Session&) {
    const auto graph = find_graph(handle);
    auto* const held = static_cast<UserObject*>(object);
    if (graph == nullptr || held == nullptr || count == 0) return Error::invalid_value;
    if (flags != kMove) held->references += count;
    graph->hold(held, std::shared_ptr<void>(nullptr, [held, count](void*) { release(held, count); }));
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipGraphReleaseUserObject(void* handle, void* object, unsigned) {
  return call([&](Session&) {
    const auto graph = find_graph(handle);
    return graph != nullptr && graph->let_go(object) ? Error::success : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipGraphInstantiateWithParams(void** executable, void* graph, const void*) {
  return hipGraphInstantiate(executable, graph, nullptr, nullptr, 0);
}
