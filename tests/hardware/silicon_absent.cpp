// For builds without CUDA.
#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {

std::unique_ptr<Silicon> open_silicon(std::string& error) {
  error = "built without CUDA";
  return nullptr;
}

}  // namespace lockstep::hardware
