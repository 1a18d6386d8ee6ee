// Streams of one vector instruction through the machine: fetch, evaluate, definedness, write-back.
#pragma once

#include <string>

namespace lockstep::bench {

/// Wave-instructions per second of a straight line of `line` (an assembly line over v0 … v15 and s0 … s15).
double vector_stream(const std::string& line, double seconds);

}  // namespace lockstep::bench
