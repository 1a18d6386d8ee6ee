// A report says which elements of operands a wrong element is made of, and which are missing.
#include "properties/laws/other_operands.hpp"

#include <fmt/format.h>

#include "properties/fuzzing/failure.hpp"
#include "properties/laws/exchanged_results.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

laws::OtherOperands others_of(const std::string& line, std::int64_t column) {
  laws::CodeCache cache;
  const auto e = laws::Experiment::prepare(*cases::parse(line), cache, {});
  REQUIRE(e.has_value());
  return laws::other_operands(**e, 0, 0, column);
}

}  // namespace

TEST_CASE("a wrong element is said to be made of other operands than the order has, or of fewer, or more") {
  struct Row {
    const char* the_case;
    std::int64_t column;
    const char* said;
    bool differ = true;
  };
  for (const Row& row : {
           // A step that is the last and not whole, one of two waves' lanes, a scale that does not advance.
           Row{"small_m_mfma@gfx1250 n=16 k=640 m=1 build=decode_last_stage_cut_short", 0,
               "all but a[0, 512..639], a_scale[0, 16..19], b[0, 512..639], b_scale[0, 16..19]"},
           Row{"small_m_gemv@gfx1250 n=2 k=1024 m=1 build=half_of_64_lanes", 1,
               "all but a[0, 512..1023], a_scale[0, 16..31], b[1, 512..1023], b_scale[1, 16..31]"},
           Row{"grouped_gemm_masked@gfx950 n=128 k=256 m=1 m_max=1 build=b_scale_never_advances", 0,
               "all but b_scale[0, 1]"},
           // Eight million products.
           Row{"grouped_gemm_masked@gfx950 n=128 k=1024 m=60 m_max=60 build=b_scale_never_advances", 0,
               "all but b_scale[0, 1..7]"},
           // Another row's scale, and elements of the row that follows.
           Row{"grouped_gemm_masked@gfx942 n=128 k=128 m=17 m_max=17 build=gfx942_a_scale_of_low_rows", 4,
               "a_scale[4] in place of a_scale[0]"},
           Row{"small_m_gemv@gfx950 n=2 k=32 m=2 build=chunk_past_k_taken", 0,
               "also a[1, 0..31], a_scale[1], b[1, 0..31], b_scale[1]"},
           // The right ones: each with another's partner, or by another operation.
           Row{"grouped_gemm_masked@gfx950 n=128 k=128 m=1 m_max=1 build=permuted_k_chunks", 0,
               "a[0, 16] where a[0, 0] belongs", false},
           Row{"grouped_gemm_masked@gfx950 n=128 k=128 m=1 m_max=1", 0, "", false},
       }) {
    INFO(row.the_case);
    const laws::OtherOperands found =
        others_of(row.the_case + std::string(" data=codes scales=distinct seed=0x1"), row.column);
    CHECK(found.text == row.said);
    CHECK(found.differ == row.differ);
  }
  const auto [signless, differ, instruction, ways] = others_of(
      "small_m_gemv@gfx950 n=2 k=32 m=1 data=codes seed=0x2 build=first_of_sixteen_without_its_sign", 1);
  INFO(signless);
  CHECK_FALSE(differ);
  CHECK(instruction.has_value());
  CHECK(signless.starts_with("absolute(value(…)) @0x"));
  CHECK(signless.ends_with(", where from_fp8(value(…)) belongs"));
}

