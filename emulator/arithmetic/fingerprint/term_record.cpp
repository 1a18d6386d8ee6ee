#include "emulator/arithmetic/fingerprint/term_record.hpp"

#include <utility>

namespace lockstep::fingerprint {

void TermRecord::note(Fingerprint term, std::string name, std::span<const Fingerprint> operands) {
  terms_.try_emplace(term,
                     Term{std::move(name), {operands.begin(), operands.end()}, address_, terms_.size()});
}

void TermRecord::note_leaf(Fingerprint term, std::uint32_t tensor, std::uint64_t index) {
  terms_.try_emplace(term, Term{leaf_(tensor, index), {}, 0, terms_.size(), Leaf{tensor, index}});
}

std::string TermRecord::text(Fingerprint term, int depth) const {
  constexpr std::size_t kMost = 6;  // operands of one term that are shown
  const auto found = terms_.find(term);
  if (found == terms_.end()) return "?";
  const Term& t = found->second;
  if (t.operands.empty()) return t.name;
  if (depth == 0) return t.name + "(…)";
  std::string all = t.name + "(";
  for (std::size_t i = 0; i < t.operands.size(); ++i) {
    if (i == kMost) {
      all += ", …";
      break;
    }
    all += (i == 0 ? "" : ", ") + text(t.operands[i], depth - 1);
  }
  return all + ")";
}

std::pair<std::string, std::string> TermRecord::part(Fingerprint a, Fingerprint b, int depth) const {
  const auto x = terms_.find(a), y = terms_.find(b);
  const bool comparable = x != terms_.end() && y != terms_.end() && x->second.name == y->second.name &&
                          x->second.operands.size() == y->second.operands.size();
  if (comparable)
    for (std::size_t i = 0; i < x->second.operands.size(); ++i)
      if (x->second.operands[i] != y->second.operands[i])
        return part(x->second.operands[i], y->second.operands[i], depth);
  return {text(a, depth), text(b, depth)};
}

}  // namespace lockstep::fingerprint
