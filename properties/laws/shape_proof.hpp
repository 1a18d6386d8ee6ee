// Proofs of one shape: that a kernel's output is what its declared order makes of the operands, whatever they
// hold, whatever the matrix unit computes, and whatever the schedule.
//
// One execution carries what each byte is made of (emulator/fingerprints). Control and addresses must not
// depend on the operands: then every execution of this shape does the same to other data. That no two
// accesses race, and nothing is used before its wait, is what law `clean` checks of the same run: then every
// schedule gives the same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "properties/laws/following.hpp"

namespace lockstep::laws {

struct Proof {
  enum class Outcome : std::uint8_t {
    theorem,        ///< every byte of the output is the declared order's
    differs,        ///< an element is another term: another order or operation, or other operands
    premise_fails,  ///< accesses race, or something is used before its wait
    inconclusive    ///< the launch can't be followed, or nobody said how this operator is proved
  };
  /// An element of an output.
  struct Element {
    std::string output;
    std::int64_t row = 0, column = 0;
  };

  Outcome outcome = Outcome::inconclusive;
  std::string reason;            ///< why it is no theorem
  std::string part;              ///< what is computed of the problem: "2 of 4096 tiles"; empty: all
  std::optional<Element> first;  ///< the first element that differs
  std::string found, expected;   ///< where the first element's term parts from the one it should be
  std::string program;           ///< how the first element is computed of one word, if of one
  std::string polynomial;        ///< what law `algebra` says where elements differ; empty: not asked
  std::string assumption;        ///< what a theorem relies on of the arithmetic, if anything
  std::uint64_t elements = 0;    ///< elements compared
  std::uint64_t different = 0;
  std::vector<std::vector<std::size_t>> differing;  ///< the elements of each output that do; the first many
  std::uint64_t products = 0;                       ///< multiply-accumulates of the problem
  std::uint64_t operand_bytes = 0;                  ///< bytes of operands that the contract reads
  std::uint64_t instructions = 0;                   ///< wave instructions followed
  std::uint64_t key = 0;                            ///< the key that the fingerprints are made with
  bool trapped = false;                             ///< the kernel could not go on
};

/// "theorem", "differs", ...
std::string_view name(Proof::Outcome outcome);

/// Follows the case and proves or refutes that each element is the declared order's.
Proof prove(Experiment& e, std::uint64_t key);

/// A case that was run and followed: what it left, if its run is clean and writes what the contract does.
struct CleanRun {
  Proof so_far;                      ///< its outcome says why it can't be compared
  std::optional<FollowedRun> run{};  ///< nothing: it can't
};
/// `record`: the hasher's, if it has one.
CleanRun follow_clean(Experiment& e, const fingerprint::Hasher& hasher,
                      fingerprint::TermRecord* record = nullptr);

/// Compares the elements of an output, each by `same(element, position of its bytes)`.
void compare(const operators::Output& output, const std::function<bool(std::size_t, std::size_t)>& same,
             Proof& proof);
/// Says what an element is made of and what it should be, where the two terms part.
void explain_difference(const fingerprint::TermRecord& record, fingerprint::Fingerprint found,
                        fingerprint::Fingerprint expected, Proof& proof);
/// Says what the comparisons came to; `otherwise`: what it means that elements differ.
void conclude(Proof& proof, const char* otherwise);

/// Keeps the terms of a case, whose leaves have the operands' names; nullptr: there are too many of them.
std::unique_ptr<fingerprint::TermRecord> record_of(const Experiment& e, std::uint64_t instructions);

/// What `prove` comes to with the operands of matrix instructions as they stand; where they differ so, with
/// either first, if all models of the arch treat A and B alike.
Proof either_order(std::string_view arch, std::uint64_t key,
                   const std::function<Proof(const fingerprint::Hasher&)>& prove);

}  // namespace lockstep::laws
