// From a page's contents to Mustache's data.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "properties/pages/page.hpp"

namespace lockstep::pages {

// What every page has in common, as the files of template/ have it: Mustache, style and script.
extern const char *const kTemplate, *const kStyle, *const kScript;

namespace {

using kainjow::mustache::data;

// A list or an object of Mustache's copies what is put into it, with all that is in that: code of some
// thousand lines would be copied at each level.

data list_of(std::vector<data> all) {
  data list = data::type::list;
  const_cast<kainjow::mustache::list&>(list.list_value()) = std::move(all);  // no function takes it so
  return list;
}

template <std::size_t N>
data object(std::pair<std::string, data> (&&entries)[N]) {
  data all = data::type::object;
  for (auto& [name, value] : entries) all[name] = std::move(value);
  return all;
}

// What a line between <script> tags may hold: no end of one.
std::string embedded(const nlohmann::json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  for (const char c : text)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

nlohmann::json data_of(const ErrorMap& m) {
  nlohmann::json wrong = nlohmann::json::array();
  for (const ErrorMap::Wrong& w : m.wrong) wrong.push_back({w.cell, w.text});
  return {{"rows", m.rows},
          {"columns", m.columns},
          {"cell_rows", m.cell_rows},
          {"cell_columns", m.cell_columns},
          {"tile_rows", m.tile_rows},
          {"tile_columns", m.tile_columns},
          {"levels", m.levels},
          {"writers", m.writers},
          {"writer_names", m.writer_names},
          {"wrong", std::move(wrong)}};
}

data view_of(const ErrorMap& m, std::size_t index) {
  const bool whole = m.cell_rows == 1 && m.cell_columns == 1;
  return object(
      {{"index", std::to_string(index)},
       {"name", m.name},
       {"wrong_elements", std::to_string(m.wrong_elements)},
       {"elements", std::to_string(m.elements)},
       {"cell_sentence",
        whole ? "A cell is one element of a written row."
              : fmt::format("A cell is {} by {} elements of the written rows, and shows the worst.",
                            m.cell_rows, m.cell_columns)},
       {"tile_sentence", m.tile_rows == 0 || m.tile_columns == 0
                             ? ""
                             : fmt::format(" Lines part tiles of {} by {}.", m.tile_rows, m.tile_columns)}});
}

data view_of(const Histogram& h, std::size_t index) {
  std::uint64_t most = 1;
  for (const Histogram::Bin& bin : h.bins) most = std::max(most, bin.count);
  std::vector<data> bins;
  for (const Histogram::Bin& bin : h.bins)
    bins.push_back(
        object({{"name", bin.name},
                {"count", std::to_string(bin.count)},
                {"width", fmt::format("{:.1f}", bin.count == 0 ? 0.0
                                                               : 100 * std::log2(1.0 + double(bin.count)) /
                                                                     std::log2(1.0 + double(most)))}}));
  return object({{"index", std::to_string(index)}, {"title", h.title}, {"bins", list_of(std::move(bins))}});
}

const char* mark_of(char state) {
  switch (state) {
    case 'b':
      return "\u21c5";
    case 'j':
      return "\u21b7";
    case 'w':
      return "\u2193";
    case 'n':
      return "\u2715";
    default:
      return "";
  }
}

// What is worth most to know where one line has several instructions.
char worse(char a, char b) {
  constexpr std::string_view kOrder = "brnwj";
  return kOrder.find(a) < kOrder.find(b) ? b : a;
}

data source_line(int source, int number, const std::string& text, char state) {
  const bool mapped = state != ' ';
  return object({{"source", std::to_string(source)},
                 {"number", std::to_string(number)},
                 {"text", text},
                 {"mapped", mapped},
                 {"mark", std::string(mark_of(state))},
                 {"state", std::string(1, state)}});
}

data view_of(const CodeMap& m, std::size_t index) {
  std::vector<data> lines, sources;
  std::map<std::pair<int, int>, char> of_line;
  std::size_t reached = 0, one_way = 0;
  lines.reserve(m.lines.size());
  for (const CodeMap::Line& l : m.lines) {
    reached += l.state != 'n' ? 1 : 0;
    one_way += l.state == 'j' || l.state == 'w' ? 1 : 0;
    lines.push_back(object({{"address", fmt::format("{:x}", l.address)},
                            {"text", l.text},
                            {"state", std::string(1, l.state)},
                            {"mark", std::string(mark_of(l.state))},
                            {"source", std::to_string(l.source)},
                            {"line", std::to_string(l.line)}}));
    if (l.source < 0 || l.line == 0) continue;
    const auto [known, is_new] = of_line.try_emplace({l.source, l.line}, l.state);
    if (!is_new) known->second = worse(known->second, l.state);
  }
  for (int s = 0; s < int(m.sources.size()); ++s) {
    const CodeMap::Source& source = m.sources[std::size_t(s)];
    std::vector<data> of;
    of.reserve(source.lines.size());
    for (int n = 1; n <= int(source.lines.size()); ++n) {
      const auto known = of_line.find({s, n});
      of.push_back(
          source_line(s, n, source.lines[std::size_t(n - 1)], known == of_line.end() ? ' ' : known->second));
    }
    if (source.lines.empty())
      for (auto at = of_line.lower_bound({s, 0}); at != of_line.end() && at->first.first == s; ++at)
        of.push_back(source_line(s, at->first.second, "", at->second));
    sources.push_back(
        object({{"name", source.name}, {"found", !source.lines.empty()}, {"lines", list_of(std::move(of))}}));
  }
  return object(
      {{"index", std::to_string(index)},
       {"title", m.title},
       {"summary",
        fmt::format("{} of {} instructions were reached; {} branches took one direction only.{}", reached,
                    m.lines.size(), one_way,
                    m.left_out == 0 ? "" : fmt::format(" {} more instructions are left out.", m.left_out))},
       {"has_sources", !sources.empty()},
       {"sources", list_of(std::move(sources))},
       {"lines", list_of(std::move(lines))}});
}

data view_of(const Table& t, std::size_t index) {
  std::vector<data> columns, rows;
  for (const std::string& c : t.columns) columns.push_back(object({{"name", c}}));
  rows.reserve(t.rows.size());
  for (const Table::Row& row : t.rows) {
    std::vector<data> cells;
    for (const std::string& cell : row.cells) cells.push_back(object({{"text", cell}}));
    rows.push_back(object({{"state", row.state}, {"cells", list_of(std::move(cells))}}));
  }
  data view = object({{"index", std::to_string(index)},
                      {"title", t.title},
                      {"count", std::to_string(t.rows.size())},
                      {"columns", list_of(std::move(columns))},
                      {"rows", list_of(std::move(rows))}});
  view.set("left_out", t.left_out == 0 ? data(false) : data(std::to_string(t.left_out)));
  return view;
}

data trace_step(const std::string& text) {
  const std::size_t end = text.find('\n');
  const std::string operands = end == std::string::npos ? "" : text.substr(end + 1);
  return object({{"instruction", text.substr(0, end)},
                 {"has_operands", !operands.empty()},
                 {"operands", operands.substr(0, operands.find_last_not_of('\n') + 1)}});
}

template <typename T>
data views_of(std::span<const T> all) {
  std::vector<data> views;
  for (std::size_t i = 0; i < all.size(); ++i) views.push_back(view_of(all[i], i));
  return list_of(std::move(views));
}

}  // namespace

std::string html(const Page& page) {
  std::vector<data> facts, reports, trace;
  for (const Fact& f : page.facts) facts.push_back(object({{"name", f.name}, {"value", f.value}}));
  for (const std::string& r : page.reports) reports.push_back(object({{"text", r}}));
  for (const std::string& step : page.trace) trace.push_back(trace_step(step));
  nlohmann::json maps = nlohmann::json::array();
  for (const ErrorMap& m : page.maps) maps.push_back(data_of(m));
  const std::size_t shown = shown_line_by_line(page.code);
  const auto code = std::span(page.code).first(shown), folded = std::span(page.code).subspan(shown);
  std::vector<Table> tables = page.tables;
  if (!folded.empty()) tables.push_back(coverage_table(folded));
  kainjow::mustache::mustache mustache(kTemplate);
  return mustache.render(object({{"verdict", page.verdict},
                                 {"title", page.title},
                                 {"sentence", page.sentence},
                                 {"style", std::string(kStyle)},
                                 {"script", std::string(kScript)},
                                 {"data", embedded({{"maps", maps}, {"other", ErrorMap::kOtherClass}})},
                                 {"has_again", !page.again.empty()},
                                 {"again", page.again},
                                 {"has_reports", !page.reports.empty()},
                                 {"reports", list_of(std::move(reports))},
                                 {"has_facts", !page.facts.empty()},
                                 {"facts", list_of(std::move(facts))},
                                 {"maps", views_of(std::span(page.maps))},
                                 {"histograms", views_of(std::span(page.histograms))},
                                 {"has_trace", !page.trace.empty()},
                                 {"trace_title", page.trace_title},
                                 {"trace_length", std::to_string(page.trace.size())},
                                 {"trace", list_of(std::move(trace))},
                                 {"code", views_of(code)},
                                 {"tables", views_of(std::span<const Table>(tables))}}));
}

}  // namespace lockstep::pages
