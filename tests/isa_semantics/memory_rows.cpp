// Memory mnemonics follow a grammar; read here independently of the tables.
#include <map>
#include <variant>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

using isa::Memory;

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<Memory::Space> take_space(std::string_view& name) {
  if (take(name, "buffer_")) return Memory::Space::buffer;
  if (take(name, "global_")) return Memory::Space::global;
  if (take(name, "flat_")) return Memory::Space::flat;
  if (take(name, "scratch_")) return Memory::Space::scratch;
  if (take(name, "s_buffer_")) return Memory::Space::scalar_buffer;
  if (take(name, "s_")) return Memory::Space::scalar;
  if (take(name, "ds_")) return Memory::Space::lds;
  return std::nullopt;
}

const std::map<std::string_view, unsigned>& sizes() {
  static const std::map<std::string_view, unsigned> table{
      {"byte", 1},  {"ubyte", 1},   {"sbyte", 1},    {"short", 2},    {"ushort", 2},   {"sshort", 2},
      {"dword", 4}, {"dwordx2", 8}, {"dwordx3", 12}, {"dwordx4", 16}, {"dwordx8", 32}, {"dwordx16", 64},
      {"b8", 1},    {"u8", 1},      {"i8", 1},       {"b16", 2},      {"u16", 2},      {"i16", 2},
      {"b32", 4},   {"u32", 4},     {"i32", 4},      {"f32", 4},      {"f16", 4},      {"bf16", 4},
      {"b64", 8},   {"u64", 8},     {"i64", 8},      {"f64", 8},      {"b96", 12},     {"b128", 16}};
  return table;
}

/// Words that end a mnemonic after its size.
void take_part(std::string_view& name, Memory& memory) {
  if (name.ends_with("_d16_hi")) memory.high_half = true, name.remove_suffix(7);
  if (name.ends_with("_d16")) memory.low_half = true, name.remove_suffix(4);
}

bool read_move(std::string_view name, Memory& memory) {
  if (take(name, "load_lds_")) {
    memory.to_lds = true;
  } else if (take(name, "load_") || (memory.space == Memory::Space::lds && take(name, "read"))) {
  } else if (take(name, "store_") || (memory.space == Memory::Space::lds && take(name, "write"))) {
    memory.access = isa::Access::store;
  } else {
    return false;
  }
  unsigned stride = 0;
  if (memory.space == Memory::Space::lds) {
    if (take(name, "2st64_"))
      stride = 64;
    else if (take(name, "2_"))
      stride = 1;
    else
      take(name, "_");
  }
  if (const std::size_t at = name.find("_tr_b"); at != std::string_view::npos) {
    memory.transpose = name.ends_with("_b16") ? 16 : static_cast<std::uint8_t>(name.back() - '0');
    name = name.substr(0, at);
  }
  if (take(name, "addtid_")) memory.thread_address = true;
  take_part(name, memory);
  memory.sign_extend =
      name.starts_with('s') ? name.starts_with("sb") || name.starts_with("ss") : name.starts_with('i');
  if (!sizes().contains(name)) return false;
  memory.bytes = static_cast<std::uint8_t>(sizes().at(name));
  memory.pair = stride != 0;
  memory.pair_stride = static_cast<std::uint16_t>(stride * memory.bytes);
  return true;
}

