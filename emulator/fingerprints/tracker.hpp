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
#include "emulator/fingerprints/unordered.hpp"
#include "emulator/fingerprints/word_functions.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::fingerprint {

/// Why a launch can't be followed, and where.
struct Obstacle {
  std::string text;
  std::string instruction;
  std::uint64_t address = 0;
  std::array<std::uint32_t, 3> workgroup{};
  int wave = 0;
  Fingerprint depends_on{};  ///< what of data stands in the way, if that does
};

class Tracker final : public machine::Observer {
 public:
  /// `leaves` says what bytes of device memory are made of before the launch. `record`: the hasher's, is told
  /// which instruction makes terms.
  Tracker(const Hasher& hasher, Leaves leaves, TermRecord* record = nullptr)
      : hasher_(hasher), memory_(std::move(leaves)), record_(record) {}

  /// Workgroups of a cluster take turns on one thread; who follows a launch asks for no other threads.
  machine::Observer* of_thread() override { return this; }
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
  /// What a byte of a workgroup's LDS is made of.
  Fingerprint lds_at(const machine::Workgroup& group, std::uint64_t address) const {
    const auto found = groups_.find(&group);
    return found == groups_.end() ? Fingerprint{} : found->second.lds.at(address);
  }
  /// What a byte of a lane's data is made of, while the store is under way that carries it.
  Fingerprint carried(const machine::Pending& pending, std::size_t lane, std::size_t byte) const {
    const auto found = carried_.find(&pending);
    return found == carried_.end() ? Fingerprint{} : (*found->second)[byte / 4][lane][byte % 4];
  }
  /// What the registers of a wave are made of.
  WaveShadow& shadow_of(const machine::Wave& wave);
  /// What is kept of the functions of one word.
  const WordFunctions& functions() const& { return functions_; }
  WordFunctions functions() && { return std::move(functions_); }
  std::uint64_t instructions() const { return instructions_; }
  /// Whether integer sums or maxima had more operands than are compared in any order and grouping.
  bool has_grouped() const { return unordered_.has_grouped(); }

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
  void stop(const machine::Wave& wave, const machine::PreparedInstruction& prepared, std::string why,
            Fingerprint on = {});
  void capture(machine::Wave& wave, const machine::Pending& pending, Carried& data);
  ByteWriter writer(const machine::Wave& wave) { return {group_of(wave).number, wave.environment().entry}; }
  Fingerprint byte_at(const machine::Wave& wave, const machine::Pending& pending, int lane,
                      std::uint64_t address);
  void load(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void load_scalars(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void store(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);
  Fingerprint named(Fingerprint from) const;
  void update(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);
  void arrive(const machine::Wave& wave, const machine::Pending& pending, std::string_view format, int lane,
              std::uint64_t address, std::span<const Byte> addend);
  void deliver(const machine::Wave& wave, const machine::Pending& pending, Carried& data);
  void fill_lds(const machine::Wave& wave, const machine::Pending& pending, const Carried& data);

  const Hasher& hasher_;
  ByteMoves moves_;
  WordFunctions functions_{hasher_};
  Unordered unordered_{hasher_};
  BitMasks masks_;
  MemoryShadow memory_;
  std::unordered_map<const machine::Workgroup*, Group> groups_;
  std::unordered_map<const machine::Pending*, std::unique_ptr<Carried>> carried_;
  std::unique_ptr<Carried> permuted_;  ///< what a lane permutation carries that is about to be issued
  /// A number in memory to which atomic operations added: which, and what it was before.
  struct Arrivals {
    std::string_view format{};
    Fingerprint initial{}, now{};
    std::vector<Fingerprint> addends{};
  };
  std::unordered_map<std::uint64_t, Arrivals> arrivals_;
  std::uint32_t workgroups_ = 0;  ///< how many have begun
  TermRecord* record_;
  std::optional<Obstacle> obstacle_;
  std::uint64_t instructions_ = 0;
};

}  // namespace lockstep::fingerprint
