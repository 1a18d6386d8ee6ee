// Rectangles and boxes of memory, as HIP's calls describe them.
#pragma once

#include <cstddef>

namespace lockstep::runtime::hip {

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
