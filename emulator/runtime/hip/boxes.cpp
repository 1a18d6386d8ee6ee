// Rectangles and boxes of memory: allocated with a pitch, copied and set row by row.
#include "emulator/runtime/hip/graph_nodes.hpp"
#include "emulator/runtime/hip/loaded_name.hpp"
#include "emulator/runtime/hip/transfers.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

extern "C" Status hipMalloc(void** address, std::size_t bytes);

namespace {

struct Side2D {  ///< half of hip_Memcpy2D
  std::size_t x, y;
  int memory_type;
  const void* host;
  void* device;
  void* array;
  std::size_t pitch;
};
struct Copy2D {
  Side2D from, to;
  std::size_t width, height;
};

constexpr std::size_t kPitch = 256;  // a multiple of the widest access

std::size_t pitch_of(std::size_t width) {
  return (width + kPitch - 1) / kPitch * kPitch;
}

Error no_arrays(Session& s, const char* name) {
  s.report().complain(std::string(name) + ": arrays are not there");
  return Error::not_supported;
}

Rows rows_of(const PitchedPointer& p, const Position& at) {
  const std::size_t layer = p.pitch * p.height;
  return {static_cast<char*>(p.first) + at.z * layer + at.y * p.pitch + at.x, p.pitch, layer};
}

Error copy_box(Session& s, StreamState& stream, const char* name, const Copy3D* c) {
  if (c == nullptr) return Error::invalid_value;
  if (c->from_array != nullptr || c->to_array != nullptr) return no_arrays(s, name);
  return copy(s, stream, name, rows_of(c->to, c->to_at), rows_of(c->from, c->from_at),
              {c->extent.width, c->extent.height, c->extent.depth}, c->kind);
}

/// hipMemoryType, as HIP 6 and later count them and as HIP 5 does.
enum class MemoryType { host, device, array, unified, none };

MemoryType type_of(const Side2D& side) {
  const bool is_new = loaded_major() >= 6;
  constexpr int kManaged = 3, kArray5 = 2, kArray = 10, kUnified5 = 3, kUnified = 11;
  if (side.memory_type == (is_new ? 1 : 0)) return MemoryType::host;
  if (side.memory_type == (is_new ? 2 : 1)) return MemoryType::device;
  if (side.memory_type == (is_new ? kArray : kArray5)) return MemoryType::array;
  const bool is_unified = side.memory_type == (is_new ? kUnified : kUnified5);
  return is_unified || (is_new && side.memory_type == kManaged) ? MemoryType::unified : MemoryType::none;
}

// The memory type says which pointer counts; the others may hold anything.
Rows rows_of(const Side2D& side, MemoryType type) {
  void* const first = type == MemoryType::host ? const_cast<void*>(side.host) : side.device;
  return {static_cast<char*>(first) + side.y * side.pitch + side.x, side.pitch};
}

Error copy_rectangle(Session& s, StreamState& stream, const char* name, const Copy2D* c) {
  if (c == nullptr) return Error::invalid_value;
  const MemoryType from = type_of(c->from), to = type_of(c->to);
  if (from == MemoryType::array || to == MemoryType::array) return no_arrays(s, name);
  if (from == MemoryType::none || to == MemoryType::none) return Error::invalid_value;
  return copy(s, stream, name, rows_of(c->to, to), rows_of(c->from, from), {c->width, c->height},
              by_pointers);
}

bool is_narrow(std::size_t width, std::size_t pitch) {
  return width <= pitch;
}

}  // namespace

Error lockstep::runtime::hip::capture(Session& s, StreamState& stream, const char* name, const Copy3D& p) {
  const Error error = copy_box(s, stream, name, &p);
  if (error == Error::success && !stream.after.empty()) stream.after.front()->work.parameters = p;
  return error;
}

LOCKSTEP_HIP Status hipMallocPitch(void** address, std::size_t* pitch, std::size_t width,
                                   std::size_t height) {
  if (pitch == nullptr) return answer(Error::invalid_value);
  *pitch = pitch_of(width);
  return hipMalloc(address, *pitch * height);
}
LOCKSTEP_HIP Status hipMemAllocPitch(void** address, std::size_t* pitch, std::size_t width,
                                     std::size_t height, unsigned) {
  return hipMallocPitch(address, pitch, width, height);
}
LOCKSTEP_HIP Status hipMalloc3D(PitchedPointer* p, Extent extent) {
  if (p == nullptr) return answer(Error::invalid_value);
  *p = {nullptr, pitch_of(extent.width), extent.width, extent.height};
  return hipMalloc(&p->first, p->pitch * extent.height * extent.depth);
}

LOCKSTEP_HIP Status hipMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, int kind, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    if (!is_narrow(width, to_pitch) || !is_narrow(width, from_pitch)) return Error::invalid_value;
    return copy(s, stream, "hipMemcpy2DAsync", {to, to_pitch}, {const_cast<void*>(from), from_pitch},
                {width, height}, kind);
  });
}
LOCKSTEP_HIP Status hipMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, int kind) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    if (!is_narrow(width, to_pitch) || !is_narrow(width, from_pitch)) return Error::invalid_value;
    return wait(s, stream,
                copy(s, stream, "hipMemcpy2D", {to, to_pitch}, {const_cast<void*>(from), from_pitch},
                     {width, height}, kind));
  });
}
LOCKSTEP_HIP Status hipMemcpyParam2D(const Copy2D* c) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream, copy_rectangle(s, stream, "hipMemcpyParam2D", c));
  });
}
LOCKSTEP_HIP Status hipMemcpyParam2DAsync(const Copy2D* c, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return copy_rectangle(s, stream, "hipMemcpyParam2DAsync", c);
  });
}
LOCKSTEP_HIP Status hipDrvMemcpy2DUnaligned(const Copy2D* c) {
  return hipMemcpyParam2D(c);
}
LOCKSTEP_HIP Status hipMemcpy3D(const Copy3D* c) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream, copy_box(s, stream, "hipMemcpy3D", c));
  });
}
LOCKSTEP_HIP Status hipMemcpy3DAsync(const Copy3D* c, Stream handle) {
  return call_on(handle,
                 [&](Session& s, StreamState& stream) { return copy_box(s, stream, "hipMemcpy3DAsync", c); });
}

LOCKSTEP_HIP Status hipMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return set(s, stream, "hipMemset2DAsync", {to, pitch}, std::uint8_t(value), 1, {width, height});
  });
}
LOCKSTEP_HIP Status hipMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                                std::size_t height) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream,
                set(s, stream, "hipMemset2D", {to, pitch}, std::uint8_t(value), 1, {width, height}));
  });
}
LOCKSTEP_HIP Status hipMemset3DAsync(PitchedPointer to, int value, Extent extent, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return set(s, stream, "hipMemset3DAsync", rows_of(to, {}), std::uint8_t(value), 1,
               {extent.width, extent.height, extent.depth});
  });
}
LOCKSTEP_HIP Status hipMemset3D(PitchedPointer to, int value, Extent extent) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream,
                set(s, stream, "hipMemset3D", rows_of(to, {}), std::uint8_t(value), 1,
                    {extent.width, extent.height, extent.depth}));
  });
}
