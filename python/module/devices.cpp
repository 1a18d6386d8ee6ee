#include <atomic>
#include <cstddef>
#include <span>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "emulator/arch/arch.hpp"
#include "emulator/checks/executed_code.hpp"
#include "emulator/code_object/parameters.hpp"
#include "emulator/launch/number_types.hpp"
#include "kernels/kernel.hpp"
#include "python/module/binding.hpp"
#include "python/session/device.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

using session::Code;
using session::Device;
using session::LaunchReport;
using session::LaunchRequest;

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Room = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Extent = std::array<std::uint32_t, 3>;

/// What Python holds of a code object.
struct LoadedObject {
  Code code;

  const code_object::CodeObject& object() const { return code->code().object(); }
  const code_object::Kernel& kernel(const std::string& name) const {
    const code_object::Kernel* const found = code->find(name);
    if (found == nullptr) throw nb::key_error(name.c_str());
    return *found;
  }
};

std::vector<std::string> kernel_names(const LoadedObject& o) {
  std::vector<std::string> names;
  for (const code_object::Kernel& k : o.object().kernels) names.push_back(k.name);
  return names;
}

nb::list arguments_of(const LoadedObject& o, const std::string& kernel) {
  nb::list all;
  const std::vector<std::string> types = code_object::parameter_types(o.kernel(kernel));
  for (const code_object::Argument& a : o.kernel(kernel).arguments)
    if (!a.is_hidden())
      all.append(nb::make_tuple(a.name, a.offset, a.size, a.value_kind, types[nb::len(all)]));
  return all;
}

nb::bytes number_bytes(const std::string& wanted, std::uint64_t size, const std::string& number) {
  const auto bytes = must(launch::encode_untyped(wanted, size, number));
  return nb::bytes(bytes.data(), bytes.size());
}

nb::dict facts_of(const LoadedObject& o, const std::string& kernel) {
  const code_object::Kernel& k = o.kernel(kernel);
  nb::dict facts;
  facts["vgprs"] = k.vgpr_count;
  facts["agprs"] = k.agpr_count;
  facts["sgprs"] = k.sgpr_count;
  facts["lds_bytes"] = k.group_bytes;
  facts["scratch_bytes"] = k.private_bytes;
  facts["wave_width"] = k.wavefront_size;
  facts["max_workgroup"] = k.max_workgroup;
  facts["argument_bytes"] = k.kernarg_bytes;
  return facts;
}

std::vector<findings::Finding> lint_of(const LoadedObject& o, const std::string& kernel) {
  return checks::linted(o.code->code(), o.kernel(kernel), {});
}

LoadedObject load(Device& device, const std::string& name, nb::bytes bytes) {
  const std::span raw(static_cast<const std::byte*>(bytes.data()), bytes.size());
  const nb::gil_scoped_release released;
  return {must(device.load(name, raw))};
}

void write(Device& device, std::uint64_t address, const Bytes& bytes) {
  const nb::gil_scoped_release released;
  must(device.write(address, {bytes.data(), bytes.size()}));
}

void read(const Device& device, std::uint64_t address, const Room& bytes, const Room& undefined) {
  if (bytes.size() != undefined.size()) throw nb::value_error("bytes and undefined must be of one size");
  const nb::gil_scoped_release released;
  must(device.read(address, {bytes.data(), bytes.size()}, {undefined.data(), undefined.size()}));
}

std::unique_ptr<Device> open_device(const std::string& arch, const std::string& model, std::uint64_t seed) {
  if (arch.starts_with("hip:")) return must(session::open_gpu(arch));
  return must(session::open_emulated(arch, model, seed));
}

checks::Policy policy_of(const std::string& fails, bool regions, bool clamped) {
  checks::Policy policy;
  const auto severity = findings::find_severity(fails);
  if (!severity) {
    std::string names;
    for (const findings::SeverityFacts& s : findings::severities())
      names += (names.empty() ? "" : ", ") + std::string(s.name);
    throw nb::value_error(("no severity '" + fails + "'; there are " + names).c_str());
  }
  policy.fails = *severity;
  policy.regions = regions;
  policy.clamped = clamped;
  return policy;
}

std::vector<machine::Schedule> schedules_of(const std::string& names) {
  const auto schedules = machine::parse_schedules(names);
  if (!schedules)
    throw nb::value_error(("schedule '" + names + "': expected " + machine::kSchedulesNames).c_str());
  return *schedules;
}

void check_words(const std::string& schedule, const std::string& fails) {
  schedules_of(schedule);
  policy_of(fails, false, false);
}

