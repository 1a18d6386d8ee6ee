// dataflow() of every instruction of a program, worked out once.
#pragma once

#include <span>
#include <vector>

#include "dataflow.hpp"

namespace lockstep::isa {

class RegisterUses {
 public:
  RegisterUses() = default;
  explicit RegisterUses(const Program& program);
  /// Of the instruction with that index.
  std::span<const RegisterAccess> of(std::uint32_t instruction) const {
    return std::span(accesses_).subspan(first_[instruction], first_[instruction + 1] - first_[instruction]);
  }

 private:
  std::vector<RegisterAccess> accesses_;
  std::vector<std::size_t> first_{0};  ///< [instruction]; one more at the end
};

}  // namespace lockstep::isa
