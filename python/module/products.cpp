#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "python/module/arrays.hpp"
#include "python/module/binding.hpp"
#include "python/session/kernel_product.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

using session::KernelProduct;

nb::dict operands_of(const KernelProduct& product) {
  nb::dict all;
  for (const auto& [name, matrix] : product.operands())
    all[name.c_str()] = nb::make_tuple(matrix.format->name, matrix.rows, matrix.columns);
  return all;
}

nb::tuple run(KernelProduct& product, const nb::dict& operands) {
  std::vector<Input<std::uint8_t>> held;
  std::map<std::string, std::span<const std::uint8_t>, std::less<>> bytes;
  for (const auto& [name, matrix] : product.operands()) {
    held.push_back(nb::cast<Input<std::uint8_t>>(operands[name.c_str()]));
    if (held.back().size() != matrix.bytes())
      throw nb::value_error(
          fmt::format("{} has {} bytes, expected {}", name, held.back().size(), matrix.bytes()).c_str());
    bytes[name] = span_of(held.back());
  }
  KernelProduct::Answer answer = [&] {
    const nb::gil_scoped_release released;
    return product.run(bytes);
  }();
  return nb::make_tuple(answer.stopped, array_of(std::move(answer.d)), answer.others);
}

}  // namespace

void add_products(nb::module_& m) {
  nb::class_<KernelProduct>(m, "KernelProduct", "A kernel's problem, on operands of one's own.")
      .def_static(
          "open", [](const std::string& text) { return must(KernelProduct::open(text)); }, "text"_a)
      .def_prop_ro("case", [](const KernelProduct& p) { return cases::print(p.the_case()); })
      .def_prop_ro("model", [](const KernelProduct& p) { return p.model().name; })
      .def_prop_ro("model_label", [](const KernelProduct& p) { return matrix::name(p.model().label); })
      .def_prop_ro("gpu", &KernelProduct::gpu)
      .def_prop_ro("adds_as_modelled", &KernelProduct::adds_as_modelled)
      .def_prop_ro("declared", &KernelProduct::declared)
      .def_prop_ro("result", [](const KernelProduct& p) { return p.result().name; })
      .def_prop_ro("operands", &operands_of, nb::sig("def operands(self) -> dict[str, tuple[str, int, int]]"))
      .def("run", &run, "operands"_a,
           nb::sig("def run(self, operands: dict[str, numpy.typing.NDArray[numpy.uint8]]) -> "
                   "tuple[str, numpy.typing.NDArray[numpy.uint32], int]"));
}

}  // namespace lockstep::python
