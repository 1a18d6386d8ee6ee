// The parts of the module, a file each.
#pragma once

#include <nanobind/nanobind.h>

namespace lockstep::python {

void add_reports(nanobind::module_& m);     ///< Finding, Coverage, LaunchReport
void add_devices(nanobind::module_& m);     ///< Code, EmulatedDevice
void add_trials(nanobind::module_& m);      ///< Trial
void add_references(nanobind::module_& m);  ///< functions

}  // namespace lockstep::python
