// Running cases under laws, for the tests of whole cases.
#pragma once

#include "properties/laws/evaluate.hpp"
#include "properties/problems/generate.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

/// All that are checked of every case.
inline std::vector<const laws::Law*> all_laws() {
  std::vector<const laws::Law*> all;
  for (const laws::Law& law : laws::laws())
    if (law.when == laws::When::always) all.push_back(&law);
  return all;
}

inline laws::CaseResult run(const std::string& line, const std::vector<const laws::Law*>& laws,
                            laws::CodeCache& cache, int threads = 1) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  laws::Experiment::Options options;
  options.threads = threads;
  return laws::evaluate(*c, laws, cache, options);
}

inline std::string text(const laws::CaseResult& r) {
  std::string out = cases::print(r.the_case) + "\n" + r.error;
  for (const verdict::LawResult& law : r.laws)
    out += std::string(law.law) + ": " + std::string(verdict::name(law.verdict)) + " " + law.reason + "\n";
  return out;
}

}  // namespace lockstep::tests
