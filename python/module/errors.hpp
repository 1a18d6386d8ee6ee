// Errors in words become ValueError, with the words that the command has for them.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>
#include <tl/expected.hpp>

namespace lockstep::python {

template <typename Value>
Value must(tl::expected<Value, std::string> value) {
  if (!value) throw nanobind::value_error(value.error().c_str());
  if constexpr (!std::is_void_v<Value>) return *std::move(value);
}

}  // namespace lockstep::python
