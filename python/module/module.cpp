// `lockstep._lockstep`: what the Python package asks of the C++ layers, and nothing else. Its interface is
// the package's, not its users'.
#include <nanobind/nanobind.h>

#include "emulator/isa/kept_lines.hpp"
#include "host/files.hpp"
#include "python/module/binding.hpp"

NB_MODULE(_lockstep, m) {
  nanobind::set_leak_warnings(
      false);  // what other modules hold when the interpreter ends is not ours to give back
  lockstep::isa::keep_lines_in(lockstep::host::cache_folder());
  m.doc() = "Lockstep's emulator, laws and references. Use the package lockstep, which stands before it.";
  lockstep::python::add_reports(m);
  lockstep::python::add_devices(m);
  lockstep::python::add_trials(m);
  lockstep::python::add_products(m);
  lockstep::python::add_references(m);
}
