// Lines of a journal, read back.
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "emulator/findings/finding_json.hpp"
#include "properties/campaigns/cause.hpp"
#include "properties/campaigns/entry.hpp"
#include "properties/campaigns/journal.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/verdict/pattern.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using campaigns::Entry;
using verdict::Verdict;

namespace {

const laws::Law& law(std::string_view name) {
  return *laws::find_law(name);
}

cases::Case parsed(std::string_view line) {
  return *cases::parse(line);
}

// One of everything that a line can say.
Entry everything(laws::CodeCache& cache) {
  Entry entry;
  entry.index = 123456789012;
  entry.seconds = 1.25;
  laws::CaseResult& r = entry.result;
  r.the_case =
      parsed("small_m_gemv@gfx950 groups=1 n=11 k=1184 m=3 block_n=4 seed=0x484784 schedule=random:7");
  r.verdict = Verdict::falsified;
  r.laws.push_back({law("bits").name});
  r.laws.push_back({law("exact_grid").name, Verdict::not_applicable, "not on the grid"});
  r.laws.push_back({law("bound").name, Verdict::falsified, "D[0, 0] is \"wrong\"\n"});
  r.laws.back().silent = 5;
  r.laws.push_back({law("snr").name, Verdict::inconclusive, "who knows"});
  r.laws.back().snr = {std::numeric_limits<double>::infinity(), 55.74643055942023, 0.1};
  r.error = "an error";
  r.trapped = true;
  r.sampled = "2 of 4096 tiles";
  r.pattern = "17 of 4096 elements differ; all in row 3";
  r.macs = 1;
  r.runs = 2;
  r.largest_tensor = std::uint64_t{1} << 40;
  r.instructions = 4;
  r.suppressed = {0, 7};
  const judges::Judge& judge = judges::judges().front();
  r.judges.push_back({&judge, judges::Opinion::Verdict::notices, std::numeric_limits<double>::quiet_NaN(),
                      judges::Threshold{judges::Threshold::Passes::above, 25}});
  findings::Finding f;
  f.kind = findings::FindingKind::lds_race;
  f.severity = findings::Severity::risk;
  f.text = "text";
  f.instruction = "ds_read_b32 v1, v2";
  f.address = 0x40;
  f.workgroup = {1, 2, 3};
  f.wave = 4;
  f.lane = 5;
  f.kernel = "kernel";
  f.source = "a.hip:7";
  f.other = "ds_write_b32 v3, v4";
  f.other_address = 0x80;
  f.rule = "a rule";
  r.finding = f;
  r.coverage = observe::Coverage(*cache.get(*kernels::find_kernel("small_m_gemv", "gfx950"), "O3"));
  REQUIRE(r.coverage.add("b3d2hac"));
  return entry;
}

std::string line_of(const Entry& entry) {
  return campaigns::to_line(entry, entry.result.coverage);
}

}  // namespace

TEST_CASE("a finding of every kind, lint's among them, is read back as it was kept") {
  using findings::FindingKind;
  for (int number = 0; number <= int(FindingKind::endless_loop); ++number) {
    findings::Finding f;
    f.kind = FindingKind(number);
    f.severity = findings::Severity::risk;
    f.text = "why", f.instruction = "s_nop 0", f.kernel = "k", f.source = "a.hip:1";
    f.address = 0x1100, f.other = "s_endpgm", f.other_address = 0x1104, f.rule = "rule";
    f.workgroup = {1, 2, 3}, f.wave = -1, f.lane = 4;
    INFO(findings::name(f.kind));
    const auto back = findings::finding_of(findings::json_of(f));
    REQUIRE(back.has_value());
    CHECK(back->kind == f.kind);
    CHECK(back->line() == f.line());
    CHECK((back->workgroup == f.workgroup && back->lane == f.lane && back->severity == f.severity));
    CHECK((back->other == f.other && back->other_address == f.other_address && back->rule == f.rule));
  }
  nlohmann::json unknown = findings::json_of({});
  unknown["kind"] = "nobody's";
  CHECK_FALSE(findings::finding_of(unknown).has_value());
}

