#include "emulator/runtime/hip/transfers.hpp"

#include <cstring>
#include <string>

#include "emulator/runtime/hip/calls.hpp"

namespace lockstep::runtime::hip {

namespace {

using Ranges = std::vector<observe::Footprint::Range>;

Error bad_range(Session& s, const std::string& name, const void* address, std::uint64_t bytes) {
  s.report().complain(name + ": " + s.memory().fault(number(address), bytes));
  return Error::invalid_value;
}

void* row(const Rows& rows, std::size_t y, std::size_t z) {
  return static_cast<char*>(rows.first) + z * rows.layer + y * rows.pitch;
}

template <typename Visit>
Error for_each_row(const Box& box, Visit visit) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      if (const Error error = visit(y, z); error != Error::success) return error;
  return Error::success;
}

void add(Accesses* accesses, Ranges Accesses::* use, const Session& s, void* first, std::size_t bytes) {
  if (accesses == nullptr || !const_cast<Session&>(s).memory().fault(number(first), bytes).empty()) return;
  (accesses->*use).push_back({number(first), number(first) + bytes});
}

Error check_copy(Session& s, const std::string& name, void* to, const void* from, std::size_t bytes,
                 int kind) {
  DeviceMemory& memory = s.memory();
  const bool to_device = memory.owns(number(to)) || kind == host_to_device || kind == device_to_device;
  const bool from_device = memory.owns(number(from)) || kind == device_to_host || kind == device_to_device;
  if (to_device && !memory.fault(number(to), bytes).empty()) return bad_range(s, name, to, bytes);
  if (from_device && !memory.fault(number(from), bytes).empty()) return bad_range(s, name, from, bytes);
  return Error::success;
}

Error copy_row(Session& s, const std::string& name, void* to, const void* from, std::size_t bytes, int kind) {
  if (const Error e = check_copy(s, name, to, from, bytes, kind); e != Error::success) return e;
  DeviceMemory& memory = s.memory();
  const bool into = memory.owns(number(to)), out = memory.owns(number(from));
  if (into && out)
    memory.copy(number(to), number(from), bytes);
  else if (into)
    memory.copy_in(number(to), from, bytes);
  else if (out)
    memory.copy_out(to, number(from), bytes);
  else
    std::memmove(to, from, bytes);
  return Error::success;
}

Error check_set(Session& s, const std::string& name, void* to, std::size_t bytes) {
  return s.memory().fault(number(to), bytes).empty() ? Error::success : bad_range(s, name, to, bytes);
}

Error set_row(Session& s, const std::string& name, void* to, std::uint32_t value, std::size_t element,
              std::size_t count) {
  if (const Error e = check_set(s, name, to, count * element); e != Error::success) return e;
  if (s.memory().is_host(number(to))) {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(static_cast<std::uint8_t*>(to) + i * element, &value, element);
    return Error::success;
  }
  s.memory().fill(number(to), {reinterpret_cast<const std::uint8_t*>(&value), element}, count);
  return Error::success;
}

bool is_nothing(const Box& box) {
  return box.width == 0 || box.height == 0 || box.depth == 0;
}

}  // namespace

bool is_own(Session& s, const void* address) {
  return !s.memory().extent(number(address));
}

// Looked at when it is asked for, as hardware does, and again when it is done: by then it may have been
// freed.
Error copy(Session& s, StreamState& stream, const char* name, Rows to, Rows from, Box box, int kind) {
  if (kind == device_to_device_by_dma) kind = device_to_device;
  if (kind < host_to_host || kind > by_pointers) return Error::invalid_memcpy_direction;
  if (is_nothing(box)) return Error::success;
  if (to.first == nullptr || from.first == nullptr) return Error::invalid_value;
  const Error error = for_each_row(box, [&](std::size_t y, std::size_t z) {
    return check_copy(s, name, row(to, y, z), row(from, y, z), box.width, kind);
  });
  if (error != Error::success) return error;
  const auto work = [=, call = std::string(name)](Session& session, Accesses* accesses) {
    return for_each_row(box, [&](std::size_t y, std::size_t z) {
      void *const target = row(to, y, z), *const source = row(from, y, z);
      add(accesses, &Accesses::reads, session, source, box.width);
      add(accesses, &Accesses::writes, session, target, box.width);
      return copy_row(session, call, target, source, box.width, kind);
    });
  };
  const bool at_once = is_own(s, to.first) || is_own(s, from.first);
  return s.submit(stream, NodeType::copy, {name, work, at_once});
}