TEST_CASE("what became of what is missing is said: read by nothing, or lost in LDS") {
  const auto ways_of = [](const char* line, std::size_t row = 0) {
    laws::CodeCache cache;
    const auto e = laws::Experiment::prepare(*cases::parse(line), cache, {});
    REQUIRE(e.has_value());
    return laws::other_operands(**e, 0, row, 0);
  };
  // The first block's scale, which is there, tells where the others should have been read.
  const auto unread = ways_of(
      "grouped_gemm_masked@gfx950 n=128 k=256 m=1 m_max=1 data=codes scales=distinct seed=0x1 "
      "build=b_scale_never_advances");
  REQUIRE(unread.ways.size() == 2);
  CHECK(unread.ways[0] == "b_scale[0, 1] is read by nothing of workgroup 0,0,0, which makes the element");
  CHECK(unread.ways[1].starts_with("b_scale[0, 0] is "));
  INFO(unread.ways[1]);
  CHECK(unread.ways[1].find("read by buffer_load_ubyte ") != std::string::npos);
  CHECK(unread.instruction.has_value());
  // Right elements in other places: how the first of them came.
  const auto moved = ways_of(
      "grouped_gemm_masked@gfx950 n=128 k=128 m=1 m_max=1 data=codes scales=distinct seed=0x1 "
      "build=permuted_k_chunks");
  REQUIRE(moved.ways.size() == 1);
  CHECK(moved.ways[0].starts_with("a[0, 0] is copied into LDS by buffer_load_dwordx4 "));
  CHECK(moved.ways[0].find(", first read there by ds_read_b128 ") != std::string::npos);
  // In the epilogue lane 32 of the same store has the same place.
  const auto lost = ways_of(
      "grouped_gemm_masked@gfx942 n=128 k=128 m=1 m_max=1 data=one_hot seed=0x1 "
      "build=chunks_of_a_row_collide");
  REQUIRE(lost.ways.size() == 2);
  INFO(lost.ways[1]);
  CHECK(lost.ways[0] == "D[0, 0] holds what belongs in D[0, 8]");
  CHECK(lost.ways[1].starts_with("the right value is put into LDS by ds_write_b64 "));
  CHECK(lost.ways[1].find(" wave 0 lane 0, which nothing reads before it is overwritten by ds_write_b64 ") !=
        std::string::npos);
  CHECK(lost.ways[1].ends_with(" wave 0 lane 32"));
  // A descriptor that ends too early, and a result stored in columns that there are not, or in others.
  const auto past = ways_of(
      "tensorwise_nn@gfx950 groups=1 n=1 k=1 m=1 b=e5m2 data=one_hot seed=0x1 "
      "build=last_k_row_past_the_descriptor");
  REQUIRE(past.ways.size() == 1);
  CHECK(past.ways[0].starts_with("b[0] lies past num_records in buffer_load_ubyte "));
  const auto sent = [&](const char* n) {
    return ways_of(("small_m_mfma@gfx950 k=384 m=17 data=one_hot seed=0x1 n=" + std::string(n) +
                    " build=quarters_of_odd_tiles_exchanged")
                       .c_str(),
                   16);
  };
  const auto dropped = sent("1"), elsewhere = sent("8");
  REQUIRE(dropped.ways.size() == 1);
  CHECK(dropped.ways[0].starts_with("the right value is dropped out of range by buffer_store_short "));
  REQUIRE(elsewhere.ways.size() == 3);
  CHECK(elsewhere.ways[0] == "D[16, 0] holds what belongs in D[16, 4]");
  CHECK(elsewhere.ways[1] == "what belongs in D[16, 0] stands in D[16, 4]");
  CHECK(elsewhere.ways[2].starts_with("the right value is stored in another place by buffer_store_dwordx2 "));
  // A result that is right, and one that is wrong under the case's own schedule alone: nothing is said of a
  // run that has it right.
  for (const char* const line :
       {"grouped_gemm_masked@gfx942 n=128 k=128 m=1 m_max=1 data=one_hot seed=0x1",
        "grouped_gemm_contiguous@gfx1250 groups=2 n=128 k=384 m=40,17 data=codes seed=0x1 schedule=latest "
        "build=wmma_rows_stored_before_lds_is_written"}) {
    INFO(line);
    const auto right = ways_of(line);
    CHECK(right.text.empty());
    CHECK(right.ways.empty());
    CHECK_FALSE(right.instruction);
  }
}

