// Memory that a program allocated by itself and lets kernels use.
#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

LOCKSTEP_HIP Status hipHostRegister(void* address, std::size_t bytes, unsigned) {
  return call([&](Session& s) {
    if (address == nullptr || bytes == 0) return Error::invalid_value;
    return s.memory().register_host(address, bytes) ? Error::success : Error::host_memory_already_registered;
  });
}
LOCKSTEP_HIP Status hipHostUnregister(void* address) {
  return call([&](Session& s) {
    if (address == nullptr) return Error::invalid_value;
    s.finish();
    return s.memory().free_host(address, HostKind::registered) ? Error::success
                                                               : Error::host_memory_not_registered;
  });
}
LOCKSTEP_HIP Status hipHostGetFlags(unsigned* flags, void* address) {
  return call([&](Session& s) {
    if (flags == nullptr || !s.memory().is_host(number(address))) return Error::invalid_value;
    *flags = 0;
    return Error::success;
  });
}
