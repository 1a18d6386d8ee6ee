// LDS: reads, writes, atomics, and permutations through its crossbar.
#include <array>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

constexpr Memory move(Access access, std::uint8_t bytes) {
  return {Memory::Space::lds, access, bytes};
}
constexpr Memory read(std::uint8_t bytes) {
  return move(Access::load, bytes);
}
constexpr Memory write(std::uint8_t bytes) {
  return move(Access::store, bytes);
}
constexpr Memory extended(Memory memory) {
  memory.sign_extend = true;
  return memory;
}
constexpr Memory low(Memory memory) {
  memory.low_half = true;
  return memory;
}
constexpr Memory high(Memory memory) {
  memory.high_half = true;
  return memory;
}
/// Two elements; the offsets count `stride` bytes.
constexpr Memory two(Memory memory, std::uint16_t stride) {
  memory.pair = true;
  memory.pair_stride = stride;
  return memory;
}
/// Rows of 16 elements of so many bits, to columns. The b16 form is verified on hardware
/// (rocm-systems#10175); the others are inferred from it and, of b8, from how compilers use it (LLVM's gfx950
/// tests, Triton's layouts).
constexpr Memory transposed(Memory memory, std::uint8_t bits) {
  memory.transpose = bits;
  return memory;
}
constexpr Memory addressed_by_thread(Memory memory) {
  memory.thread_address = true;
  return memory;
}
constexpr std::string_view kDsTransposed = "CDNA4 ISA, LDS instructions; places inferred from the b16 form";

constexpr Memory update(Atomic atomic, std::uint8_t bytes, bool returns) {
  Memory memory = move(Access::atomic, bytes);
  memory.atomic = atomic;
  memory.returns = returns;
  return memory;
}

constexpr Semantics ds(Names names, Memory memory) {
  return {names, memory, kDs};
}

