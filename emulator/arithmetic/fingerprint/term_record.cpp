#include "emulator/arithmetic/fingerprint/term_record.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

namespace lockstep::fingerprint {

std::size_t TermRecord::slot_of(Fingerprint term) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = std::size_t(term.low) & mask;
  const auto is_of = [&](const Slot& slot) {
    return slot.tag == std::uint32_t(term.high) && keys_[slot.number - 1] == term;
  };
  while (slots_[at].number != 0 && !is_of(slots_[at])) at = (at + 1) & mask;
  return at;
}

const TermRecord::Term* TermRecord::find(Fingerprint term) const {
  if (slots_.empty()) return nullptr;
  const std::uint32_t number = slots_[slot_of(term)].number;
  return number == 0 ? nullptr : &terms_[number - 1];
}

void TermRecord::spread_over(std::size_t slots) {
  slots_.assign(slots, {});
  for (std::size_t i = 0; i < keys_.size(); ++i)
    slots_[slot_of(keys_[i])] = {std::uint32_t(i + 1), std::uint32_t(keys_[i].high)};
}

TermRecord::Term* TermRecord::added(Fingerprint term) {
  constexpr std::size_t kFirst = 1 << 12;
  if (2 * keys_.size() >= slots_.size()) spread_over(std::max(kFirst, 2 * slots_.size()));
  Slot& slot = slots_[slot_of(term)];
  if (slot.number != 0) return nullptr;
  keys_.push_back(term);
  slot = {std::uint32_t(keys_.size()), std::uint32_t(term.high)};
  Term& t = terms_.emplace_back();
  t.number = terms_.size() - 1;
  return &t;
}

void TermRecord::note(Fingerprint term, std::string_view name, std::span<const Fingerprint> operands) {
  Term* const t = added(term);
  if (t == nullptr) return;
  const auto named = names_.find(name);
  t->name = named == names_.end() ? *names_.emplace(name).first : *named;
  t->address = address_;
  const std::span kept(std::pmr::polymorphic_allocator<Fingerprint>(&operands_).allocate(operands.size()),
                       operands.size());
  std::ranges::uninitialized_copy(operands, kept);
  t->operands = kept;
}

void TermRecord::note_leaf(Fingerprint term, std::uint32_t tensor, std::uint64_t index) {
  if (Term* const t = added(term)) t->leaf = {tensor, index};
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
  const Term* const found = find(term);
  if (found == nullptr) return "?";
  const Term& t = *found;
  if (t.leaf) return leaf_(t.leaf->tensor, t.leaf->index);
  std::string all(t.name);
  if (t.operands.empty()) return all;
  if (depth == 0) return all + "(…)";
  all += "(";
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
  return t == nullptr || t->operands.empty() ? std::string_view() : t->name;
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
  std::vector<Fingerprint> rest(a.operands.begin(), a.operands.end()),
      others(b.operands.begin(), b.operands.end());
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
                          x->operands.size() == y->operands.size() &&
                          !std::ranges::equal(x->operands, y->operands);
  // Elements by other instructions part as wholes: the instruction alone does not say what is multiplied.
  if (!comparable || (x->name == "element" && x->operands[0] != y->operands[0])) return {a, b};
  const auto [left, right] = differing(*x, *y);
  return part(left, right);
}

}  // namespace lockstep::fingerprint
