#include "python/session/references.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "properties/problems/orders.hpp"
#include "python/module/arrays.hpp"
#include "python/module/binding.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

nb::tuple quantise(const Input<float>& x, std::int64_t rows, std::int64_t columns, const std::string& recipe,
                   const std::string& element, const std::string& block, const std::string& conversion) {
  session::Quantised q =
      must(session::quantise(span_of(x), {rows, columns}, recipe, element, block, conversion));
  return nb::make_tuple(array_of(std::move(q.codes)), array_of(std::move(q.scales)), q.scale_extent.rows,
                        q.scale_extent.columns, q.scale_format->name, array_of(std::move(q.back)));
}

auto multiply(const std::string& unit, const std::string& a_format, const std::string& b_format,
              std::int64_t m, std::int64_t n, std::int64_t k, const Input<std::uint32_t>& a,
              const Input<std::uint32_t>& b, const Input<std::uint32_t>& c,
              const Input<std::uint32_t>& scale_a, const Input<std::uint32_t>& scale_b) {
  const session::Product product{
      unit,       a_format,         b_format,        m, n, k, span_of(a), span_of(b),
      span_of(c), span_of(scale_a), span_of(scale_b)};
  auto d = [&] {
    const nb::gil_scoped_release released;
    return session::multiply(product);
  }();
  return array_of(must(std::move(d)));
}

nb::tuple row_of(const matrix::Unit& u) {
  const auto name = [](const formats::Format* f) { return f == nullptr ? std::string_view() : f->name; };
  return nb::make_tuple(u.name, u.arch, matrix::name(u.label), name(u.a), name(u.b), name(u.c), name(u.d),
                        matrix::least_k(u), u.scale_block, name(u.scale));
}

nb::list units() {
  nb::list all;
  for (const matrix::Unit* u : session::all_units()) all.append(row_of(*u));
  return all;
}

nb::tuple chain(const std::string& order) {
  const problems::Chain chain = must(problems::find_chain(order));
  return nb::make_tuple(chain.instruction->name, chain.instruction->k, chain.b_first);
}

}  // namespace

void add_references(nb::module_& m) {
  m.def(
      "encode",
      [](const Input<double>& x, const std::string& format, const std::string& conversion) {
        return array_of(must(session::encode(span_of(x), format, conversion)));
      },
      "x"_a, "format"_a, "conversion"_a);
  m.def(
      "decode",
      [](const Input<std::uint32_t>& codes, const std::string& format) {
        return array_of(must(session::decode(span_of(codes), format)));
      },
      "codes"_a, "format"_a);
  m.def("quantise", &quantise, "x"_a, "rows"_a, "columns"_a, "recipe"_a, "element"_a, "block"_a,
        "conversion"_a,
        nb::sig("def quantise(x: numpy.typing.NDArray[numpy.float32], rows: int, columns: int, recipe: str, "
                "element: str, "
                "block: str, conversion: str) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                "numpy.typing.NDArray[numpy.uint32], "
                "int, int, str, numpy.typing.NDArray[numpy.float32]]"));
  m.def("multiply", &multiply, "unit"_a, "a_format"_a, "b_format"_a, "m"_a, "n"_a, "k"_a, "a"_a, "b"_a, "c"_a,
        "scale_a"_a, "scale_b"_a);
  m.def(
      "relay",
      [](const Input<std::uint8_t>& bytes, std::int64_t planes, std::int64_t rows, std::int64_t columns,
         std::int64_t element_bytes, const std::string& from, const std::string& to) {
        return array_of(must(session::relay(span_of(bytes), planes, rows, columns, element_bytes, from, to)));
      },
      "bytes"_a, "planes"_a, "rows"_a, "columns"_a, "element_bytes"_a, "source"_a, "to"_a);
  m.def("format_names", &session::format_names);
  m.def("recipe_names", &session::recipe_names);
  m.def("block_names", &session::block_names);
  m.def("conversion_names", &session::conversion_names);
  m.def("units", &units,
        nb::sig("def units() -> list[tuple[str, str, str, str, str, str, str, int, int, str]]"));
  m.def(
      "unit", [](const std::string& name) { return row_of(must(session::unit_named(name))); }, "name"_a,
      nb::sig("def unit(name: str) -> tuple[str, str, str, str, str, str, str, int, int, str]"));
  m.def("chain", &chain, "order"_a, nb::sig("def chain(order: str) -> tuple[str, int, bool]"));
}

}  // namespace lockstep::python
