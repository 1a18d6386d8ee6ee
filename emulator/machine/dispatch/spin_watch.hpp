// Tells a wave that waits for others: its whole state comes back, and nothing has changed that it could see.
// From then on it does the same again until somebody else changes memory.
//
// The state is looked at where the wave jumps backward, which every loop does, and only after thousands of
// instructions. It is compared with a copy of an earlier one, which is taken anew at doubling distances, so
// that a loop of any length is met (R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20,
// 1980).
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

class SpinWatch {
 public:
  /// What a wave does whose state was looked at. endless: it waits, and reads nothing. perhaps: it has run
  /// very long beside others that changed nothing, as one does that gives up waiting after a time.
  enum class Doing : std::uint8_t { running, perhaps, waiting, endless };

  /// The wave begins.
  void begin() { seen_ = {}; }
  /// The count of the wave's steps from which on a jump backward is worth looking at.
  std::uint64_t next() const { return seen_.next; }
  /// The wave has jumped backward. `elsewhere`: how often other workgroups changed what it could see. What
  /// the wave has under way is completed where it is otherwise in a state as before. True: its turn is over.
  bool jumped(Wave& wave, std::uint64_t elsewhere);
  /// What it does, where others have changed something `changes` times.
  Doing doing(std::uint64_t changes) const {
    return changes == seen_.doing_at ? seen_.doing : Doing::running;
  }
  /// Whether it has come back several times while memory was changed `changes` times, whatever it stored to
  /// LDS on the way, and at which barriers it met others.
  bool goes_round(std::uint64_t changes) const {
    return seen_.rounds >= kRounds && changes == seen_.round_at;
  }
  void forget_rounds() { seen_.rounds = 0; }
  /// Lets a wave that waits go on for long before its state is looked at again.
  void run_on(const Wave& wave);

 private:
  static constexpr std::uint64_t kFirst = 4096, kApart = 1024;  ///< steps
  static constexpr int kMostCopies = 8;
  static constexpr int kRounds = 2;
  static constexpr std::uint64_t kLong = 1'000'000;  ///< steps after which a wave perhaps waits

  struct Seen {
    std::uint64_t next = kFirst;
    Doing doing = Doing::running;
    std::uint64_t doing_at = ~std::uint64_t{0};   ///< the count of changes for which that holds
    std::uint64_t round_at = 0;                   ///< a count of changes to memory
    int rounds = 0;                               ///< since then it came back so often, LDS as in the copy
    std::uint64_t quiet_at = 0, quiet_since = 0;  ///< a count of changes, and the first step that saw it
    int waited = 0;                               ///< copies at once that are left to a wave that waited
    std::uint64_t looks = 0, most_looks = 0;      ///< since the copy, and after how many it is taken anew
    /// The counts of changes and of other operations when the wave was last in the state of the copy.
    std::uint64_t same_at = 0, same_issued = 0;
  };

  void keep(const Wave& wave);
  bool is_back(const Wave& wave) const;
  bool is_lds_back(const Wave& wave) const;
  void take_copy(Wave& wave, std::uint64_t elsewhere);
  void note_same(const Wave& wave, std::uint64_t elsewhere);
  bool has_run_long(const Wave& wave, std::uint64_t changes);

  Seen seen_;
  // the copy
  std::uint32_t pc_ = 0, mode_ = 0;
  bool scc_ = false;
  ScalarRegisters scalar_;
  std::vector<Lanes> vector_;
  std::uint64_t version_ = 0;  ///< the vector registers' version
  std::vector<std::uint8_t> scratch_;
  std::vector<std::uint8_t> lds_;  ///< empty while nothing was stored to it
};

}  // namespace lockstep::machine