LaunchReport launch(Device& device, const LoadedObject& object, const std::string& kernel, Extent grid,
                    Extent block, const std::vector<nb::bytes>& arguments, std::uint32_t shared,
                    const std::string& schedule, bool checks, bool cooperative, int threads,
                    std::optional<std::uint64_t> step_limit, const std::string& fails, bool regions,
                    bool clamped, const std::optional<std::pair<Extent, int>>& trace) {
  LaunchRequest request;
  request.code = object.code;
  request.kernel = kernel;
  request.geometry = {grid, block, shared, {}};
  for (const nb::bytes& value : arguments) {
    const auto* const first = static_cast<const std::uint8_t*>(value.data());
    request.arguments.emplace_back(first, first + value.size());
  }
  if (device.model() != nullptr) request.schedules = schedules_of(schedule);  // a GPU takes none
  request.policy = policy_of(fails, regions, clamped);
  request.checks = checks;
  request.cooperative = cooperative;
  request.threads = threads;
  request.step_limit = step_limit;
  if (trace) {
    request.trace.emplace();
    request.trace->workgroup = trace->first;
    request.trace->wave = trace->second;
  }
  return must(interruptible([&](const std::atomic<bool>& cancel) {
    request.cancel = &cancel;
    return device.launch(request);
  }));
}

nb::bytes image(const std::string& kernel, const std::string& arch, const std::string& build) {
  const kernels::Kernel* const found = kernels::find_kernel(kernel, arch);
  std::string there;
  for (const kernels::Kernel& k : kernels::kernels())
    if (k.arch == arch) there += (there.empty() ? "" : ", ") + std::string(k.name);
  if (found == nullptr)
    throw nb::value_error(("no kernel '" + kernel + "' of " + arch + "; there are " + there).c_str());
  const kernels::Image* const held = kernels::find_image(*found, build);
  if (held == nullptr) throw nb::value_error((kernel + "@" + arch + " has no build '" + build + "'").c_str());
  return nb::bytes(held->bytes.data(), held->bytes.size());
}

nb::dict facts_of_arch(const std::string& arch) {
  const arch::Arch* const found = arch::find_emulated(arch);
  if (found == nullptr) throw nb::value_error(("nothing is known of a device of " + arch).c_str());
  nb::dict d;
  d["lds_bytes"] = found->unit.lds_bytes;
  d["wavefront_size"] = found->widest_wave();
  d["compute_units"] = found->device.compute_units;
  return d;
}

}  // namespace

void add_devices(nb::module_& m) {
  m.def("device_facts", &facts_of_arch, "arch"_a, nb::sig("def device_facts(arch: str) -> dict[str, int]"));
  m.def("image", &image, "kernel"_a, "arch"_a, "build"_a, "The code object of a kernel of the project.");
  m.def("check_words", &check_words, "schedule"_a, "fails"_a,
        "Raises ValueError for what launches would refuse.");
  m.def("number_bytes", &number_bytes, "type"_a, "size"_a, "number"_a,
        "A number without a type of its own, for an argument of a C++ type.");
  m.def("number_mismatch", &launch::mismatch, "type"_a, "given"_a,
        "Why a number of a type is none for an argument of a C++ type; empty: it is one.");
  nb::class_<LoadedObject>(m, "Code", "A code object, decoded.")
      .def_prop_ro("file", [](const LoadedObject& o) { return o.object().file; })
      .def_prop_ro("arch", [](const LoadedObject& o) { return o.object().arch; })
      .def_prop_ro("notes", [](const LoadedObject& o) { return o.object().notes; })
      .def_prop_ro("kernels", &kernel_names)
      .def("arguments", &arguments_of, "kernel"_a,
           nb::sig("def arguments(self, kernel: str) -> list[tuple[str, int, int, str, str]]"),
           "(name, offset, bytes, kind, C++ type) of each explicit argument.")
      .def("facts", &facts_of, "kernel"_a, nb::sig("def facts(self, kernel: str) -> dict[str, int]"))
      .def("lint", &lint_of, "kernel"_a, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<Device>(m, "Device", "Memory, code objects and launches of one GPU, emulated or not.")
      .def_static("open", &open_device, "arch"_a, "model"_a, "seed"_a)
      .def_prop_ro("arch", &Device::arch)
      .def_prop_ro("model",
                   [](const Device& d) {
                     return d.model() == nullptr ? std::string_view("hardware") : d.model()->name;
                   })
      .def_prop_ro("model_label",
                   [](const Device& d) {
                     return d.model() == nullptr ? std::string_view("hardware")
                                                 : matrix::name(d.model()->label);
                   })
      .def_prop_ro("gpu", &Device::gpu)
      .def_prop_ro("used", &Device::used)
      .def(
          "allocate",
          [](Device& d, std::uint64_t bytes, const std::string& name) {
            return must(d.allocate(bytes, name));
          },
          "bytes"_a, "name"_a)
      .def("free", &Device::free, "address"_a)
      .def("write", &write, "address"_a, "bytes"_a)
      .def("read", &read, "address"_a, "bytes"_a, "undefined"_a)
      .def("load", &load, "name"_a, "bytes"_a)
      .def("launch", &launch, "code"_a, "kernel"_a, "grid"_a, "block"_a, "arguments"_a, "shared"_a,
           "schedule"_a, "checks"_a, "cooperative"_a, "threads"_a, "step_limit"_a.none(), "fails"_a,
           "regions"_a, "clamped"_a, "trace"_a.none());
}

}  // namespace lockstep::python
