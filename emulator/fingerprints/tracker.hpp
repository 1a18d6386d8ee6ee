// Follows what every byte is made of through a launch: an observer that keeps a fingerprint beside each byte
// of registers, LDS and memory that depends on data.
//
// What it says holds of every run whose accesses are ordered as in this one: it follows one schedule, under
// which operations complete as they are issued, and relies on the checks, which see that no two accesses race
// and nothing is used before its wait. It stops where control or an address depends on data, and where it has
// no rule for an instruction that data reach; it never guesses.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/fingerprints/byte_moves.hpp"
#include "emulator/fingerprints/following.hpp"
#include "emulator/fingerprints/memory.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::fingerprint {

/// Why a launch can't be followed, and where.
struct Obstacle {
  std::string text;
  std::string instruction;
  std::uint64_t address = 0;
  std::array<std::uint32_t, 3> workgroup{};
  int wave = 0;
};

class Tracker final : public machine::Observer {
 public:
  /// `leaves` says what bytes of device memory are made of before the launch.
  Tracker(const Hasher& hasher, Leaves leaves) : hasher_(hasher), memory_(std::move(leaves)) {}

  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  bool finished() const override { return obstacle_.has_value(); }
  machine::Interest interest(const machine::Wave&) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;
  bool reads_loaded() const override { return false; }

  const std::optional<Obstacle>& obstacle() const { return obstacle_; }
  const MemoryShadow& memory() const { return memory_; }
  std::uint64_t instructions() const { return instructions_; }

 private:
  /// What an operation carries: the data of its lanes, or a scalar load's dwords in lane 0 onwards.
  using Carried = std::array<VectorShadow::Register, 4>;
  struct Group {
    std::uint32_t number = 0;
    LdsShadow lds;
    std::vector<std::unique_ptr<WaveShadow>> waves;
    std::unordered_map<std::uint64_t, Fingerprint> scratch;
  };

  Group& group_of(const machine::Wave& wave) { return groups_[wave.group]; }
  WaveShadow& shadow_of(const machine::Wave& wave);
  void stop(const machine::Wave& wave, const machine::PreparedInstruction& prepared, std::string why);
  void capture(machine::Wave& wave, const machine::Pending& pending, Carried& data);
  ByteWriter writer(const machine::Wave& wave) { return {group_of(wave).number, wave.environment().entry}; }
  Fingerprint byte_at(const machine::Wave& wave, const machine::Pending& pending, int lane,
                      std::uint64_t address);
  void load(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void load_scalars(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void store(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);
  void update(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);
  void deliver(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void fill_lds(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);

  const Hasher& hasher_;
  ByteMoves moves_;
  MemoryShadow memory_;
  std::unordered_map<const machine::Workgroup*, Group> groups_;
  std::unordered_map<const machine::Pending*, std::unique_ptr<Carried>> carried_;
  std::unique_ptr<Carried> permuted_;  ///< of a lane permutation that is about to be issued
  std::uint32_t workgroups_ = 0;       ///< that have begun
  std::optional<Obstacle> obstacle_;
  std::uint64_t instructions_ = 0;
};

}  // namespace lockstep::fingerprint
