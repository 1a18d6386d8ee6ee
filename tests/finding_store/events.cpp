// Events as text, and back; and what is none.
#include "properties/campaigns/known_finding.hpp"
#include "tests/catch.hpp"

using namespace lockstep::campaigns;

namespace {

FindingEvent everything() {
  FindingEvent e;
  e.kind = FindingEvent::Kind::seen;
  e.number = 12;
  e.time = 1'700'000'000;
  e.subject = {"small_m_gemv@gfx950", "O3", "bits", "N of N elements differ; \"all\" in row N\n"};
  e.object = "0x0123456789abcdef";
  e.version = "0.1.0 (5eed), LLVM 22";
  e.the_case = "small_m_gemv@gfx950 groups=1 n=11 k=1184 m=3";
  e.size = 1 << 20;
  e.reason = "why";
  return e;
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), instead);
}

}  // namespace

TEST_CASE("an event is read as it was written") {
  const FindingEvent e = everything();
  const auto again = event_of(text_of(e));
  REQUIRE(again);
  CHECK(*again == e);
}

TEST_CASE("parts of a subject can't be taken for one another") {
  const Subject s{"ab", "c", "d", "e"};
  CHECK(id_of(s).size() == 16);
  CHECK(id_of(s) != id_of({"a", "bc", "d", "e"}));
  CHECK(id_of(s) != id_of({"ab", "c", "e", "d"}));
  CHECK(id_of(s) == id_of({"ab", "c", "d", "e"}));
}

TEST_CASE("what is no event is refused, with what is wrong") {
  const std::string text = text_of(everything());
  const auto complaint = [](const std::string& of) {
    const auto e = event_of(of);
    REQUIRE(!e);
    return e.error();
  };
  for (std::size_t cut = 0; cut + 2 < text.size(); ++cut)
    CHECK(complaint(text.substr(0, cut)).find("damaged") != std::string::npos);
  CHECK(complaint("[]").find("schema 1") != std::string::npos);
  CHECK(complaint(with(text, "\"schema\":1", "\"schema\":2")).find("schema 1") != std::string::npos);
  CHECK(complaint(with(text, "\"seen\"", "\"heard\"")).find("does not know") != std::string::npos);
  CHECK(complaint(with(text, "\"number\":12", "\"number\":18446744073709551615")).find("its number") !=
        std::string::npos);
  CHECK(complaint(with(text, "\"number\":12", "\"number\":1e300")).find("number is no whole number") !=
        std::string::npos);
  CHECK(complaint(with(text, "\"number\":12", "\"number\":-1")).find("its number") != std::string::npos);
  CHECK(complaint(with(text, "1700000000", "99999999999999")).find("its time") != std::string::npos);
  CHECK(complaint(with(text, "\"kernel\":\"small_m_gemv@gfx950\"", "\"kernel\":7")).find("damaged") !=
        std::string::npos);
  CHECK(complaint(with(with(text, "\"seen\"", "\"accepted\""), "\"why\"", "\"\"")).find("without a reason") !=
        std::string::npos);
  CHECK(complaint(with(text, "\"case\"", "\"cases\"")).find("in no case") != std::string::npos);
}

TEST_CASE("times are said in UTC") {
  CHECK(text_of_time(1'700'000'000) == "2023-11-14T22:13:20Z");
}
