#include "emulator/arithmetic/fingerprint/term_record.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace lockstep::fingerprint {

void TermRecord::note(Fingerprint term, std::string name, std::span<const Fingerprint> operands) {
  terms_.try_emplace(term,
                     Term{std::move(name), {operands.begin(), operands.end()}, address_, terms_.size()});
}

void TermRecord::note_leaf(Fingerprint term, std::uint32_t tensor, std::uint64_t index) {
  terms_.try_emplace(term, Term{leaf_(tensor, index), {}, 0, terms_.size(), Leaf{tensor, index}});
}

void TermRecord::walk(std::vector<Fingerprint> open,
                      const std::function<bool(Fingerprint, const Term&)>& visit) const {
  std::ranges::reverse(open);
  std::unordered_set<Fingerprint> seen;
  while (!open.empty()) {
    const Fingerprint f = open.back();
    open.pop_back();
    const Term* const term = find(f);
    if (term == nullptr || !seen.insert(f).second || !visit(f, *term)) continue;
    open.insert(open.end(), term->operands.rbegin(), term->operands.rend());
  }
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

std::string_view TermRecord::operation_of(Fingerprint term) const {
  const Term* t = find(term);
  while (t != nullptr && !t->operands.empty() && (t->name == "value" || t->name == "byte"))
    t = find(t->operands.front());
  return t == nullptr || t->operands.empty() ? std::string_view() : std::string_view(t->name);
}

TermRecord::Leaves TermRecord::leaves_of(Fingerprint term) const {
  Leaves all;
  walk({term}, [&](Fingerprint, const Term& t) {
    if (t.leaf) all.emplace(t.leaf->tensor, t.leaf->index);
    return true;
  });
  return all;
}

std::pair<Fingerprint, Fingerprint> TermRecord::differing(const Term& a, const Term& b) const {
  std::vector<Fingerprint> rest = a.operands, others = b.operands;
  for (const Fingerprint f : b.operands)
    if (const auto at = std::ranges::find(rest, f); at != rest.end()) rest.erase(at);
  for (const Fingerprint f : a.operands)
    if (const auto at = std::ranges::find(others, f); at != others.end()) others.erase(at);
  if (rest.size() == 1) return {rest.front(), others.front()};
  const auto [x, y] = std::ranges::mismatch(a.operands, b.operands);
  const auto like = [&](Fingerprint f) { return operation_of(f) == operation_of(*x); };
  const Leaves own = leaves_of(*x);
  const auto alike = [&](Fingerprint f) { return like(f) && leaves_of(f) == own; };
  if (alike(*y)) return {*x, *y};
  auto other = std::ranges::find_if(others, alike);
  if (other == others.end() && !like(*y)) other = std::ranges::find_if(others, like);
  return {*x, other == others.end() ? *y : *other};
}

std::pair<Fingerprint, Fingerprint> TermRecord::part(Fingerprint a, Fingerprint b) const {
  const Term *const x = find(a), *const y = find(b);
  const bool comparable = x != nullptr && y != nullptr && x->name == y->name &&
                          x->operands.size() == y->operands.size() && x->operands != y->operands;
  // Elements by other instructions part as wholes: the instruction alone does not say what is multiplied.
  if (!comparable || (x->name == "element" && x->operands[0] != y->operands[0])) return {a, b};
  const auto [left, right] = differing(*x, *y);
  return part(left, right);
}

}  // namespace lockstep::fingerprint
