// Which instructions of a code object were reached, and which directions its branches took, over any
// number of dispatches.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::observe {

class Coverage {
 public:
  Coverage() = default;  ///< covers nothing yet: becomes the first that is merged
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
  std::set<std::string_view> mnemonics() const;  ///< names, in the tables, of the instructions reached

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
  /// `one_way`: branches of which one direction can't be taken, and counts as no open one.
  std::vector<Part> parts(const std::set<std::uint32_t>& one_way) const;
  /// Instructions and directions that `other` reached, of the same code, and this did not.
  std::uint64_t news_in(const Coverage& other) const;
  /// Calls `visit(fact)` for everything that was reached, and forgets what it answers with false. A fact is
  /// the number of an instruction that was reached, or of a direction that a branch took, below facts().
  template <typename Visit>
  void keep(const Visit& visit) {
    for (std::size_t i = 0; i < seen_.size(); ++i)
      for (std::size_t bit = 0; seen_[i] >> bit != 0; ++bit)
        if ((seen_[i] >> bit & 1) != 0 && !visit(kFacts * i + bit)) seen_[i] &= std::uint8_t(~(1u << bit));
  }
  std::size_t facts() const { return kFacts * seen_.size(); }

  /// What was seen, as text: for each run of instructions alike a letter, and how many they are if more than
  /// one. Empty: nothing was reached.
  std::string text() const;
  /// Adds what such a text says; false, and nothing is added, where it is none or says more than the code
  /// has.
  bool add(std::string_view text);

  /// The code that it is of; nullptr before anything was merged.
  const machine::LoadedCode* code() const { return code_.get(); }

 private:
  /// What was seen of an instruction, as bits.
  enum Seen : std::uint8_t { kReached = 1, kJumped = 2, kWentOn = 4, kAll = 7 };
  static constexpr std::size_t kFacts = 3;  ///< facts noted of an instruction

  std::shared_ptr<const machine::LoadedCode> code_;
  std::vector<std::uint8_t> seen_;  ///< [instruction]
};

/// Branches of the code, by index, that have a direction which no case can take, since it needs a wave
/// without lanes and there is always one: lint::branches_with_lanes() of its kernels.
std::set<std::uint32_t> branches_with_lanes(const machine::LoadedCode& code);

}  // namespace lockstep::observe
