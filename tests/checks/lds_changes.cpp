// A store of what LDS holds already is told from one that changes it, lane by lane.
#include "emulator/checks/lds_changes.hpp"

#include <cstring>

#include "emulator/machine/waves/wave.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

/// A store of pairs of 8 bytes, 1024 apart, each lane's behind the last one's; LDS holds what it would store.
struct Stored {
  isa::Memory memory{isa::Memory::Space::lds, isa::Access::store, 8};
  machine::PreparedInstruction prepared{nullptr, nullptr, 5};
  machine::Workgroup group;
  machine::Wave wave;
  machine::Pending store;

  Stored() {
    memory.pair = true;
    group.lds.reset(4096, 1);
    wave.group = &group;
    wave.set_arch(*arch::find("gfx950"));
    store.prepared = &prepared;
    store.memory = &memory;
    store.space = memory.space;
    store.lanes = ~std::uint64_t{0};
    store.second = 1024;
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
      store.address[l] = 8 * l;
      for (std::size_t d = 0; d < 4; ++d) {
        store.data[d][l] = std::uint32_t(100 * d + l);
        std::memcpy(group.lds.data() + store.address[l] + 1024 * (d / 2) + 4 * (d % 2), &store.data[d][l], 4);
      }
    }
  }

  std::vector<bool> changed() {
    checks::LdsChanges changes;
    changes.performs(wave, store);
    return changes.changed();
  }
};

const std::vector<bool> kNothing(6, false), kTheSixth{false, false, false, false, false, true};

}  // namespace

TEST_CASE("lds changes: a store of what is there is none") {
  Stored s;
  CHECK(s.changed() == kNothing);
}

TEST_CASE("lds changes: any byte of any element of a lane that takes part is one") {
  for (const std::size_t dword : {0u, 1u, 2u, 3u})
    for (const std::size_t lane : {0u, 17u, 63u}) {
      CAPTURE(dword, lane);
      Stored s;
      s.store.data[dword][lane] ^= 0x80000000u;
      CHECK(s.changed() == kTheSixth);
      const int element = int(dword / 2);
      CHECK(checks::lanes_in_lds(s.wave, s.store, element) == ~(std::uint64_t{1} << lane));
      CHECK(checks::lanes_in_lds(s.wave, s.store, 1 - element) == ~std::uint64_t{0});
      s.store.lanes = ~(std::uint64_t{1} << lane);
      CHECK(s.changed() == kNothing);
    }
}

TEST_CASE("lds changes: bytes past the width of a store are none") {
  for (const int bytes : {1, 2}) {
    CAPTURE(bytes);
    Stored s;
    s.memory.pair = false;
    s.memory.bytes = std::uint8_t(bytes);
    s.store.data[0][17] ^= 1u << (8 * bytes);
    CHECK(s.changed() == kNothing);
    s.store.data[0][17] ^= 1u << (8 * bytes - 1);
    CHECK(s.changed() == kTheSixth);
  }
}

TEST_CASE("lds changes: loads, and stores elsewhere, are none") {
  Stored s;
  s.store.data[0][0] = ~s.store.data[0][0];
  s.memory.access = isa::Access::load;
  CHECK(s.changed().empty());
  s.memory.access = isa::Access::store;
  s.store.space = isa::Memory::Space::buffer;
  CHECK(s.changed().empty());
}