Error set(Session& s, StreamState& stream, const char* name, Rows to, std::uint32_t value,
          std::size_t element, Box box) {
  if (is_nothing(box)) return Error::success;
  const Error error = for_each_row(box, [&](std::size_t y, std::size_t z) {
    return check_set(s, name, row(to, y, z), box.width * element);
  });
  if (error != Error::success) return error;
  const auto work = [=, call = std::string(name)](Session& session, Accesses* accesses) {
    return for_each_row(box, [&](std::size_t y, std::size_t z) {
      add(accesses, &Accesses::writes, session, row(to, y, z), box.width * element);
      return set_row(session, call, row(to, y, z), value, element, box.width);
    });
  };
  return s.submit(stream, NodeType::set, {name, work});
}

}  // namespace lockstep::runtime::hip

// Sets of the driver interface, whose elements have 1, 2 or 4 bytes, in rows.

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

Error set_rows(Session& s, StreamState& stream, const char* name, Rows to, std::uint32_t value,
               std::size_t element, Box box) {
  return box.height > 1 && box.width * element > to.pitch ? Error::invalid_value
                                                          : set(s, stream, name, to, value, element, box);
}

}  // namespace

// NAME sets elements of a TYPE and waits, NAMEAsync does not.
#define LOCKSTEP_SET_ROWS(NAME, TYPE)                                                                    \
  LOCKSTEP_HIP Status NAME(Address to, std::size_t pitch, TYPE value, std::size_t width,                 \
                           std::size_t height) {                                                         \
    return call_on(nullptr, [&](Session& s, StreamState& stream) {                                       \
      return wait(                                                                                       \
          s, stream,                                                                                     \
          set_rows(s, stream, #NAME, {to, pitch}, std::uint32_t(value), sizeof value, {width, height})); \
    });                                                                                                  \
  }                                                                                                      \
  LOCKSTEP_HIP Status NAME##Async(Address to, std::size_t pitch, TYPE value, std::size_t width,          \
                                  std::size_t height, Stream handle) {                                   \
    return call_on(handle, [&](Session& s, StreamState& stream) {                                        \
      return set_rows(s, stream, #NAME "Async", {to, pitch}, std::uint32_t(value), sizeof value,         \
                      {width, height});                                                                  \
    });                                                                                                  \
  }

LOCKSTEP_SET_ROWS(hipMemsetD2D8, unsigned char)
LOCKSTEP_SET_ROWS(hipMemsetD2D16, unsigned short)
LOCKSTEP_SET_ROWS(hipMemsetD2D32, unsigned)

// Other devices: there are none, and a device is no peer of itself.

namespace {

Status no_peer(int device) {
  return call([&](Session&) { return device == 0 ? Error::invalid_value : Error::invalid_device; });
}

}  // namespace

LOCKSTEP_HIP Status hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return call([&](Session&) {
    if (can == nullptr) return Error::invalid_value;
    *can = 0;
    return device == 0 && peer == 0 ? Error::success : Error::invalid_device;
  });
}
LOCKSTEP_HIP Status hipDeviceEnablePeerAccess(int device, unsigned) {
  return no_peer(device);
}
LOCKSTEP_HIP Status hipDeviceDisablePeerAccess(int device) {
  return no_peer(device);
}
LOCKSTEP_HIP Status hipMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                  std::size_t bytes) {
  if (to_device != 0 || from_device != 0) return answer(Error::invalid_device);
  return hipMemcpy(to, from, bytes, device_to_device);
}
LOCKSTEP_HIP Status hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                       std::size_t bytes, Stream stream) {
  if (to_device != 0 || from_device != 0) return answer(Error::invalid_device);
  return hipMemcpyAsync(to, from, bytes, device_to_device, stream);
}
