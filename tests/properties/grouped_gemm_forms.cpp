// DeepGEMM's forms of the grouped GEMM and the two tiles: corners of the contract, and ways to say the same
// that give the same bits.
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

operators::Codes output_of(const std::string& line, laws::CodeCache& cache) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  auto e = laws::Experiment::prepare(*c, cache, {});
  INFO(line << (e ? std::string() : e.error()));
  REQUIRE(e.has_value());
  const laws::Run& run = (*e)->first_run();
  CHECK_FALSE(run.outcome.stop.has_value());
  return run.output;
}

}  // namespace

TEST_CASE("grouped forms: the corners of DeepGEMM's contract satisfy every law") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx942", "gfx1250"})
    for (const char* rest : {
             "contiguous@ARCH n=128 k=0 m=5,0,130 gap=1 zero_padding=1 data=codes",
             "contiguous@ARCH n=128 k=0 m=5,0,130 groups_as=ends out=f16",
             "contiguous@ARCH n=0 k=128 m=5",
             "contiguous@ARCH n=128 k=128 m=0,0",
             "contiguous@ARCH n=128 k=128 m=0,0 gap=2 zero_padding=1 groups_as=ends",
             "contiguous@ARCH n=128 k=128 m=0,0 gap=2 zero_padding=1",
             "masked@ARCH n=128 k=0 m=5,0,130 m_max=200",
             "masked@ARCH n=0 k=0 m=0 m_max=0",
             "contiguous@ARCH n=128 k=256 m=1,0,0,131,0 groups_as=ends align=160 ragged=1 zero_padding=1 "
             "data=nan scales=nan",
             "contiguous@ARCH n=128 k=128 m=3,1,2 groups_as=ends align=1 data=codes scales=distinct",
             "contiguous@ARCH n=128 k=128 m=3,0*70,2 groups_as=ends align=32 data=grid zero_padding=1 "
             "expected_m=1 padded_scales=1 schedule=latest",
             "masked@ARCH n=128 k=256 m=300,0,17 m_max=301 expected_m=1 data=codes scales=distinct "
             "padded_scales=1 schedule=random:5",
         }) {
      std::string line = "grouped_gemm_" + std::string(rest);
      line.replace(line.find("ARCH"), 4, arch);
      const laws::CaseResult r = run(line, all_laws(), cache);
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
}

TEST_CASE("grouped forms: law bound passes over no element where a sum may overflow") {
  struct Row {
    const char* line;
    bool everywhere;
  };
  laws::CodeCache cache;
  for (const Row& row : {
           Row{"grouped_gemm_masked@gfx950 n=128 k=256 m=3 m_max=4 data=codes scales=distinct", true},
           Row{"grouped_gemm_masked@gfx950 n=512 k=1024 m=3 m_max=4 data=codes scales=extreme", false},
           Row{"grouped_gemm_k@gfx950 n=128 m=128 k=256 out=f32 data=codes scales=distinct", true},
           Row{"grouped_gemm_k@gfx950 n=128 m=128 k=1024 out=f32 data=codes scales=extreme", false},
           Row{"grouped_gemm_masked@gfx942 n=128 k=256 m=3 m_max=4 data=codes scales=distinct", false},
       }) {
    INFO(row.line);
    auto e = laws::Experiment::prepare(*cases::parse(row.line), cache, {});
    REQUIRE(e.has_value());
    const problems::Instance& instance = (*e)->instance();
    CHECK(instance.claims_everywhere() == row.everywhere);
    const operators::ExactOutput& exact = (*e)->exact()[0];
    for (std::size_t i = 0; row.everywhere && i < exact.value.size(); ++i)
      REQUIRE(std::isfinite(instance.bound(exact, 0, i).error));
  }
}

