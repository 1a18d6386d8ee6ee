// The lines for an arch, for assemble.sh.
#include <cstdio>

#include "tests/isa_constants/probes.hpp"

int main(int, char** argv) {
  for (const lockstep::tests::Probe& probe : lockstep::tests::probes(argv[1]))
    std::printf("%s\n", probe.line.c_str());
}
