// Why nothing wrote a byte of device memory that a launch was to write: which operation had its address and
// was held back, which store wrote the byte nearest to it, and where waves that stored nothing branched past
// all stores.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "emulator/observe/last_store.hpp"

namespace lockstep::observe {

/// How near a byte lies to the one that is missing, by what counts most: whose part of which tile it is in,
/// then the distances in rows and columns of a tile, then that in the tensor. Less is nearer.
using Nearness = std::array<std::uint64_t, 4>;
/// First numbers of a Nearness: the same wave's part of a tile, the same tile, another one.
inline constexpr std::uint64_t kSameWave = 0, kSameTile = 1, kOtherTile = 2;

/// A byte that nothing wrote, and the tensor that it belongs to.
struct Unwritten {
  std::uint64_t address = 0;
  std::uint64_t first = 0, end = 0;  ///< addresses of the tensor; may be empty
  /// How near a byte of the tensor lies; nothing: no element that is to be written has it. May be empty.
  std::function<std::optional<Nearness>(std::uint64_t address)> nearness{};
  std::function<std::string(std::uint64_t address)> name{};  ///< "D[3, 17]"
  std::string_view tile{};                                   ///< what is called a tile
};

/// Sees all that one run of the launch says of such a byte. For one thread.
class MissingStore final : public machine::Observer {
 public:
  /// Both must outlive it.
  MissingStore(const Unwritten& byte, const code_object::SourceLines& lines)
      : byte_(byte), held_back_(lines), nearest_(lines) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  machine::Interest interest(const machine::Wave&) override { return machine::Interest::before; }
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

  /// "; nearest is D[0, 3], written by …", and what else is known; may be empty.
  std::string text() const;
  /// The address of the store that the text names, and of the first instruction of waves that stored nothing.
  std::optional<std::uint64_t> instruction() const;
  std::optional<std::uint64_t> idle_instruction() const;

 private:
  using Id = std::array<std::uint32_t, 3>;
  struct WaveKey {
    int launch = 0;
    std::uint32_t entry = 0;  ///< the kernel's
    Id workgroup{};
    int wave = 0;
    auto operator<=>(const WaveKey&) const = default;
  };
  /// What a wave executed that tells how it came to store, or not to.
  struct Path {
    const machine::PreparedInstruction* last = nullptr;
    const machine::PreparedInstruction* turn = nullptr;   ///< behind which no store can be reached
    const machine::PreparedInstruction* store = nullptr;  ///< the last store that it executed
    bool stores = false;                                  ///< something was written
  };
  /// Whether a store to device memory can be reached from each instruction of a kernel; empty: not known.
  using Ahead = std::vector<bool>;
  static Ahead stores_ahead(const machine::Wave& wave);
  const Ahead& ahead(const machine::Wave& wave);
  WaveKey key(const machine::Wave& wave) const;
  void look_at(const machine::Wave& wave, const machine::Pending& pending, std::size_t lane,
               std::uint64_t address);
  /// First those of workgroups of which no wave stored anything, then stores, then branches.
  using Place = std::tuple<bool, bool, const machine::PreparedInstruction*>;
  /// Waves that could have stored and stored nothing at all, by the store that they executed last or else by
  /// where they turned away from the stores: how many, and the first.
  struct Idle {
    std::map<Place, std::pair<std::uint64_t, WaveKey>> places;
    std::uint64_t waves = 0, of = 0;
    bool of_one = false;  ///< only waves of the workgroup that stored the nearest element are counted
  };
  Idle idle() const;
  std::string idle_text() const;
  bool has_no_store() const;
  std::string nearest_text() const;

  const Unwritten& byte_;
  Store held_back_, nearest_;
  std::string because_;  ///< why it was held back
  std::optional<Nearness> nearness_;
  std::uint64_t nearest_at_ = 0;  ///< the address of the byte that is nearest
  WaveKey nearest_wave_;
  int dropped_ = 0, off_ = 0;             ///< lanes of the nearest store that write nothing
  std::map<std::uint32_t, Ahead> ahead_;  ///< [entry]
  std::map<WaveKey, Path> running_, ended_;
  std::set<std::pair<std::uint32_t, Id>> begun_;  ///< workgroups of the launch, by the kernel's entry
  int launch_ = 0;
};

}  // namespace lockstep::observe
