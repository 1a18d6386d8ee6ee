// What fingerprints stand for, kept so that two of them can be explained: of a small case, since it keeps
// every term.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory_resource>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

class TermRecord {
 public:
  /// `leaf` names byte `index` of a tensor: "a[17]".
  using NameLeaf = std::function<std::string(std::uint32_t tensor, std::uint64_t index)>;
  explicit TermRecord(NameLeaf leaf) : leaf_(std::move(leaf)) {}

  struct Leaf {
    std::uint32_t tensor = 0;
    std::uint64_t index = 0;
  };
  struct Term {
    std::string_view name;  ///< the operation or the constant; empty where the term is a leaf
    std::span<const Fingerprint> operands;
    std::uint64_t address = 0;  ///< of the instruction that made it first
    std::size_t number = 0;     ///< of terms that were noted before
    std::optional<Leaf> leaf{};
  };

  void note(Fingerprint term, std::string_view name, std::span<const Fingerprint> operands);
  void note_leaf(Fingerprint term, std::uint32_t tensor, std::uint64_t index);
  /// Terms that are noted from now on are of the instruction at this address.
  void at(std::uint64_t address) { address_ = address; }
  /// nullptr: nobody noted it.
  const Term* find(Fingerprint term) const;

  /// Visits terms and, where `visit` returns true, what they are made of: each once, the first operand first.
  void walk(std::vector<Fingerprint> from, const std::function<bool(Fingerprint, const Term&)>& visit) const;

  /// A term as text, `depth` operations deep: "add_f32(element(row(a[0], a[1], …), …), 0)".
  std::string text(Fingerprint term, int depth) const;
  /// Where two terms part: the innermost pair of which the operations differ. Operands of sums and products
  /// lie in no order of their own: what both terms have is no difference, and like is compared with like.
  /// Elements of two matrix instructions part as wholes.
  std::pair<Fingerprint, Fingerprint> part(Fingerprint a, Fingerprint b) const;

 private:
  using Leaves = std::set<std::pair<std::uint32_t, std::uint64_t>>;
  Leaves leaves_of(Fingerprint term) const;
  /// A pair of operands, of which each term has one and not the other: if there is one, of the same leaves.
  std::pair<Fingerprint, Fingerprint> differing(const Term& a, const Term& b) const;
  /// The operation behind a term that only holds another one's bytes; empty: an element, or a number.
  std::string_view operation_of(Fingerprint term) const;
  /// The slot that the term is in, or would be.
  std::size_t slot_of(Fingerprint term) const;
  /// Keeps what was not noted before; nullptr: it was.
  Term* added(Fingerprint term);
  void spread_over(std::size_t slots);

  // Millions of terms are noted for the few that are looked at: a slot has a term's number, from 1, and some
  // bits of its fingerprint, so that hardly any other term's memory is touched.
  struct Slot {
    std::uint32_t number = 0, tag = 0;
  };
  std::vector<Slot> slots_;  ///< a power of two of them
  std::vector<Fingerprint> keys_;
  std::deque<Term> terms_;
  std::pmr::monotonic_buffer_resource operands_;
  std::set<std::string, std::less<>> names_;
  NameLeaf leaf_;
  std::uint64_t address_ = 0;
};

}  // namespace lockstep::fingerprint
