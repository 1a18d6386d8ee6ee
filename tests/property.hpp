// Properties under Catch2: RapidCheck's own check() prints no reproduce line and loses the caller's place, so
// a property gets an identity here, and a failure names the line to replay it (RC_PARAMS="reproduce=...").
#pragma once

#include <sstream>
#include <string>

#include <rapidcheck.h>

#include "tests/catch.hpp"

namespace lockstep::tests {

/// `times` a hundred draws. Asking again instead would draw the same.
template <typename Property>
void check_property(const std::string& name, const Property& property, int times = 1) {
  rc::detail::TestMetadata metadata;
  metadata.id = name;
  metadata.description = name;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess *= times;
  const rc::detail::TestResult result = rc::detail::checkTestable(property, metadata, params);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(name << ": " << text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}

}  // namespace lockstep::tests
