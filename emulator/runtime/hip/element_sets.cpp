// Sets of the driver interface, whose elements have 1, 2 or 4 bytes, in rows.
#include "emulator/runtime/hip/transfers.hpp"

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
