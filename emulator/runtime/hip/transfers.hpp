// Copies and sets, as work of a stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

/// hipMemcpyKind.
enum Kind : int {
  host_to_host,
  host_to_device,
  device_to_host,
  device_to_device,
  by_pointers,
  device_to_device_by_dma = 1024  ///< hipMemcpyDeviceToDeviceNoCU: which engine copies makes no difference
};

/// The first byte of rows of a rectangle or box: how far the next row lies, and the next layer.
struct Rows {
  void* first = nullptr;
  std::size_t pitch = 0, layer = 0;
};
struct Box {
  std::size_t width = 0, height = 1, depth = 1;  ///< bytes, rows, layers
};

/// A pointer that the device owns is a device address, whatever the direction that the program names. `name`
/// is the call's.
Error copy(Session& s, StreamState& stream, const char* name, Rows to, Rows from, Box box, int kind);
inline Error copy(Session& s, StreamState& stream, const char* name, void* to, const void* from,
                  std::size_t bytes, int kind) {
  return copy(s, stream, name, Rows{to}, Rows{const_cast<void*>(from)}, Box{bytes}, kind);
}

/// Memory of the program's own, which the runtime does not know.
bool is_own(Session& s, const void* address);

/// Elements of 1, 2 or 4 bytes; `box` counts elements in a row.
Error set(Session& s, StreamState& stream, const char* name, Rows to, std::uint32_t value,
          std::size_t element, Box box);

/// Rectangles and boxes of memory, as HIP's calls describe them.
struct PitchedPointer {
  void* first;
  std::size_t pitch, width, height;
};
struct Extent {
  std::size_t width, height, depth;
};
struct Position {
  std::size_t x, y, z;
};
struct Copy3D {  ///< hipMemcpy3DParms
  void* from_array;
  Position from_at;
  PitchedPointer from;
  void* to_array;
  Position to_at;
  PitchedPointer to;
  Extent extent;
  int kind;
};

}  // namespace lockstep::runtime::hip
