// The programs of this folder as one, so that HIP's headers are read once: the first word chooses.
#include <cassert>
#include <cstring>
#include <vector>

#include "must.hpp"

namespace saxpy_program {
#include "saxpy.hip"
}
namespace device_program {
#include "device.hip"
}
namespace streams_program {
#include "streams.hip"
}
namespace host_memory_program {
#include "host_memory.hip"
}
namespace reduction_program {
#include "reduction.hip"
}
namespace printing_program {
#include "printing.hip"
}
namespace graphs_program {
#include "graphs.hip"
}
namespace race_program {
#define RACE
#include "reduction.hip"
}

int main(int count, char** words) {
  const auto is = [&](const char* name) { return count > 1 && std::strcmp(words[1], name) == 0; };
  if (is("saxpy")) return saxpy_program::main(count - 1, words + 1);
  if (is("device")) return device_program::main();
  if (is("streams")) return streams_program::main();
  if (is("host_memory")) return host_memory_program::main(count - 1, words + 1);
  if (is("printing")) return printing_program::main(count - 1, words + 1);
  if (is("graphs")) return graphs_program::main(count - 1, words + 1);
  if (is("reduction")) return reduction_program::main();
  return is("race") ? race_program::main() : 2;
}
