// Executes one workgroup: starts its waves, interleaves them as scheduled, and implements their barriers.
#pragma once

#include <memory>
#include <optional>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/dispatch/spin_watch.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

/// The state of a workgroup after some turns. blocked: it waits for others of its cluster at a barrier;
/// waiting: all of its waves wait, at a barrier or by reading what nobody has changed since.
enum class Progress : std::uint8_t { running, blocked, waiting, over };

/// The waves and LDS of one workgroup, reused for the next.
class WorkgroupRunner {
 public:
  WorkgroupRunner(const Environment& environment, const code_object::Kernel& kernel, const Launch& launch,
                  std::uint64_t step_limit);

  /// Starts workgroup `id`. `seed` drives the random schedule.
  void begin(std::array<std::uint32_t, 3> id, std::uint64_t seed);
  /// Sets the cluster of the next workgroup to begin, and its rank there; nullptr: none.
  void join(Cluster* cluster, std::uint32_t rank);
  /// Gives the workgroup's waves `turns` turns. Once it is over, state() has its findings. `elsewhere`: how
  /// often other workgroups changed what it could see.
  Progress run(std::uint64_t turns, std::uint64_t elsewhere = 0);
  /// Whether the workgroup waits for others of its cluster.
  bool is_blocked() const;
  /// Whether one of the waves of a workgroup that waits may end its loop by itself.
  bool may_run_on() const;
  /// Lets a workgroup that waits go on for long before it is looked at again.
  void run_on();
  /// The address of the instruction at which stop_waiting() stops the kernel.
  std::uint64_t waits_at();
  /// Stops the kernel at the loop of a wave that waits.
  void stop_waiting(FindingKind kind, std::string text);
  /// Stops the kernel at the cluster's barrier, at which the others will never arrive.
  void stop_blocked();
  static constexpr std::uint64_t kToTheEnd = ~std::uint64_t{0};
  Workgroup& state() { return group_; }
  std::uint64_t instructions() const { return instructions_; }

 private:
  static constexpr const char* kPastTheEnd = "execution runs past the end of the code";

  std::uint32_t threads() const { return launch_.block[0] * launch_.block[1] * launch_.block[2]; }
  void start(Wave& wave, int index);
  void set_scalars(Wave& wave);
  void set_trap_registers(Wave& wave);
  void set_thread_ids(Wave& wave, int index);
  bool run_wave(Wave& wave, std::uint64_t quantum, host::Random& random);
  template <Interest kInterest>
  bool run_wave(Wave& wave, std::uint64_t quantum, host::Random& random);
  Progress pass_barriers();
  void stop_at_barrier();
  bool release_barrier();
  void compare_barriers();
  bool is_endless(Wave& wave, const PreparedInstruction& prepared);
  SpinWatch::Doing doing(const Wave& wave) const {
    return watches_[std::size_t(wave.id)].doing(elsewhere_ + group_.changes + group_.own_changes);
  }
  bool all_go_round();
  Wave& running_wave();
  bool reads_clock() const;
  Progress wait();
  void finish_at_barrier();
  void progress_others(const Wave& running, host::Random& random);
  Progress give_turn();
  void end();
  void set_cluster_registers(Wave& wave);

  const Environment& environment_;
  const code_object::Kernel& kernel_;
  const Launch& launch_;
  std::uint64_t step_limit_;
  std::vector<code_object::ScalarSlot> scalars_;
  std::uint32_t entry_ = 0;
  bool split_barriers_ = false;  ///< barriers are split into s_barrier_signal and s_barrier_wait
  Workgroup group_;
  std::vector<std::unique_ptr<Wave>> waves_;
  std::vector<SpinWatch> watches_;  ///< by wave
  std::uint64_t elsewhere_ = 0;     ///< changes by other workgroups
  /// The count of changes to memory at which all waves were found to go round before.
  std::optional<std::uint64_t> round_at_;
  std::vector<Wave*> runnable_;
  std::uint64_t instructions_ = 0;
  host::Random random_{0};        ///< draws the random schedule
  std::uint64_t most_steps_ = 0;  ///< the longest turn under `random`, in steps
};

}  // namespace lockstep::machine
