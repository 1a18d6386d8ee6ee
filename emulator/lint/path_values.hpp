// What scalar registers hold along one path, as names of values: two registers that are computed alike from
// the same values have one name. A path on which two branches on the same condition disagree, or a branch
// disagrees with a constant, can't be taken.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "emulator/isa/semantics.hpp"
#include "emulator/lint/control_flow.hpp"
#include "emulator/lint/operations.hpp"

namespace lockstep::lint {

/// The names, which the paths of a search share.
class ValueNames {
 public:
  using Name = std::int32_t;

  Name fresh();
  Name constant(std::uint64_t value);
  /// The name of what an operation makes of named values.
  Name of(std::string_view operation, const std::vector<Name>& inputs);
  std::optional<std::uint64_t> value(Name name) const { return values_[std::size_t(name)]; }

 private:
  Name intern(std::vector<std::int64_t> key, std::optional<std::uint64_t> value);

  std::map<std::vector<std::int64_t>, Name> known_;
  std::map<std::string_view, std::int64_t> operations_;
  std::vector<std::optional<std::uint64_t>> values_;
};

/// s_cmp_ and s_cmpk_ of 32 and 64 bits.
struct Comparison {
  std::string_view relation;  ///< eq, lg, lt, le, gt, ge
  bool is_signed = false;
};
/// The comparison of a mnemonic; nothing: it is none.
std::optional<Comparison> comparison(std::string_view mnemonic);

class PathValues {
 public:
  using Name = ValueNames::Name;

  PathValues(const isa::Program& program, Operations code, ValueNames& names);

  void step(std::uint32_t instruction);
  /// The path goes this way from a branch. False: it can't.
  bool go(std::uint32_t branch, Edge::Way way);

 private:
  /// A condition: that a value is not 0, or that it is.
  struct Condition {
    Name value = 0;
    bool negated = false;
  };

  void scalar_alu(const isa::Instruction& i, const isa::ScalarAlu& row);
  Name source(const isa::Operand& operand, isa::Type type);
  Name pair(Name low, Name high);
  void put(std::uint16_t first, int dwords, Name result);
  void put_constant(std::uint16_t first, int dwords, std::uint64_t value);
  Condition condition(std::string_view mnemonic, const std::vector<Name>& inputs);
  Condition is_zero(Name value) { return {equal(value, names_->constant(0)), false}; }
  Name equal(Name a, Name b);
  void forget_all();

  const isa::Program* program_;
  Operations code_;
  ValueNames* names_;
  std::array<Name, 128> scalars_{};  ///< numbered as in isa::scalar
  Condition scc_;
  std::map<Name, bool> decided_;  ///< what the branches so far have decided
};

}  // namespace lockstep::lint