// Rows that lie at the same place draw the same data, so that groups of whole tiles come out alike in every
// form.
TEST_CASE("grouped tiles: a large tile that ends behind the last column satisfies every law") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx942", "gfx1250"})
    for (const char* rest : {
             "contiguous@ARCH n=128 k=128 m=1 data=nan scales=nan schedule=latest",
             "contiguous@ARCH n=384 k=384 m=130 data=codes scales=distinct schedule=random:3",
             "contiguous@ARCH n=512 k=256 m=5,0,33 groups_as=ends align=32 data=grid zero_padding=1 gap=1",
             "contiguous@ARCH n=640 k=128 m=17 pad=scattered zero_padding=1 data=codes scales=distinct",
             "masked@ARCH n=640 k=640 m=129,0,1 m_max=129 data=codes scales=distinct schedule=random:5",
             "masked@ARCH n=896 k=0 m=3 m_max=3 out=f16",
         }) {
      std::string line = "grouped_gemm_" + std::string(rest) + " tile=large";
      line.replace(line.find("ARCH"), 4, arch);
      const laws::CaseResult r = run(line, all_laws(), cache);
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
}

TEST_CASE("grouped tiles: the tile does not show in a bit") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx942", "gfx1250"})
    for (const char* rest :
         {"contiguous@ARCH m=130,0,17", "contiguous@ARCH m=130,0,17 groups_as=ends align=1",
          "masked@ARCH m=129,0,17 m_max=150 expected_m=1"}) {
      std::string line = "grouped_gemm_" + std::string(rest) + " n=640 data=codes scales=distinct k=";
      line.replace(line.find("ARCH"), 4, arch);
      INFO(line);
      const operators::Codes large = output_of(line + "384 tile=large", cache);
      CHECK(large == output_of(line + "384 tile=small", cache));
      CHECK(large != output_of(line + "256 tile=large", cache));  // the comparison can fail
    }
}

TEST_CASE("grouped forms: how groups are told, the guess and the padding of scales do not show in a bit") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx942", "gfx1250"}) {
    const std::string common = "@" + arch + " n=256 k=384 data=codes scales=distinct out=f16";
    const std::string contiguous = "grouped_gemm_contiguous" + common + " m=128,0,300,77";
    const operators::Codes plain = output_of(contiguous, cache);
    for (const char* way : {" groups_as=ends", " groups_as=ends expected_m=1",
                            " groups_as=ends expected_m=500", " padded_scales=1 ragged=1"}) {
      INFO(contiguous << way);
      CHECK(output_of(contiguous + way, cache) == plain);
    }
    CHECK(output_of(contiguous + " seed=2", cache) != plain);  // the comparison can fail
    const std::string masked = "grouped_gemm_masked" + common + " m=301,0,4 m_max=303";
    const operators::Codes all = output_of(masked, cache);
    for (const char* way :
         {" expected_m=1", " expected_m=129", " expected_m=2147483647", " padded_scales=1"}) {
      INFO(masked << way);
      CHECK(output_of(masked + way, cache) == all);
    }
  }
}

TEST_CASE("grouped forms: keys of another form, and values out of range, are refused by name") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    const char* says;
  };
  for (const Row& row : {
           Row{"masked@gfx950 m=1 m_max=128 zero_padding=1", "zero_padding = 1: belongs to the contiguous"},
           Row{"masked@gfx950 m=1 m_max=128 groups_as=ends", "groups_as = ends: belongs to the contiguous"},
           Row{"contiguous@gfx950 m=1 expected_m=5",
               "expected_m = 5: belongs to the masked kernels and groups_as=ends"},
           Row{"contiguous@gfx950 m=1 align=5", "align = 5: belongs to groups_as=ends only"},
           Row{"contiguous@gfx950 m=1 groups_as=ends pad=head", "pad = head: belongs to groups_as=ids only"},
           Row{"contiguous@gfx950 m=1 groups_as=sums", "groups_as=sums: expected one of ids, ends"},
           Row{"contiguous@gfx950 m=1 groups_as=ends align=0", "align=0: expected a number from 1"},
           Row{"masked@gfx950 m=1 m_max=128 expected_m=2147483648",
               "expected_m = 2147483648: must fit int32"},
           Row{"masked@gfx950 m=1 m_max=128 expected_m=-1", "expected_m=-1: expected a number from 0"},
           Row{"contiguous@gfx950 m=3,-1 groups_as=ends", "m[1] = -1: must not be negative"},
       }) {
    const laws::CaseResult r = run(std::string("grouped_gemm_") + row.line, all_laws(), cache);
    INFO(row.line << "\n" << r.error);
    CHECK(r.error.find(row.says) != std::string::npos);
    CHECK(r.verdict == verdict::Verdict::inconclusive);
  }
}

}  // namespace lockstep::tests
