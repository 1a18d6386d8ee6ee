// Which launches of a program are checked: those whose kernel is wanted, and of them one of every so many.
#pragma once

#include <cstdint>
#include <map>
#include <regex>
#include <string>

namespace lockstep::runtime {

class Selection {
 public:
  /// `kernel`: a regular expression (ECMAScript) that is found in a kernel's name, in C++ or as the code
  /// object has it; empty: all. `every`: of the launches of a kernel the first, and then one of so many. The
  /// expression must be a good one.
  Selection(const std::string& kernel, std::uint64_t every);

  /// Counts the launch.
  bool takes(const std::string& kernel);

 private:
  struct OfKernel {
    bool wanted = false;
    std::uint64_t launches = 0;
  };

  std::regex kernel_;
  bool all_;
  std::uint64_t every_;
  std::map<std::string, OfKernel> kernels_;
};

/// What is wrong with the expression, in words; empty: nothing.
std::string problem_of_expression(const std::string& kernel);

}  // namespace lockstep::runtime
