// What the machine's vector instructions are held against: 64 additions of hot memory, and nothing else.
#pragma once

namespace lockstep::bench {

/// Wave-instructions per second.
double lane_add(double seconds);

}  // namespace lockstep::bench
