// Why a problem is outside a contract or a kernel's envelope.
#pragma once

#include <string>

namespace lockstep::operators {

struct Refusal {
  std::string argument;  ///< "k", "masked_m[3]", ...
  std::string value;
  std::string rule;  ///< "must be a multiple of 128"
  std::string text() const { return argument + " = " + value + ": " + rule; }
};

}  // namespace lockstep::operators
