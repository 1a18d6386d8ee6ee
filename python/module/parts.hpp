// The parts of the module, a file each.
#pragma once

#include <nanobind/nanobind.h>

namespace lockstep::python {

void add_reports(nanobind::module_& m);  ///< Finding, Coverage, LaunchReport
void add_devices(nanobind::module_& m);  ///< Code, Device

}  // namespace lockstep::python
