// Where a byte of device memory that a launch left undefined came from: through registers, and through LDS
// from one wave to another, to what left it undefined. Asked by running the launch again, a link at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "emulator/observe/last_store.hpp"
#include "emulator/observe/missing_store.hpp"

namespace lockstep::observe {

/// Follows what is undefined through the registers of one lane, up to a store of its wave. For one thread.
class UndefinedOrigin final : public machine::Observer {
 public:
  explicit UndefinedOrigin(const Store& store) : store_(store) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  machine::Interest interest(const machine::Wave& wave) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

  /// "v1, which nothing wrote"; empty: what was stored was defined.
  const std::string& text() const { return from_.text; }
  /// The byte of LDS that it was loaded from.
  const std::optional<LdsRead>& read() const { return from_.lds; }

 private:
  /// A register of either file.
  struct Register {
    bool scalar = false;
    int number = 0;  ///< unified number of a vector register
    auto operator<=>(const Register&) const = default;
  };
  struct Origin {
    std::string text;
    std::optional<LdsRead> lds{};
  };
  bool is_mine(const machine::Wave& wave) const;
  bool is_undefined(machine::Wave& wave, Register r) const;
  Origin origin(machine::Wave& wave, Register r) const;
  /// What an undefined dword of the lane was loaded from.
  Origin loaded(const machine::Wave& wave, const machine::Pending& pending, std::size_t dword) const;
  template <typename Visit>
  void each(machine::Wave& wave, const machine::PreparedInstruction& prepared, bool written,
            Visit visit) const;

  const Store& store_;
  std::map<Register, Origin> origins_;  ///< what left each register undefined that is
  Origin source_;  ///< of what the instruction reads that is undefined; without text: all is defined
  Origin from_;
};

struct Writer {
  std::string text;                     ///< "written by ", and who wrote it last, or "never written"
  std::optional<std::uint64_t> store;   ///< the address of the instruction
  std::string missing{};                ///< why nothing wrote it: MissingStore::text()
  std::optional<std::uint64_t> idle{};  ///< the instruction that it names of waves that stored nothing
};

/// Runs the launch anew, with an observer.
using Rerun = std::function<void(machine::Observer&)>;

/// Says of a byte who wrote it last, or why nobody did.
Writer writer_of(const Unwritten& byte, const code_object::SourceLines& lines, const Rerun& run);
/// The same, and what left it undefined.
Writer origin_of_undefined(const Unwritten& byte, const code_object::SourceLines& lines, const Rerun& run);

}  // namespace lockstep::observe
