// Which instructions of a code object were reached, and which directions its branches took, over any
// number of dispatches.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::checks {

class Coverage {
 public:
  Coverage() = default;  ///< of nothing yet: becomes the first that is merged
  explicit Coverage(std::shared_ptr<const machine::LoadedCode> code);

  /// What a dispatch of the code did.
  void add(const machine::Outcome& outcome);
  /// What others saw of the same code.
  void merge(const Coverage& other);

  struct Count {
    std::uint64_t reached = 0, total = 0;
  };
  Count instructions() const;
  /// Directions of conditional branches, two each: to the target, and on to the next instruction.
  Count branch_directions() const;
  std::vector<std::uint64_t> reached() const;    ///< [instruction] 1 or 0
  std::set<std::string_view> mnemonics() const;  ///< of the instructions reached, as the tables name them

  /// A conditional branch that was reached and always took the same direction.
  struct OneDirection {
    std::uint32_t instruction;
    bool jumped;
  };
  std::vector<OneDirection> one_direction() const;
  /// Neighbouring instructions that were not reached, without the padding around them; both ends are
  /// included.
  struct Gap {
    std::uint32_t first, last;
  };
  std::vector<Gap> gaps() const;
  /// One kernel or function of the object.
  struct Part {
    std::string_view symbol;
    bool reached = false;
    std::uint64_t open = 0;  ///< directions of its branches that nothing took
  };
  std::vector<Part> parts() const;
  /// Instructions and directions that `other` reached, of the same code, and this did not.
  std::uint64_t news_in(const Coverage& other) const;

  /// Of what it is; nullptr before anything was merged.
  const machine::LoadedCode* code() const { return code_.get(); }

 private:
  /// What was seen of an instruction, as bits.
  enum Seen : std::uint8_t { kReached = 1, kJumped = 2, kWentOn = 4 };

  std::shared_ptr<const machine::LoadedCode> code_;
  std::vector<std::uint8_t> seen_;  ///< [instruction]
};

}  // namespace lockstep::checks
