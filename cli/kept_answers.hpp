// What a GPU answered to the probe, kept in a file, so that the next command need not ask again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/probe/record.hpp"

namespace lockstep::cli {

/// Where answers of this device are kept: a file for each name, arch and driver, in the folder that LOCKSTEP_PROBES names,
/// else in the user's cache. Empty where there is no such folder, and for an emulated GPU unless LOCKSTEP_PROBES is set:
/// its answers change with the emulator.
std::string answers_file(const devices::Identity& identity);

/// The record, if the file holds one of this device with an answer to each of these probes.
std::optional<probe::Record> kept_answers(const std::string& file, const devices::Identity& identity,
                                          const std::vector<probe::Probe>& probes);

}  // namespace lockstep::cli
