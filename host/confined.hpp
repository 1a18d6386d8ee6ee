// What a process that judges for others may do to this machine.
#pragma once

#include <string>

namespace lockstep::host {

/// Whether this kernel has what confine() needs.
bool can_confine();

/// Confines this process and its children, for good: they read the folder and what programs need of the
/// system, write below `scratch` (empty: nowhere), and open no TCP connection. By Landlock of Linux 5.13 and
/// later, which needs no privileges; false where the kernel has none.
bool confine(const std::string& folder, const std::string& scratch);

/// Why the file is not for whoever asks for it; empty: it lies in the folder, or is missing there.
std::string outside(const std::string& folder, const std::string& path);

}  // namespace lockstep::host