TEST_CASE("results that stand in each other's place are found, where each belongs in one element") {
  const auto of = [](const std::vector<std::uint64_t>& is, const std::vector<std::uint64_t>& should_be) {
    const auto terms = [](const std::vector<std::uint64_t>& numbers) {
      std::vector<fingerprint::Fingerprint> all;
      for (const std::uint64_t number : numbers) all.push_back({number, number});
      return all;
    };
    const auto found = laws::find_exchanged(terms(is), terms(should_be), 0);
    return std::pair(found.holds_that_of, found.stands_in);
  };
  using Index = std::optional<std::size_t>;
  CHECK(of({2, 1, 3}, {1, 2, 3}) == std::pair(Index(1), Index(1)));
  CHECK(of({3, 9, 1}, {1, 2, 3}) == std::pair(Index(2), Index(2)));
  CHECK(of({1, 1, 3}, {1, 2, 3}) == std::pair(Index(), Index()));
  CHECK(of({2, 9, 9}, {1, 2, 2}) == std::pair(Index(), Index()));  // in one of them, but which?
  CHECK(of({9, 1, 1}, {1, 2, 3}) == std::pair(Index(), Index()));
  CHECK(of({9, 1, 3}, {1, 1, 3}) == std::pair(Index(), Index()));  // which is right there
}

TEST_CASE("where a kernel stops, what its workgroup had read is said, and how many groups it takes") {
  laws::CodeCache cache;
  const auto pattern = [&](const char* line, const char* law) {
    return fuzzing::make_report(*cases::parse(line), *laws::find_law(law), cache, {}, "").pattern;
  };
  const std::string stopped = pattern(
      "grouped_gemm_masked@gfx950 groups=3 n=128 k=128 m=0*2,1 m_max=1 data=one_hot seed=0x1 "
      "build=weights_of_the_group_behind",
      "clean");
  INFO(stopped);
  CHECK(stopped.ends_with("; before, workgroup 0,0,2 read a[2, 0..127]"));
  constexpr const char* kMany =
      "grouped_gemm_contiguous@gfx950 groups={} n=128 k=128 m=0*{},1 groups_as=ends data=one_hot seed=0x1 "
      "build=groups_of_the_first_scan_only";
  const auto of = [&](int groups) { return fmt::format(fmt::runtime(kMany), groups, groups - 1); };
  const std::string many = pattern(of(65).c_str(), "clean");
  INFO(many);
  CHECK(many.find("; it holds with 64 groups, without one of the empty ones") != std::string::npos);
  CHECK(pattern(of(66).c_str(), "clean").find("it holds with") == std::string::npos);
  // Of 16 groups the law holds with these data alone: the scales that are missed are equal to those taken.
  const std::string by_data = pattern(
      "grouped_gemm_masked@gfx950 groups=17 n=128 k=256 m=0*16,1 m_max=1 data=one_hot scales=near seed=0x1 "
      "build=b_scale_never_advances",
      "bits");
  INFO(by_data);
  CHECK(by_data.find("it holds with") == std::string::npos);
}

TEST_CASE("what an element is made of stands in the report, where anybody can say it") {
  laws::CodeCache cache;
  const auto report_of = [&](const char* line) {
    return fuzzing::make_report(*cases::parse(line), *laws::find_law("bits"), cache, {}, "").details;
  };
  CHECK(report_of("grouped_gemm_masked@gfx950 n=128 k=256 m=1 m_max=1 data=codes scales=distinct seed=0x1 "
                  "build=b_scale_never_advances")
            .find("  made of    all but b_scale[0, 1]\n             b_scale[0, 1] is read by nothing of ") !=
        std::string::npos);
  // Sums of nine numbers in bf16 have room for one to be missing: that is no other order.
  const auto ninth = fuzzing::make_report(
      *cases::parse("moe_down_added@gfx950 n=32 k=256 m=1*9 top_k=9 data=one_hot seed=0x1 "
                    "build=moe_ninth_expert_is_padding"),
      *laws::find_law("bits"), cache, {}, "");
  CHECK(ninth.details.find("made of    all but a[256, 0..255]") != std::string::npos);
  CHECK(ninth.pattern.find("within the error bound") == std::string::npos);
  const std::string sampled = report_of(
      "small_m_mfma@gfx950 n=8388608 k=1024 m=17 sample=1 data=codes seed=0x5 "
      "build=weights_offset_of_32_bits");
  CHECK(sampled.find("snr") != std::string::npos);
  CHECK(sampled.find("explain") == std::string::npos);  // which explains no case of which a part is computed
}

}  // namespace lockstep::tests
