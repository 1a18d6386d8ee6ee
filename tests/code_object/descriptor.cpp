#include "emulator/code_object/descriptor.hpp"

#include <array>

#include "tests/code_object/objects.hpp"
#include "tests/property.hpp"

using namespace lockstep;
using namespace lockstep::code_object;
using namespace lockstep::tests;

TEST_CASE("a descriptor is decoded as its directives say") {
  const auto object = parse_object("two_kernels.co");
  const Descriptor& d = object.find("loaded")->descriptor;
  CHECK(d.group_segment_bytes == 163840);
  CHECK(d.private_segment_bytes == 16);
  CHECK(d.kernarg_bytes == 48);
  CHECK(d.vgpr_count == 512);
  CHECK(d.accum_offset == 256);
  CHECK(d.tg_split);
  CHECK(d.round_mode == (1 | 2 << 2));
  CHECK(d.denorm_mode == (0 | 3 << 2));
  CHECK_FALSE(d.dx10_clamp);
  CHECK_FALSE(d.ieee_mode);
  CHECK(d.fp16_overflow);
  CHECK(d.enable_private_segment);
  CHECK(d.user_sgpr_count == 2 + 2 + 2 + 2 + 5);
  CHECK(d.enable_workgroup_id_x);
  CHECK_FALSE(d.enable_workgroup_id_y);
  CHECK(d.enable_workgroup_id_z);
  CHECK(d.enable_workgroup_info);
  CHECK(d.workitem_id_dimensions == 3);
  CHECK(d.exceptions == 1 << 2);
  CHECK(d.enable_dispatch_ptr);
  CHECK(d.enable_queue_ptr);
  CHECK(d.enable_kernarg_ptr);
  CHECK(d.enable_dispatch_id);
  CHECK_FALSE(d.enable_private_segment_buffer);
  CHECK_FALSE(d.wavefront_size32);
  CHECK(d.kernarg_preload_length == 5);
  CHECK(d.kernarg_preload_offset == 3);
}

TEST_CASE("defaults are decoded too, and differ") {
  const auto object = parse_object("two_kernels.co");
  const Descriptor& d = object.find("plain")->descriptor;
  CHECK(d.group_segment_bytes == 0);
  CHECK(d.vgpr_count == 24);
  CHECK(d.accum_offset == 24);
  CHECK_FALSE(d.tg_split);
  CHECK(d.round_mode == 0);
  CHECK(d.denorm_mode == 3 << 2);  // f32 denormals flushed, f16 and f64 kept
  CHECK(d.dx10_clamp);
  CHECK(d.ieee_mode);
  CHECK_FALSE(d.fp16_overflow);
  CHECK(d.user_sgpr_count == 2);
  CHECK(d.workitem_id_dimensions == 1);
  CHECK(d.exceptions == 0);
  CHECK(d.kernarg_preload_length == 0);
}

namespace {

void check_slot(const ScalarSlot& slot, InitialScalar what, int first, int count, int preload_dword = 0) {
  CHECK(slot.what == what);
  CHECK(slot.first == first);
  CHECK(slot.count == count);
  CHECK(slot.preload_dword == preload_dword);
}

}  // namespace

TEST_CASE("bit 10 of the kernel code properties asks for waves of 32 lanes") {
  std::array<std::byte, kDescriptorBytes> bytes{};
  CHECK_FALSE(decode_descriptor(bytes, *arch::find("gfx950")).wavefront_size32);
  bytes[56] = bytes[57] = std::byte{0xFF};
  bytes[57] &= ~std::byte{0b100};
  CHECK_FALSE(decode_descriptor(bytes, *arch::find("gfx950")).wavefront_size32);
  bytes[56] = std::byte{0};
  bytes[57] = std::byte{0b100};
  CHECK(decode_descriptor(bytes, *arch::find("gfx950")).wavefront_size32);
}

TEST_CASE("initial scalars come in the order hardware sets them") {
  const auto object = parse_object("two_kernels.co");
  const auto plain = initial_scalars(object.find("plain")->descriptor);
  REQUIRE(plain.size() == 2);
  check_slot(plain[0], InitialScalar::kernarg_ptr, 0, 2);
  check_slot(plain[1], InitialScalar::workgroup_id_x, 2, 1);

  const auto slots = initial_scalars(object.find("loaded")->descriptor);
  REQUIRE(slots.size() == 8);
  check_slot(slots[0], InitialScalar::dispatch_ptr, 0, 2);
  check_slot(slots[1], InitialScalar::queue_ptr, 2, 2);
  check_slot(slots[2], InitialScalar::kernarg_ptr, 4, 2);
  check_slot(slots[3], InitialScalar::dispatch_id, 6, 2);
  check_slot(slots[4], InitialScalar::kernarg_preload, 8, 5, 3);
  check_slot(slots[5], InitialScalar::workgroup_id_x, 13, 1);
  check_slot(slots[6], InitialScalar::workgroup_id_z, 14, 1);
  check_slot(slots[7], InitialScalar::workgroup_info, 15, 1);
}

TEST_CASE("system scalars follow user_sgpr_count, however many user scalars are enabled") {
  Descriptor d;
  d.enable_kernarg_ptr = true;
  d.enable_workgroup_id_y = true;
  d.user_sgpr_count = 6;
  auto slots = initial_scalars(d);
  REQUIRE(slots.size() == 2);
  check_slot(slots[0], InitialScalar::kernarg_ptr, 0, 2);
  check_slot(slots[1], InitialScalar::workgroup_id_y, 6, 1);

  d.user_sgpr_count = 1;
  slots = initial_scalars(d);
  REQUIRE(slots.size() == 2);
  check_slot(slots[0], InitialScalar::kernarg_ptr, 0, 1);
  check_slot(slots[1], InitialScalar::workgroup_id_y, 1, 1);
}

TEST_CASE("only a kernel with preloaded arguments starts with their prologue") {
  const auto object = parse_object("two_kernels.co");
  CHECK_FALSE(has_preload_prologue(object, *object.find("plain")));
  CHECK(has_preload_prologue(object, *object.find("loaded")));
}

TEST_CASE("the slots of any descriptor are ascending, disjoint and within 36 registers") {
  check_property("initial scalars are disjoint", [](const std::array<std::uint8_t, kDescriptorBytes>& raw) {
    std::array<std::byte, kDescriptorBytes> bytes{};
    for (std::size_t i = 0; i < raw.size(); ++i) bytes[i] = std::byte{raw[i]};
    const Descriptor d = decode_descriptor(bytes, *arch::find("gfx950"));
    int next = 0;
    for (const ScalarSlot& slot : initial_scalars(d)) {
      RC_ASSERT(slot.first >= next);
      RC_ASSERT(slot.count > 0);
      next = slot.first + slot.count;
    }
    RC_ASSERT(next <= d.user_sgpr_count + 4);
  });
}
