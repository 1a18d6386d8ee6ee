// A log of the instructions that one wave executes: operands before, results after, addresses, and what
// arrived from memory in between.
//
// The log holds no times and no numbers of a host, and says `?` for undefined bits: two runs of a kernel that
// do the same give the same text, whatever their seeds of poison.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::observe {

struct TraceSelection {
  std::array<std::uint32_t, 3> workgroup{};
  int wave = 0;
  int launch = 0;                             ///< number of the launch, where a run has several
  std::uint64_t from_index = 0;               ///< instructions of the wave to pass over
  std::optional<std::uint64_t> from_address;  ///< skips on to the first instruction at this address
  std::uint64_t count = ~std::uint64_t{0};    ///< instructions to log
};

struct TraceEntry {
  enum class Kind : std::uint8_t {
    arrives,  ///< a register written by an earlier operation, before this instruction
    reads,    ///< an operand
    address,  ///< address of a memory operation, lane by lane
    writes,   ///< a register after the instruction
    stops,    ///< why the wave can't go on
  };
  Kind kind;
  std::string what;  ///< "v3", "s[4:5]", "vcc", "scc"
  std::string value;
};
const char* name(TraceEntry::Kind kind);

struct TraceStep {
  std::uint64_t index = 0;  ///< place among the wave's instructions, from 0
  const isa::Instruction* instruction = nullptr;
  std::vector<TraceEntry> entries;
};

/// The step in lines: "0x1a00  v_mov_b32_e32 v1, v0", then an entry each, indented.
std::string text(const TraceStep& step);

class Trace final : public machine::Observer {
 public:
  /// Takes a step as it is done; false ends the run.
  using Sink = std::function<bool(const TraceStep& step)>;
  Trace(const TraceSelection& selection, Sink sink) : selection_(selection), sink_(std::move(sink)) {}

  std::uint64_t logged() const { return logged_; }

  /// Workgroups take turns on one thread, and one of them is the selected one; a trace has no other threads.
  machine::Observer* of_thread() override { return this; }
  machine::Interest interest(const machine::Wave& wave) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  bool finished() const override { return finished_; }

 private:
  bool is_selected(const machine::Wave& wave) const;
  bool begins(const machine::Wave& wave, const isa::Instruction& instruction);
  void add(TraceEntry::Kind kind, std::string what, std::string value);
  void add_reads(machine::Wave& wave, const isa::Instruction& instruction);
  void add_changes(machine::Wave& wave, TraceEntry::Kind kind, const isa::Instruction* results);

  TraceSelection selection_;
  Sink sink_;
  TraceStep step_;
  // Registers as they were last looked at: a change since then is logged.
  std::vector<machine::Lanes> vector_, vector_undefined_;
  std::array<machine::Scalar, machine::ScalarRegisters::kCount> scalar_{};
  bool scc_ = false, scc_undefined_ = true;
  std::uint64_t logged_ = 0;
  int launch_ = -1;  ///< the wave's first instruction was seen this often, less one
  bool logging_ = false, in_step_ = false, finished_ = false;
};

}  // namespace lockstep::observe
