// Executes one workgroup: starts its waves, interleaves them as the schedule says, and meets their barriers.
#pragma once

#include <memory>

#include "emulator/code_object/code_object.hpp"
#include "emulator/machine/dispatch/launch.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

/// What became of a workgroup that was given turns: blocked, it waits for others of its cluster.
enum class Progress : std::uint8_t { running, blocked, over };

/// Waves and LDS of one workgroup, reused from one workgroup to the next.
class WorkgroupRunner {
 public:
  WorkgroupRunner(const Environment& environment, const code_object::Kernel& kernel, const Launch& launch,
                  std::uint64_t step_limit);

  /// Starts workgroup `id`. `seed` drives the random schedule.
  void begin(std::array<std::uint32_t, 3> id, std::uint64_t seed);
  /// The cluster that the next one is of, and its rank there; nullptr: of none.
  void join(Cluster* cluster, std::uint32_t rank);
  /// Gives waves so many turns. Once the workgroup is over, state() holds its findings.
  Progress run(std::uint64_t turns);
  /// Whether it would be blocked.
  bool is_blocked() const;
  /// Nobody will ever come to the cluster's barrier: stops the kernel there.
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
  std::string why_endless(const Wave& wave) const;
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
  bool split_barriers_ = false;  ///< gfx1250's: signal and wait
  Workgroup group_;
  std::vector<std::unique_ptr<Wave>> waves_;
  std::vector<Wave*> runnable_;
  std::uint64_t instructions_ = 0;
  host::Random random_{0};        ///< of the schedule
  std::uint64_t most_steps_ = 0;  ///< of a turn under `random`
};

}  // namespace lockstep::machine
