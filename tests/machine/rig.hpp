// Runs one kernel of one assembled program over a small device memory, and shows what it left behind.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::tests {

inline constexpr std::uint64_t kOutput = 0x1'0000'0000, kInput = 0x2'0000'0000, kData = 0x3'0000'0000;
inline constexpr std::uint64_t kArguments = 0x7000'0000;
inline constexpr std::uint32_t kUntouched = 0xEEEE'EEEE;  ///< what the output holds before
inline constexpr int kRow = 64;                           ///< dwords of a row of input or output

struct Setup {
  std::vector<std::uint32_t> input;      ///< the input allocation; row r, lane l at [64 r + l]
  std::vector<std::uint32_t> arguments;  ///< dwords after the two pointers
  std::uint64_t output_dwords = 16 * kRow;
  machine::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, kArguments};
  machine::Schedule schedule;
  machine::Settings::Order order = machine::Settings::Order::ascending;
  std::string model = "exact";
  isa::WaitStateMode wait_states = isa::WaitStateMode::evidence;
  bool any_nans = false;
  int threads = 1;
  std::uint64_t poison = 0;
  std::uint64_t step_limit = 100'000;
  std::uint64_t page_limit = machine::Settings{}.page_limit;
  machine::Observer* observer = nullptr;
  bool all_checks = false;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(machine::Memory&)> host;     ///< hears interrupts
  std::function<void(machine::Memory&)> prepare;  ///< adds further allocations
};

struct Ran {
  machine::Outcome outcome;
  std::shared_ptr<machine::Memory> memory;
  std::vector<std::uint32_t> output;
  std::vector<std::uint32_t> undefined;  ///< the shadow of the output, bit for byte: 0xF is all of a dword

  std::uint32_t at(int row, int lane) const { return output[std::size_t(row * kRow + lane)]; }
  std::uint32_t undefined_at(int row, int lane) const { return undefined[std::size_t(row * kRow + lane)]; }
  bool clean() const { return !outcome.stop && outcome.findings.empty(); }
  bool found(findings::FindingKind kind) const;
  findings::Finding only() const;  ///< the one finding that there must be
  std::string complaints() const;
};

std::shared_ptr<const machine::LoadedCode> program(const std::string& name);
Ran run(const std::string& program_name, const std::string& kernel, const Setup& setup = {});
/// In waves of 32 lanes, which no arch has that runs here: one workgroup, on this side of dispatch().
Ran run_narrow(const std::string& program_name, const std::string& kernel, const Setup& setup = {});

/// count dwords: first, first + step, …
std::vector<std::uint32_t> ramp(std::uint32_t first, std::uint32_t step, int count);

inline constexpr machine::Schedule kEarliest{machine::Schedule::Kind::earliest, 0};
inline constexpr machine::Schedule kLatest{machine::Schedule::Kind::latest, 0};
inline constexpr machine::Schedule kVmemLate{machine::Schedule::Kind::vmem_late, 0};
inline constexpr machine::Schedule kLdsLate{machine::Schedule::Kind::lds_late, 0};
inline constexpr machine::Schedule random_schedule(std::uint64_t seed) {
  return {machine::Schedule::Kind::random, seed};
}

machine::Fill fill_with(std::vector<std::uint32_t> words);
machine::Fill fill_constant(std::uint8_t byte);

}  // namespace lockstep::tests
