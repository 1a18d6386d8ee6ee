// What was observed: on which device, on which inputs, which bits. A file of it is all that anyone needs to
// judge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "devices/device.hpp"
#include "properties/probe/probe.hpp"

namespace lockstep::probe {

struct Answer {
  std::size_t probe;  ///< index into Record::probes
  const Instruction* instruction;
  std::uint32_t bits;  ///< the result, an f32
  bool operator==(const Answer&) const = default;
};

struct Record {
  devices::Identity identity;
  std::string date;  ///< 2026-01-31
  std::vector<Probe> probes;
  std::vector<Answer> answers;  ///< at most one per instruction and probe

  /// Sorts by instruction, then by probe, as reports do.
  void sort();
  /// What the instruction answered to the probe of this name; nullptr when it was not asked.
  const Answer* find(const Instruction& instruction, const std::string& probe) const;
  /// The bits of that answer; nothing when the instruction was not asked.
  std::optional<std::uint32_t> bits(const Instruction& instruction, const std::string& probe) const;
};

/// Runs every probe through every instruction that takes it, as machine code.
tl::expected<Record, devices::Failure> observe(devices::Device& device, std::vector<Probe> probes);

inline constexpr int kRecordSchema = 1;
/// docs/probe.md describes the text.
std::string to_json(const Record& record);
/// The error says what is wrong, and where.
tl::expected<Record, std::string> from_json(std::string_view text);

}  // namespace lockstep::probe
