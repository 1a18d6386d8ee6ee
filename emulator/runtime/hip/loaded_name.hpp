// Which HIP the program was built for, by the name under which it loaded this library.
#pragma once

#include <string>

namespace lockstep::runtime::hip {

/// The path from which this library was loaded.
std::string loaded_name();

/// A function of this library by its name, whatever else in the program has one of that name; nullptr: there
/// is none.
void* exported(const std::string& name);
inline bool is_exported(const std::string& name) {
  return exported(name) != nullptr;
}

/// 5, 6 or 7 of libamdhip64.so.N; 6 without a number: enumerations of 6 and 7 are the same where they differ
/// from 5.
int loaded_major();

}  // namespace lockstep::runtime::hip