TEST_CASE("a line says all of a case, and is read as what it was") {
  laws::CodeCache cache;
  const Entry entry = everything(cache);
  const std::string line = line_of(entry);
  CHECK(line.find('\n') == std::string::npos);
  const auto again = campaigns::entry_of(nlohmann::json::parse(line), cache);
  REQUIRE(again);
  CHECK(line_of(*again) == line);
  const laws::CaseResult &r = again->result, &was = entry.result;
  CHECK(again->index == entry.index);
  CHECK(r.the_case == was.the_case);
  CHECK(r.laws[2].reason == was.laws[2].reason);
  CHECK(r.laws[2].silent == 5);
  CHECK(r.laws[3].snr->db == was.laws[3].snr->db);
  CHECK(r.laws[3].snr->unquantised_db == 0.1);
  CHECK(r.first_falsified()->law == "bound");
  CHECK(r.trapped);
  CHECK(std::isnan(r.judges[0].value));
  CHECK(r.judges[0].threshold->text() == "> 25");
  CHECK(r.finding->line() == was.finding->line());
  CHECK(r.suppressed == was.suppressed);
  CHECK(r.coverage.text() == "b3d2hac");
  CHECK(r.coverage.instructions().reached == was.coverage.instructions().reached);
}

TEST_CASE("lines that say what there is not are refused, whichever part it is") {
  laws::CodeCache cache;
  const nlohmann::json good = nlohmann::json::parse(line_of(everything(cache)));
  REQUIRE(campaigns::entry_of(good, cache));
  const auto refused = [&](const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json bad = good;
    bad[nlohmann::json::json_pointer(pointer)] = value;
    return !campaigns::entry_of(bad, cache);
  };
  CHECK(refused("/verdict", "perhaps"));
  CHECK(refused("/case", "small_m_gemv@gfx950 n=x"));
  CHECK(refused("/laws/0", "no law"));
  CHECK(refused("/laws/1/verdict", "perhaps"));
  CHECK(refused("/work", nlohmann::json::array({1, 2})));
  CHECK(refused("/judges/0/judge", "nobody"));
  CHECK(refused("/finding/kind", "nothing"));
  CHECK(refused("/reached", "z3"));
  CHECK(refused("/reached", "b99999999999"));
  CHECK(refused("/index", "three"));
  for (const auto& [key, value] : good.items()) {
    nlohmann::json bad = good;
    bad[key] = nlohmann::json::array({nlohmann::json::object()});
    INFO(key);
    CHECK(!campaigns::entry_of(bad, cache));
  }
}

TEST_CASE("what a code object's coverage is as text") {
  laws::CodeCache cache;
  observe::Coverage c(*cache.get(*kernels::find_kernel("small_m_gemv", "gfx950"), "O3"));
  CHECK(c.text().empty());
  CHECK(c.add(""));
  CHECK(c.add("a2b"));
  CHECK(c.add("b2a"));
  CHECK(c.text() == "b3");
  CHECK(c.instructions().reached == 3);
  CHECK_FALSE(c.add("b2?"));
  CHECK_FALSE(c.add("3b"));
  CHECK_FALSE(c.add("b" + std::to_string(c.instructions().total + 1)));
  CHECK(c.text() == "b3");
  CHECK(c.add("b" + std::to_string(c.instructions().total)));
  CHECK(c.instructions().reached == c.instructions().total);
}

TEST_CASE(
    "lines up to any case say all that the cases up to it reached, in whatever order they were written") {
  laws::CodeCache cache;
  Entry entry = everything(cache);
  const observe::Coverage nothing(*cache.get(*kernels::find_kernel("small_m_gemv", "gfx950"), "O3"));
  const std::vector<std::string> reached{"b2", "ab3", "d4", "a", "ba4h", "c2"};
  std::vector<std::size_t> order{4, 0, 5, 2, 1, 3};
  campaigns::FirstReached first;
  std::vector<observe::Coverage> said(reached.size());
  for (const std::size_t index : order) {
    entry.result.coverage = nothing;
    REQUIRE(entry.result.coverage.add(reached[index]));
    said[index] = first.news(index, entry.result);
    first.note(index, entry.result.the_case, said[index]);
  }
  CHECK(said[3].code() == nullptr);  // which reached nothing that no other did
  for (std::size_t end = 1; end <= reached.size(); ++end) {
    observe::Coverage whole = nothing, merged = nothing;
    for (std::size_t i = 0; i < end; ++i) {
      REQUIRE(whole.add(reached[i]));
      merged.merge(said[i]);
    }
    INFO(end);
    CHECK(merged.text() == whole.text());
  }
}

