// Which pairs of a tail class and a kind of data cases had, kernel by kernel.
#pragma once

#include <map>
#include <set>
#include <string>

#include "properties/laws/evaluate.hpp"

namespace lockstep::laws {

class SeenPairs {
 public:
  /// A case that could not be run counts for nothing.
  void note(const CaseResult& result);
  /// The kinds of data that no case of this kernel and tail class had.
  std::vector<cases::Data> unseen_with(const cases::Case& c) const;
  /// For each kernel the pairs that no case had, of those classes that some case had: a count, and the first
  /// few.
  std::string unseen() const;

 private:
  std::map<std::string, std::set<cases::Data>> seen_;  ///< kernel and tail class -> data
};

}  // namespace lockstep::laws
