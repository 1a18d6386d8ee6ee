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
  std::uint64_t poison = 0;  ///< seed of the values of undefined registers and LDS bytes
  bool checks = true;
  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  bool any_nans = false;  ///< matrix instructions give NaNs of either sign and several payloads
  /// In which order workgroups begin: ascending, as they are dispatched, or any, as the schedule chooses.
  /// Where all that have begun wait, the next one begins, as many as fit on the device. together: all at the
  /// same time, as a cooperative launch needs it.
  enum class Order : std::uint8_t { ascending, scheduled, together };
  Order order = Order::ascending;
  /// Host threads. The result is the same for any number unless workgroups race; that of a checked dispatch
  /// then, too.
  int threads = 1;
  std::uint64_t traced_address = 0;        ///< device address whose last writer is wanted
  std::uint64_t step_limit = 200'000'000;  ///< instructions per wave before it counts as stuck
  /// Pages of memory that launches touch before one is stuck. Past it, the result of several threads depends
  /// on time: run the launches again on one, in new memory.
  std::uint64_t page_limit = ~std::uint64_t{0};
  const std::atomic<bool>* cancel = nullptr;  ///< set from outside to stop the run within milliseconds
  Observer* observer = nullptr;               ///< told of every event; nullptr: nobody
  /// Called when a wave interrupts the host (s_sendmsg MSG_INTERRUPT), on the wave's thread: what the host
  /// does about it. None: nobody listens, and the wave stops.
  std::function<void(Memory&)> host{};
};

struct Outcome {
  std::optional<Finding> stop;     ///< why the first workgroup that stopped did, in dispatch order
  std::vector<Finding> findings;   ///< in workgroup order, once per kind and instruction, the gravest
  std::uint64_t instructions = 0;  ///< wave instructions executed, up to the first workgroup that stopped
  std::uint64_t workgroups = 0;    ///< workgroups that ran, up to the first that stopped
  std::vector<std::uint64_t> executed;  ///< [instruction of the program] times a wave executed it
  std::vector<std::uint64_t> jumped;    ///< [instruction of the program] times a wave executed it and jumped
  Writer writer;                        ///< the last writer of the traced address
  bool cancelled = false;
  /// Where it was when it was cancelled: how many workgroups had run, where the waves under way were.
  std::string was_at;
  /// One thread ran the workgroups of a checked dispatch, of several that were asked for: they use each
  /// other's bytes.
  bool ran_on_one_thread = false;
};

/// Adds the elements of `counts` to those of `to`, which grows if it is shorter.
void add_counts(const std::vector<std::uint64_t>& counts, std::vector<std::uint64_t>& to);

/// Sets a finding's kernel name and source line.
void locate(Finding& finding, const LoadedCode& code, const code_object::Kernel& kernel);

/// Places the object's segments in memory, read-only, and runs the kernel.
Outcome dispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                 Memory& memory, const Settings& settings);

/// A dispatch on the calling thread that runs one turn of one workgroup at a time, so that several launches
/// can be interleaved. Each needs a dispatch packet and code addresses of its own. `code` must outlive it.
class RunningDispatch {
 public:
  RunningDispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                  Memory& memory, const Settings& settings);
  ~RunningDispatch();
  RunningDispatch(const RunningDispatch&) = delete;
  RunningDispatch& operator=(const RunningDispatch&) = delete;

  /// Runs one workgroup for one turn. False: all workgroups have ended, or one has stopped and none before it
  /// is left.
  bool give_turn();
  /// Whether in that turn all under way waited: then they go on for long, since another launch may end it.
  bool waits() const;
  /// Grows with all that is done which others may wait for.
  std::uint64_t progress() const;
  /// Stops what is under way, for which nobody is left who could end the waiting.
  void give_up();
  /// The outcome of the dispatch. Called once, at the end.
  Outcome outcome();

 private:
  struct State;
  std::unique_ptr<State> state_;  ///< nullptr: the launch cannot begin
  Outcome refused_;
};

}  // namespace lockstep::machine