TEST_CASE(
    "failures have one cause where the law and the pair of instructions, or else the pattern, are the same") {
  laws::CodeCache cache;
  laws::CaseResult r = everything(cache).result;
  const auto pair = campaigns::cause_of(r);
  CHECK(pair.kernel == "small_m_gemv@gfx950 O3");
  CHECK(pair.law == "bound");
  CHECK(pair.what == "lds-race: ds_read_b32 v1, v2 @0x40, ds_write_b32 v3, v4 @0x80");
  r.finding->lane = 9;
  r.finding->text = "another";
  CHECK(campaigns::cause_of(r) == pair);
  // Whichever of the two is told to use the other's bytes, and whichever law is looked at first.
  std::swap(r.finding->instruction, r.finding->other);
  std::swap(r.finding->address, r.finding->other_address);
  CHECK(campaigns::cause_of(r) == pair);
  CHECK(campaigns::lasting_text(pair, r.finding) == "lds-race: ds_read_b32, ds_write_b32");
  laws::CaseResult raced = r;
  raced.laws = {{"bits", Verdict::falsified}, {"clean", Verdict::falsified}};
  const auto of_bits = campaigns::cause_of(raced);
  raced.laws = {{"bits"}, {"schedule", Verdict::falsified}, {"clean", Verdict::falsified}};
  CHECK(campaigns::cause_of(raced) == of_bits);
  r.finding->other_address = 0x84;
  CHECK(campaigns::cause_of(r) != pair);
  r.finding.reset();
  const auto pattern = campaigns::cause_of(r);
  CHECK(pattern.what == "N of N elements differ; all in row N");
  r.pattern = "2 of 12 elements differ; all in row 11";
  CHECK(campaigns::cause_of(r) == pattern);
  r.pattern = "2 of 12 elements differ; all of them NaN";
  CHECK(campaigns::cause_of(r) != pattern);
  r.pattern = "want 0x43ff 1.5e-07, got -2.25, by the factor 2^-3";
  CHECK(campaigns::cause_of(r).what == "want N N, got N, by the factor N^-N");
  r.pattern.clear();
  CHECK(campaigns::cause_of(r).what == "D[N, N] is \"wrong\"\n");
}

TEST_CASE("a bug whose values stand elsewhere is one cause, at whatever distance, and where nobody can say") {
  operators::Output d{"d", &formats::bfloat16, 32, 64, {}};
  for (std::int64_t r = 0; r < 32; ++r) d.rows.push_back({r, 0, r});
  // Rows from 16 on hold what belongs so many elements before, and poison where that is of no such row.
  const auto cause = [&](std::int64_t by) {
    const auto code = [](std::int64_t at) { return std::uint32_t(0x1000 + at * 7919 % 16381); };
    verdict::LawResult bits{"bits", Verdict::falsified};
    for (std::int64_t at = 1024; at < 2048; ++at)
      bits.mismatches.push_back({0, std::size_t(at / 64), at % 64,
                                 at - by < 1024 ? std::uint32_t(0x6000 + at) : code(at - by), code(at)});
    bits.mismatch_count = bits.mismatches.size();
    const auto said = verdict::explain_displacement({d}, bits, {.undefined = true});
    CHECK(said.has_value() == (by < 1024));
    laws::CaseResult r;
    r.the_case = parsed("small_m_gemv@gfx950 n=64 k=32 m=32");
    r.pattern = verdict::explain({d}, {operators::Tiling{}}, bits, {.undefined = true});
    r.laws = {bits};
    return campaigns::cause_of(r);
  };
  CHECK(cause(64) == cause(1024));
  CHECK(cause(64) == cause(8));
  CHECK(cause(64) == cause(130));
}

TEST_CASE("the shards of a seed have each case once") {
  for (const std::uint64_t of : {1, 2, 7, 64}) {
    std::vector<int> met(1000);
    for (std::uint64_t number = 1; number <= of; ++number)
      for (std::uint64_t i = 0; campaigns::Shard{number, of}.index(i) < met.size(); ++i)
        ++met[campaigns::Shard{number, of}.index(i)];
    CHECK(std::ranges::all_of(met, [](int times) { return times == 1; }));
  }
  CHECK(campaigns::text(*campaigns::parse_shard("3/64")) == "3/64");
  CHECK(campaigns::text(*campaigns::parse_shard("3/64+1000")) == "3/64+1000");
  CHECK(campaigns::parse_shard("3/64+1000")->index(2) == 1000 + 2 + 2 * 64);
  CHECK(campaigns::parse_shard("1/1+7")->index(0) == 7);
  for (const char* wrong : {"", "/", "1/", "/2", "0/2", "3/2", "1/2/3", "-1/2", "1/1000001", "one/2", "1/2+",
                            "1/2+-1", "+1/2", "1+1/2", "1/2+1+1", "1/2+1000000000000001"})
    CHECK_FALSE(campaigns::parse_shard(wrong));
}
