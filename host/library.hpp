// A library that is loaded at run time: of a driver, or too large for every start.
#pragma once

#include <span>
#include <string>

#include <dlfcn.h>
#include <tl/expected.hpp>

namespace lockstep::host {

/// The first of the names that can be loaded; never closed: drivers keep threads of their own. The error is
/// that of the first name.
tl::expected<void*, std::string> load_library(std::span<const std::string> names);

/// Finds a function, or notes its name where it is the first that is missing.
template <typename Function>
void find_function(void* library, const char* symbol, Function*& function, std::string& missing) {
  function = reinterpret_cast<Function*>(::dlsym(library, symbol));
  if (function == nullptr && missing.empty()) missing = symbol;
}

/// The file of the library or program that has this address, as the loader found it; empty: none has.
std::string path_of_address(const void* address);

template <typename Function>
std::string path_of(Function* function) {
  return path_of_address(reinterpret_cast<const void*>(function));
}

}  // namespace lockstep::host
