// Who wants to see every instruction of a wave as it executes. Waves that nobody wants run as fast as ever.
#pragma once

#include "wave.hpp"

namespace lockstep::machine {

class Tracer {
 public:
  virtual ~Tracer() = default;
  Tracer() = default;
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  /// Asked each time the wave gets its turn.
  virtual bool wants(const Wave& wave) = 0;
  /// After operations that are under way made progress.
  virtual void before(Wave& wave, const Bound& code) = 0;
  /// False ends the workgroup.
  virtual bool after(Wave& wave, const Bound& code, Step step) = 0;
  /// A memory operation, its addresses known; of any wave.
  virtual void issued(Wave& wave, const Pending& pending) = 0;
  /// True ends the dispatch.
  virtual bool finished() const = 0;
};

}  // namespace lockstep::machine
