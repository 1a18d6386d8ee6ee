// A model's facts, each off by a little.
#pragma once

#include <span>

#include "emulator/arithmetic/matrix/models/facts.hpp"

namespace lockstep::tests {

/// What a model is tried on: operands of 8 bits and fewer with and without scales, and 16-bit ones.
enum class Data { scaled_bytes, bytes, halves };

struct FactChange {
  const char* what;
  bool (*reads)(const matrix::Facts& facts);  ///< whether a sum by these facts looks at the one that changes
  void (*apply)(matrix::Facts& facts);
  bool (*reached)(const matrix::Facts& facts, Data data);  ///< whether data come to what it is about
};
std::span<const FactChange> fact_changes();

/// Whether a change makes another function of the facts on such operands: the fact is read and reached, and
/// it is none of the cuts that without_idle_cuts() proves idle.
bool can_show(const FactChange& change, const matrix::Facts& facts, Data data);

}  // namespace lockstep::tests
