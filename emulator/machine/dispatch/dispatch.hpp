// Runs a kernel: a grid of workgroups over device memory, under one schedule and one matrix model.
#pragma once

#include <functional>
#include <memory>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/loaded_code.hpp"

namespace lockstep::machine {

struct Settings {
  const matrix::Model* model = nullptr;
  Schedule schedule;
  std::uint64_t poison = 0;  ///< seed of undefined registers and LDS
  bool checks = true;
  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  /// In which order workgroups run: ascending, as they are dispatched, or any, as the schedule chooses. A
  /// kernel whose workgroups wait for those before them must run in ascending order.
  /// together: all of them at once, as a cooperative launch needs it, whose workgroups wait for each other.
  enum class Order : std::uint8_t { ascending, scheduled, together };
  Order order = Order::ascending;
  int threads = 1;  ///< host threads; the result is the same for any number unless workgroups race
  std::uint64_t traced_address = 0;           ///< device address whose last writer is wanted
  std::uint64_t step_limit = 200'000'000;     ///< instructions per wave before it counts as stuck
  const std::atomic<bool>* cancel = nullptr;  ///< set from outside to stop: within milliseconds
  Observer* observer = nullptr;               ///< told of every event
};

struct Outcome {
  std::optional<Finding> stop;     ///< of the first workgroup, in dispatch order, that could not go on
  std::vector<Finding> findings;   ///< in workgroup order, once per kind and instruction, the gravest
  std::uint64_t instructions = 0;  ///< wave instructions executed, up to the first workgroup that stopped
  std::uint64_t workgroups = 0;    ///< that ran, counted likewise
  std::vector<std::uint64_t> executed;  ///< [instruction of the program] times a wave executed it
  std::vector<std::uint64_t>
      jumped;     ///< times of those that it went on elsewhere than behind the instruction
  Writer writer;  ///< of the traced address
  bool cancelled = false;
};

/// Adds counts of instructions to those that are there.
void add_counts(const std::vector<std::uint64_t>& counts, std::vector<std::uint64_t>& to);

/// Adds the kernel's name and the source line to what a dispatch of it found.
void locate(Finding& finding, const LoadedCode& code, const code_object::Kernel& kernel);

/// Places the object's segments in memory, read-only, and runs the kernel.
Outcome dispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                 Memory& memory, const Settings& settings);

/// The same on this thread, a turn of a workgroup at a time, so that launches may run at the same time. They need
/// addresses of their own for their dispatch packets and code. The code must outlive it.
class RunningDispatch {
 public:
  RunningDispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                  Memory& memory, const Settings& settings);
  ~RunningDispatch();
  RunningDispatch(const RunningDispatch&) = delete;
  RunningDispatch& operator=(const RunningDispatch&) = delete;

  /// False: all workgroups have ended, or none follows the one that stopped.
  bool give_turn();
  /// Once, at the end.
  Outcome outcome();

 private:
  struct State;
  std::unique_ptr<State> state_;  ///< nullptr: it can't begin
  Outcome refused_;
};

}  // namespace lockstep::machine