/// Global atomics end in their width, LDS atomics in their type.
bool read_atomic(std::string_view name, Memory& memory) {
  using isa::Atomic;
  static const std::map<std::string_view, Atomic> global_words{{"swap", Atomic::swap},
                                                               {"cmpswap", Atomic::compare_swap},
                                                               {"add", Atomic::add},
                                                               {"sub", Atomic::sub},
                                                               {"smin", Atomic::smin},
                                                               {"umin", Atomic::umin},
                                                               {"smax", Atomic::smax},
                                                               {"umax", Atomic::umax},
                                                               {"and", Atomic::and_},
                                                               {"or", Atomic::or_},
                                                               {"xor", Atomic::xor_},
                                                               {"inc", Atomic::inc},
                                                               {"dec", Atomic::dec},
                                                               {"add_f32", Atomic::add_f32},
                                                               {"pk_add_f16", Atomic::pk_add_f16},
                                                               {"pk_add_bf16", Atomic::pk_add_bf16},
                                                               {"add_f64", Atomic::add_f64},
                                                               {"min_f64", Atomic::min_f64},
                                                               {"max_f64", Atomic::max_f64}};
  static const std::map<std::string_view, Atomic> lds_words{
      {"wrxchg b", Atomic::swap}, {"cmpst b", Atomic::compare_swap}, {"add u", Atomic::add},
      {"sub u", Atomic::sub},     {"min i", Atomic::smin},           {"min u", Atomic::umin},
      {"max i", Atomic::smax},    {"max u", Atomic::umax},           {"and b", Atomic::and_},
      {"or b", Atomic::or_},      {"xor b", Atomic::xor_},           {"inc u", Atomic::inc},
      {"dec u", Atomic::dec},     {"rsub u", Atomic::reverse_sub},   {"mskor b", Atomic::mask_or},
      {"wrap b", Atomic::wrap},   {"pk_add f", Atomic::pk_add_f16},  {"pk_add b", Atomic::pk_add_bf16}};
  memory.access = isa::Access::atomic;
  if (take(name, "atomic_")) {
    memory.bytes = name.ends_with("_x2") || name.ends_with("f64") ? 8 : 4;
    if (name.ends_with("_x2")) name.remove_suffix(3);
    if (!global_words.contains(name)) return false;
    memory.atomic = global_words.at(name);
    return true;
  }
  const std::size_t last = name.rfind('_');
  if (memory.space != Memory::Space::lds || last == std::string_view::npos) return false;
  const std::string_view type = name.substr(last + 1);
  std::string_view operation = name.substr(0, last);
  if (operation.ends_with("_rtn")) memory.returns = true, operation.remove_suffix(4);
  if (!sizes().contains(type)) return false;
  memory.bytes = static_cast<std::uint8_t>(sizes().at(type));
  if (type == "f32" || type == "f64") {
    static const std::map<std::string_view, std::array<Atomic, 2>> floats{
        {"add", {Atomic::add_f32, Atomic::add_f64}},
        {"min", {Atomic::min_f32, Atomic::min_f64}},
        {"max", {Atomic::max_f32, Atomic::max_f64}},
        {"cmpst", {Atomic::compare_swap_f32, Atomic::compare_swap_f64}}};
    if (!floats.contains(operation)) return false;
    memory.atomic = floats.at(operation)[type == "f64" ? 1 : 0];
    return true;
  }
  // Exchanges of two elements, as ds_read2 reads two.
  if (operation == "wrxchg2_rtn" || operation == "wrxchg2st64_rtn" || operation == "wrxchg2" ||
      operation == "wrxchg2st64") {
    memory.pair = true;
    memory.pair_stride = static_cast<std::uint16_t>(
        memory.bytes * (operation.find("st64") != std::string_view::npos ? 64 : 1));
    operation = "wrxchg";
  }
  const std::string words = std::string(operation) + ' ' + type[0];
  if (!lds_words.contains(words)) return false;
  memory.atomic = lds_words.at(words);
  return true;
}

std::optional<Memory> read_name(std::string_view name) {
  const auto space = take_space(name);
  if (!space) return std::nullopt;
  Memory move{*space, isa::Access::load, 0};
  if (read_move(name, move)) return move;
  Memory update{*space, isa::Access::load, 0};
  if (read_atomic(name, update)) return update;
  return std::nullopt;
}

bool same(const Memory& a, const Memory& b) {
  return a.space == b.space && a.access == b.access && a.bytes == b.bytes && a.sign_extend == b.sign_extend &&
         a.high_half == b.high_half && a.low_half == b.low_half && a.pair == b.pair &&
         a.pair_stride == b.pair_stride && a.atomic == b.atomic && a.returns == b.returns &&
         a.to_lds == b.to_lds && a.transpose == b.transpose && a.thread_address == b.thread_address;
}

}  // namespace

TEST_CASE("memory rows say what their mnemonics say") {
  std::size_t rows = 0;
  for (const auto table : isa::tables()) {
    for (const isa::Semantics& row : table) {
      const auto* memory = std::get_if<Memory>(&row.operation);
      if (memory == nullptr) continue;
      INFO(row.mnemonic);
      const std::optional<Memory> expected = read_name(row.mnemonic);
      REQUIRE(expected);
      CHECK(same(*memory, *expected));
      ++rows;
    }
  }
  CHECK(rows > 0);
}

TEST_CASE("the reading of memory mnemonics objects to wrong facts") {
  Memory wrong = std::get<Memory>(isa::find("buffer_load_sbyte", isa::kGfx950)->operation);
  CHECK(same(wrong, *read_name("buffer_load_sbyte")));
  CHECK_FALSE(same(wrong, *read_name("buffer_load_ubyte")));
  wrong.bytes = 2;
  CHECK_FALSE(same(wrong, *read_name("buffer_load_sbyte")));
  Memory turned = std::get<Memory>(isa::find("ds_read_b64_tr_b8", isa::kGfx950)->operation);
  CHECK(same(turned, *read_name("ds_read_b64_tr_b8")));
  CHECK_FALSE(same(turned, *read_name("ds_read_b64_tr_b16")));
  CHECK_FALSE(same(turned, *read_name("ds_read_b64")));
  CHECK_FALSE(read_name("buffer_load_sword"));
  CHECK_FALSE(read_name("ds_bpermute_b32"));
}

}  // namespace lockstep::tests
