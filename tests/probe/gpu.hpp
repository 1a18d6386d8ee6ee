// A GPU that is imagined: the HIP runtime with the emulator, or the instruction alone, in the GPU's place.
#pragma once

#include <cstdlib>

namespace lockstep::tests {

// A variable of the environment, for as long as this lives.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { ::unsetenv(name_); }

 private:
  const char* name_;
};

}  // namespace lockstep::tests