constexpr std::array kRows{
    // clang-format off
    ds({"ds_read_b32", "ds_load_b32"}, read(4)),
    ds({"ds_read_b64", "ds_load_b64"}, read(8)),
    on(kGfx950, Semantics{"ds_read_b64_tr_b4", transposed(read(8), 4), kDsTransposed}),
    on(kGfx950, Semantics{"ds_read_b96_tr_b6", transposed(read(12), 6), kDsTransposed}),
    on(kGfx950, Semantics{"ds_read_b64_tr_b8", transposed(read(8), 8), kDsTransposed}),
    on(kGfx950, ds("ds_read_b64_tr_b16", transposed(read(8), 16))),
    on(kCdna34, ds("ds_read_addtid_b32", addressed_by_thread(read(4)))),
    on(kCdna34, ds("ds_write_addtid_b32", addressed_by_thread(write(4)))),
    ds({"ds_read_b96", "ds_load_b96"}, read(12)),
    ds({"ds_read_b128", "ds_load_b128"}, read(16)),
    ds({"ds_read_u8", "ds_load_u8"}, read(1)),
    ds({"ds_read_i8", "ds_load_i8"}, extended(read(1))),
    ds({"ds_read_u16", "ds_load_u16"}, read(2)),
    ds({"ds_read_i16", "ds_load_i16"}, extended(read(2))),
    ds({"ds_read_u8_d16", "ds_load_u8_d16"}, low(read(1))),
    ds({"ds_read_u8_d16_hi", "ds_load_u8_d16_hi"}, high(read(1))),
    ds({"ds_read_i8_d16", "ds_load_i8_d16"}, low(extended(read(1)))),
    ds({"ds_read_i8_d16_hi", "ds_load_i8_d16_hi"}, high(extended(read(1)))),
    ds({"ds_read_u16_d16", "ds_load_u16_d16"}, low(read(2))),
    ds({"ds_read_u16_d16_hi", "ds_load_u16_d16_hi"}, high(read(2))),
    ds({"ds_read2_b32", "ds_load_2addr_b32"}, two(read(4), 4)),
    ds({"ds_read2_b64", "ds_load_2addr_b64"}, two(read(8), 8)),
    ds({"ds_read2st64_b32", "ds_load_2addr_stride64_b32"}, two(read(4), 256)),
    ds({"ds_read2st64_b64", "ds_load_2addr_stride64_b64"}, two(read(8), 512)),
    ds({"ds_write_b8", "ds_store_b8"}, write(1)),
    ds({"ds_write_b8_d16_hi", "ds_store_b8_d16_hi"}, high(write(1))),
    ds({"ds_write_b16", "ds_store_b16"}, write(2)),
    ds({"ds_write_b16_d16_hi", "ds_store_b16_d16_hi"}, high(write(2))),
    ds({"ds_write_b32", "ds_store_b32"}, write(4)),
    ds({"ds_write_b64", "ds_store_b64"}, write(8)),
    ds({"ds_write_b96", "ds_store_b96"}, write(12)),
    ds({"ds_write_b128", "ds_store_b128"}, write(16)),
    ds({"ds_write2_b32", "ds_store_2addr_b32"}, two(write(4), 4)),
    ds({"ds_write2_b64", "ds_store_2addr_b64"}, two(write(8), 8)),
    ds({"ds_write2st64_b32", "ds_store_2addr_stride64_b32"}, two(write(4), 256)),
    ds({"ds_write2st64_b64", "ds_store_2addr_stride64_b64"}, two(write(8), 512)),

    ds("ds_add_u32", update(Atomic::add, 4, false)),
    ds("ds_sub_u32", update(Atomic::sub, 4, false)),
    ds("ds_inc_u32", update(Atomic::inc, 4, false)),
    ds("ds_dec_u32", update(Atomic::dec, 4, false)),
    ds("ds_min_i32", update(Atomic::smin, 4, false)),
    ds("ds_max_i32", update(Atomic::smax, 4, false)),
    ds("ds_min_u32", update(Atomic::umin, 4, false)),
    ds("ds_max_u32", update(Atomic::umax, 4, false)),
    ds("ds_and_b32", update(Atomic::and_, 4, false)),
    ds("ds_or_b32", update(Atomic::or_, 4, false)),
    ds("ds_xor_b32", update(Atomic::xor_, 4, false)),
    on(kCdna34, ds("ds_cmpst_b32", update(Atomic::compare_swap, 4, false))),
    ds("ds_add_f32", update(Atomic::add_f32, 4, false)),
    ds("ds_pk_add_f16", update(Atomic::pk_add_f16, 4, false)),
    ds("ds_pk_add_bf16", update(Atomic::pk_add_bf16, 4, false)),
    ds("ds_add_u64", update(Atomic::add, 8, false)),
    ds("ds_sub_u64", update(Atomic::sub, 8, false)),
    ds("ds_inc_u64", update(Atomic::inc, 8, false)),
    ds("ds_dec_u64", update(Atomic::dec, 8, false)),
    ds("ds_min_i64", update(Atomic::smin, 8, false)),
    ds("ds_max_i64", update(Atomic::smax, 8, false)),
    ds("ds_min_u64", update(Atomic::umin, 8, false)),
    ds("ds_max_u64", update(Atomic::umax, 8, false)),
    ds("ds_and_b64", update(Atomic::and_, 8, false)),
    ds("ds_or_b64", update(Atomic::or_, 8, false)),
    ds("ds_xor_b64", update(Atomic::xor_, 8, false)),
    on(kCdna34, ds("ds_cmpst_b64", update(Atomic::compare_swap, 8, false))),
    ds("ds_add_f64", update(Atomic::add_f64, 8, false)),

    ds("ds_add_rtn_u32", update(Atomic::add, 4, true)),
    ds("ds_sub_rtn_u32", update(Atomic::sub, 4, true)),
    ds("ds_inc_rtn_u32", update(Atomic::inc, 4, true)),
    ds("ds_dec_rtn_u32", update(Atomic::dec, 4, true)),
    ds("ds_min_rtn_i32", update(Atomic::smin, 4, true)),
    ds("ds_max_rtn_i32", update(Atomic::smax, 4, true)),
    ds("ds_min_rtn_u32", update(Atomic::umin, 4, true)),
    ds("ds_max_rtn_u32", update(Atomic::umax, 4, true)),
    ds("ds_and_rtn_b32", update(Atomic::and_, 4, true)),
    ds("ds_or_rtn_b32", update(Atomic::or_, 4, true)),
    ds("ds_xor_rtn_b32", update(Atomic::xor_, 4, true)),
    ds({"ds_wrxchg_rtn_b32", "ds_storexchg_rtn_b32"}, update(Atomic::swap, 4, true)),
    on(kCdna34, ds("ds_cmpst_rtn_b32", update(Atomic::compare_swap, 4, true))),
    ds("ds_add_rtn_f32", update(Atomic::add_f32, 4, true)),
    ds("ds_pk_add_rtn_f16", update(Atomic::pk_add_f16, 4, true)),
    ds("ds_pk_add_rtn_bf16", update(Atomic::pk_add_bf16, 4, true)),
    ds("ds_add_rtn_u64", update(Atomic::add, 8, true)),
    ds("ds_sub_rtn_u64", update(Atomic::sub, 8, true)),
    ds("ds_inc_rtn_u64", update(Atomic::inc, 8, true)),
    ds("ds_dec_rtn_u64", update(Atomic::dec, 8, true)),
    ds("ds_min_rtn_i64", update(Atomic::smin, 8, true)),
    ds("ds_max_rtn_i64", update(Atomic::smax, 8, true)),
    ds("ds_min_rtn_u64", update(Atomic::umin, 8, true)),
    ds("ds_max_rtn_u64", update(Atomic::umax, 8, true)),
    ds("ds_and_rtn_b64", update(Atomic::and_, 8, true)),
    ds("ds_or_rtn_b64", update(Atomic::or_, 8, true)),
    ds("ds_xor_rtn_b64", update(Atomic::xor_, 8, true)),
    ds({"ds_wrxchg_rtn_b64", "ds_storexchg_rtn_b64"}, update(Atomic::swap, 8, true)),
    on(kCdna34, ds("ds_cmpst_rtn_b64", update(Atomic::compare_swap, 8, true))),
    ds("ds_add_rtn_f64", update(Atomic::add_f64, 8, true)),

    ds({"ds_min_f32", "ds_min_num_f32"}, update(Atomic::min_f32, 4, false)),
    ds({"ds_max_f32", "ds_max_num_f32"}, update(Atomic::max_f32, 4, false)),
    on(kCdna34, ds("ds_cmpst_f32", update(Atomic::compare_swap_f32, 4, false))),
    ds("ds_rsub_u32", update(Atomic::reverse_sub, 4, false)),
    on(kCdna34, ds("ds_mskor_b32", update(Atomic::mask_or, 4, false))),
    ds({"ds_min_f64", "ds_min_num_f64"}, update(Atomic::min_f64, 8, false)),
    ds({"ds_max_f64", "ds_max_num_f64"}, update(Atomic::max_f64, 8, false)),
    on(kCdna34, ds("ds_cmpst_f64", update(Atomic::compare_swap_f64, 8, false))),
    ds("ds_rsub_u64", update(Atomic::reverse_sub, 8, false)),
    on(kCdna34, ds("ds_mskor_b64", update(Atomic::mask_or, 8, false))),
    ds({"ds_min_rtn_f32", "ds_min_num_rtn_f32"}, update(Atomic::min_f32, 4, true)),
    ds({"ds_max_rtn_f32", "ds_max_num_rtn_f32"}, update(Atomic::max_f32, 4, true)),
    on(kCdna34, ds("ds_cmpst_rtn_f32", update(Atomic::compare_swap_f32, 4, true))),
    ds("ds_rsub_rtn_u32", update(Atomic::reverse_sub, 4, true)),
    on(kCdna34, ds("ds_mskor_rtn_b32", update(Atomic::mask_or, 4, true))),
    ds({"ds_min_rtn_f64", "ds_min_num_rtn_f64"}, update(Atomic::min_f64, 8, true)),
    ds({"ds_max_rtn_f64", "ds_max_num_rtn_f64"}, update(Atomic::max_f64, 8, true)),
    on(kCdna34, ds("ds_cmpst_rtn_f64", update(Atomic::compare_swap_f64, 8, true))),
    ds("ds_rsub_rtn_u64", update(Atomic::reverse_sub, 8, true)),
    on(kCdna34, ds("ds_mskor_rtn_b64", update(Atomic::mask_or, 8, true))),
    on(kCdna34, ds("ds_wrap_rtn_b32", update(Atomic::wrap, 4, true))),
    ds({"ds_wrxchg2_rtn_b32", "ds_storexchg_2addr_rtn_b32"}, two(update(Atomic::swap, 4, true), 4)),
    ds({"ds_wrxchg2_rtn_b64", "ds_storexchg_2addr_rtn_b64"}, two(update(Atomic::swap, 8, true), 8)),
    ds({"ds_wrxchg2st64_rtn_b32", "ds_storexchg_2addr_stride64_rtn_b32"}, two(update(Atomic::swap, 4, true), 256)),
    ds({"ds_wrxchg2st64_rtn_b64", "ds_storexchg_2addr_stride64_rtn_b64"}, two(update(Atomic::swap, 8, true), 512)),

    Semantics{"ds_permute_b32", LanePermute::permute, kDs},
    Semantics{"ds_bpermute_b32", LanePermute::bpermute, kDs},
    Semantics{"ds_swizzle_b32", LanePermute::swizzle, kDs},
    // clang-format on
};

}  // namespace

std::span<const Semantics> lds_table() {
  return kRows;
}

}  // namespace lockstep::isa
