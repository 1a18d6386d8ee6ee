// What of a case's coverage its line in a journal says: what no line of a case with a lower number says already.
//
// Cases end in any order. Where all lines up to some case are merged, and those of later cases left out, nothing that
// those cases reached is missing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "properties/laws/evaluate.hpp"

namespace lockstep::campaigns {

class FirstReached {
 public:
  /// What line `index` has to say; its code is none where that is nothing.
  observe::Coverage news(std::uint64_t index, const laws::CaseResult& result) const;
  /// A line says it.
  void note(std::uint64_t index, const cases::Case& c, observe::Coverage said);

 private:
  /// [fact]: the lowest number of a case whose line says it.
  std::map<std::string, std::vector<std::uint64_t>> first_;  ///< by code
};

}  // namespace lockstep::campaigns
