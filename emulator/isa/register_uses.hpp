// dataflow() of every instruction of a program, and what its waits allow, worked out once.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "counters.hpp"
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

  /// isa::allowed() of the instruction with that index.
  std::optional<int> allowed(std::uint32_t instruction, Counter counter) const {
    const std::int8_t most = allowed_[instruction][std::size_t(counter)];
    return most < 0 ? std::nullopt : std::optional<int>(most);
  }

 private:
  std::vector<RegisterAccess> accesses_;
  std::vector<std::size_t> first_{0};                ///< [instruction]; one more at the end
  std::vector<std::array<std::int8_t, 2>> allowed_;  ///< [instruction][counter]; -1: none
};

}  // namespace lockstep::isa
