// Arrays of numpy's on their way to a function and back.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace lockstep::python {

template <typename T>
using Input = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <typename T>
std::span<const T> span_of(const Input<T>& array) {
  return {array.data(), array.size()};
}

/// numpy takes the vector over.
template <typename T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>> array_of(std::vector<T> values) {
  auto* const held = new std::vector<T>(std::move(values));
  nanobind::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {held->data(), {held->size()}, owner};
}

}  // namespace lockstep::python
