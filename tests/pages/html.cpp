#include "properties/pages/page.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("A page with nothing but a verdict has no empty sections") {
  pages::Page page;
  page.verdict = "holds";
  page.title = "nothing";
  const std::string html = pages::html(page);
  CHECK(count(html, "<section") == 0);
  CHECK(html.find("{{") == std::string::npos);
  CHECK(count(html, "</html>") == 1);
}

TEST_CASE("Words of a report are text on the page, whatever characters they have") {
  const std::string evil = "</script><script>alert(1)</script><b>\"x\"&";
  pages::Page page;
  page.verdict = "falsified";
  page.title = page.sentence = page.again = page.trace_title = evil;
  page.facts = {{evil, evil}};
  page.reports = {evil};
  page.trace = {evil + "\n" + evil};
  pages::ErrorMap map;
  map.name = evil;
  map.rows = map.columns = 1;
  map.levels = {1};
  map.wrong = {{0, evil}};
  map.writer_names = {evil};
  map.writers = {0};
  page.maps = {map};
  page.histograms = {{evil, {{evil, 1}}}};
  page.code = {{evil, {{16, evil, 'r', 0, 1}}, {{evil, {evil}}}}};
  page.tables = {{evil, {evil}, {{evil, {evil}}}, 1}};
  const std::string html = pages::html(page);
  CHECK(count(html, "alert(1)") >= 15);
  CHECK(count(html, "<b>") == 0);
  CHECK(count(html, "<script") == 2);  // the data and the program
  CHECK(count(html, "</script>") == 2);
}

TEST_CASE("The sections of a page are those that it has something for") {
  pages::Page page;
  page.verdict = "holds";
  page.tables = {{"Cases", {"#"}, {{"holds", {"1"}}, {"holds", {"2"}}}, 3}};
  const std::string html = pages::html(page);
  CHECK(count(html, "<section") == 1);
  CHECK(count(html, "<tr data-state=\"holds\">") == 2);
  CHECK(html.find("3 more hold and are left out") != std::string::npos);
}

TEST_CASE("Code past what a page holds line by line is a row of a table, with what was not reached") {
  pages::CodeMap small{"first", {{16, "s_endpgm", 'r'}}, {}};
  pages::CodeMap large{"second", {}, {{"folder/gemm.hip", {}}}};
  for (std::uint64_t i = 0; i < pages::kMostInstructions; ++i)
    large.lines.push_back({4 * i, "s_nop 0", i == 4 || i == 5 ? 'n' : i == 9 ? 'j' : 'r', 0, 7});
  pages::Page page;
  page.code = {large};
  CHECK(count(pages::html(page), "<code>s_nop 0</code>") == pages::kMostInstructions);
  page.code = {small, large};
  const std::string html = pages::html(page);
  CHECK(count(html, "<code>s_endpgm</code>") == 1);
  CHECK(count(html, "<code>s_nop 0</code>") == 0);
  CHECK(html.find("<td>second</td><td>9998 of 10000</td><td>1</td><td>0x10 at gemm.hip:7</td>") !=
        std::string::npos);
}
