// What a pointer leads to.
#include <cstring>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/hip/loaded_name.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipPointer_attribute, those that are answered.
enum Attribute : int {
  memory_type = 2,
  device_pointer = 3,
  host_pointer = 4,
  buffer_id = 7,
  is_managed = 8,
  device_ordinal = 9,
  range_start = 11,
  range_bytes = 12,
  mapped = 13,
};

struct Attributes {  ///< hipPointerAttribute_t
  int type, device;
  void *device_pointer, *host_pointer;
  int is_managed;
  unsigned allocation_flags;
};
static_assert(sizeof(Attributes) == 32);

constexpr int kUnregistered = 0;  // hipMemoryTypeUnregistered
constexpr int kNoDevice = -2;     // hipInvalidDeviceId

/// hipMemoryType: HIP 6 put "unregistered" before the others, and has "managed", which is host memory before.
int type_of(Session& s, std::uint64_t address) {
  const bool is_new = loaded_major() >= 6;
  if (is_new && s.memory().is_managed(address)) return 3;
  return (is_new ? 1 : 0) + (s.memory().is_host(address) ? 0 : 1);
}

template <typename T>
Error tell(void* to, T value) {
  std::memcpy(to, &value, sizeof value);
  return Error::success;
}

Error attribute(Session& s, void* to, int which, std::uint64_t address) {
  const auto extent = s.memory().extent(address);
  if (to == nullptr || !extent) return Error::invalid_value;
  const bool is_host = s.memory().is_host(address);
  switch (which) {
    case memory_type:
      return tell(to, type_of(s, address));
    case device_pointer:
      return tell(to, address);
    case host_pointer:
      return is_host ? tell(to, address) : Error::invalid_value;
    case buffer_id:  // addresses are given out once
    case range_start:
      return tell(to, extent->first);
    case is_managed:
      return tell(to, s.memory().is_managed(address));
    case device_ordinal:
      return tell(to, 0);
    case range_bytes:
      return tell(to, extent->second);
    case mapped:
      return tell(to, true);
    default:
      s.report().complain("hipPointerGetAttribute: attribute " + std::to_string(which) +
                          " has no answer yet");
      return Error::not_supported;
  }
}

}  // namespace

LOCKSTEP_HIP Status hipPointerGetAttribute(void* to, int which, Address address) {
  return call([&](Session& s) { return attribute(s, to, which, number(address)); });
}
LOCKSTEP_HIP Status hipDrvPointerGetAttributes(unsigned count, const int* which, void** to, Address address) {
  return call([&](Session& s) {
    if (which == nullptr || to == nullptr) return Error::invalid_value;
    for (unsigned i = 0; i < count; ++i)
      if (const Error e = attribute(s, to[i], which[i], number(address)); e != Error::success) return e;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipPointerGetAttributes(Attributes* to, const void* address) {
  return call([&](Session& s) {
    if (to == nullptr || address == nullptr) return Error::invalid_value;
    if (!s.memory().extent(number(address))) {  // nobody's: an error until HIP 6, then a type of its own
      if (loaded_major() < 6) return Error::invalid_value;
      *to = {kUnregistered, kNoDevice, nullptr, nullptr, 0, 0};
      return Error::success;
    }
    const bool is_host = s.memory().is_host(number(address));
    *to = {type_of(s, number(address)),
           0,
           pointer(number(address)),
           is_host ? pointer(number(address)) : nullptr,
           s.memory().is_managed(number(address)) ? 1 : 0,
           0};
    return Error::success;
  });
}
