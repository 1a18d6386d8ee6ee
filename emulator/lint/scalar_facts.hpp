// What is known of scalar registers at a place, whichever way led there: signed bounds, lowest bits, and both
// of the difference of two registers.
//
// A software-pipelined loop that is unrolled twice leaves an odd or an even number of turns behind it, and
// the code behind it asks which. That the two agree follows from what holds at the loop's head: the counter
// is even, and below the limit.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "emulator/isa/semantics.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// The lowest bits of a number: all that is known of it modulo a power of two.
struct LowBits {
  int count = 0;
  std::uint32_t value = 0;  ///< other bits are 0

  bool operator==(const LowBits&) const = default;
};

/// An analysis for fixed_point.
class ScalarFacts {
 public:
  struct Number {
    std::int64_t least = std::numeric_limits<std::int32_t>::min(),
                 most = std::numeric_limits<std::int32_t>::max();
    LowBits low;
    bool operator==(const Number&) const = default;
  };
  /// One register minus another.
  struct Difference {
    std::int64_t most = kAny;
    LowBits low;
    bool operator==(const Difference&) const = default;
  };
  /// A register, or a constant.
  struct Term {
    bool is_constant = false;
    std::uint16_t register_ = 0;
    std::int64_t constant = 0;
    bool operator==(const Term&) const = default;
  };
  /// What SCC says.
  struct Condition {
    enum class What : std::uint8_t { less, less_unsigned, equal, bit } what = What::less;
    bool negated = false;
    Term a, b;
    bool operator==(const Condition&) const = default;
  };
  struct State {
    std::array<Number, 128> numbers;  ///< numbered as in isa::scalar
    std::map<std::pair<std::uint16_t, std::uint16_t>, Difference> differences;
    std::optional<Condition> scc;
    bool operator==(const State&) const = default;
  };

  ScalarFacts(const isa::Program& program, Operations code) : program_(program), code_(code) {}

  static State entry() { return {}; }
  static State resumed() { return {}; }
  static std::size_t size(const State& state) { return 4 + state.differences.size(); }
  void step(State& state, std::uint32_t instruction) const;
  static bool join(State& into, const State& from);
  /// The way goes on like this from a branch. False: it can't.
  bool go(State& state, std::uint32_t branch, Edge::Way way) const;
  bool may_go(State state, std::uint32_t branch, Edge::Way way) const { return go(state, branch, way); }
  void went(State& state, std::uint32_t branch, Edge::Way way) const { go(state, branch, way); }

 private:
  static constexpr std::int64_t kAny = std::int64_t{1} << 40;

  const isa::Program& program_;
  Operations code_;
};

}  // namespace lockstep::lint
