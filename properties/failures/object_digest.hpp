// Which code object a case was found on, where its build is a file that may change.
#pragma once

#include <cstdint>
#include <string>

#include "properties/cases/case.hpp"

namespace lockstep::failures {

/// Of the file that the case's build names; 0 where the build is an image of Lockstep's own, or can't be read.
std::uint64_t object_digest(const cases::Case& c);

/// A sentence where the case says another digest than the file has; else empty.
std::string changed_object(const cases::Case& c);

}  // namespace lockstep::failures
