#include <cmath>

#include <fmt/format.h>

#include "properties/laws/law.hpp"
#include "properties/verdict/regions.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

namespace {

using verdict::LawResult;
using verdict::Regions;

// The declared order's codes; the kernel's own where an order that is left open admits them.
std::vector<std::uint32_t> expected_of(Experiment& e, std::size_t output,
                                       const std::vector<std::uint32_t>& got) {
  std::vector<std::uint32_t> want = e.expected()[output];
  for (std::size_t i = 0; i < want.size(); ++i)
    if (got[i] != want[i] && e.instance().admits(e.model(), output, i, want[i], got[i])) want[i] = got[i];
  return want;
}

std::string compared(const verdict::RegionNoise& r) {
  std::string text =
      fmt::format("{}, {} expected", verdict::decibels(r.got.db()), verdict::decibels(r.expected_db()));
  if (r.other_class == 0) return text;
  return fmt::format("{} elements wrongly infinite, NaN or finite; the others {}", r.other_class,
                     r.got.noise() == r.want.noise() ? "as expected" : text);
}

std::string place(const operators::Output& output, const verdict::Region& region) {
  const std::string inside = name(region);
  return inside.empty() ? std::string(output.name) : fmt::format("{}, {}", output.name, inside);
}

std::string details_of(const operators::Output& output, const Regions& regions,
                       const verdict::Region& worst) {
  std::string text = fmt::format("  snr        {}: {}", place(output, worst), compared(worst.noise));
  if (worst.kind != verdict::Region::Kind::whole)
    text += fmt::format("; whole: {}", compared(regions.whole().noise));
  text += "\n";
  const std::vector<std::string> map = regions.map();
  if (map.empty()) return text;
  text += fmt::format(
      "  tiles      of {}x{}; . reaches it, 0 to 9: so many tens of dB short, X: wrongly infinite, NaN or "
      "finite\n",
      regions.tile_rows(), regions.tile_columns());
  for (const std::string& line : map) text += fmt::format("             {}\n", line);
  return text;
}

// Widens what is allowed for a code object that adds in an order which nobody declared.
void allow_any_order(Experiment& e, std::size_t o, Regions& regions) {
  const operators::ExactOutput& exact = e.exact()[o];
  const operators::Output& output = e.instance().outputs()[o];
  operators::Codes wants;
  for (const matrix::Model& model : matrix::models(e.kernel().arch))
    wants.push_back(e.instance().expected(model)[o]);
  std::vector<double> deviations;
  for (std::size_t i = 0; i < exact.value.size(); ++i) {
    const double loss = exact::loss_of(e.instance().bound(exact, o, i), exact.value[i], *output.format);
    deviations.push_back(e.instance().deviation(loss, o, i));
  }
  regions.allow(output, exact.value, wants, deviations);
}

void falsify(Experiment& e, std::size_t o, const Regions& regions, const verdict::Region& worst,
             const std::vector<std::uint32_t>& got, const std::vector<std::uint32_t>& want,
             LawResult& result) {
  const auto& outputs = e.instance().outputs();
  for (std::size_t i = 0; i < want.size(); ++i)
    if (!e.the_case().any_order && !verdict::same(*outputs[o].format, got[i], want[i]))
      verdict::add_mismatch(outputs, o, i, got[i], want[i], result);
  result.details += details_of(outputs[o], regions, worst);
  if (result.verdict == verdict::Verdict::falsified) return;
  result.verdict = verdict::Verdict::falsified;
  result.reason = fmt::format("{}: {}", place(outputs[o], worst), compared(worst.noise));
}

exact::Noise noise_of(const formats::Format& format, const std::vector<double>& exact,
                      const std::vector<std::uint32_t>& codes) {
  exact::Noise noise;
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (const double value = formats::to_double(format, codes[i]);
        std::isfinite(value) && std::isfinite(exact[i]))
      noise.add(exact[i], value);
  return noise;
}

// Keeps the least figures. True where these are the new least.
bool keep_least(double db, double expected_db, LawResult& result) {
  const auto excess = [](double reached, double expected) {
    return reached == expected ? 0 : reached - expected;  // both may be infinite
  };
  if (result.snr && excess(db, expected_db) >= excess(result.snr->db, result.snr->expected_db)) return false;
  result.snr = {db, expected_db};
  return true;
}

// Reports an output's SNR against the operands before quantisation. Nothing is demanded of it: it is what
// harnesses that know no other reference would report.
void report_unquantised(Experiment& e, std::size_t output, const std::vector<std::uint32_t>& got,
                        LawResult& result) {
  if (!e.reports_unquantised() || !e.unquantised()) return;
  result.snr->unquantised_db =
      noise_of(*e.instance().outputs()[output].format, (*e.unquantised())[output], got).db();
}

}  // namespace

LawResult check_snr(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("snr", run)) return *stopped;
  LawResult result{"snr"};
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const std::vector<double>& exact = e.exact()[o].value;
    const std::vector<std::uint32_t>& got = run.output[o];
    if (got == e.expected()[o]) {  // then every region has what is expected of it
      const double db = noise_of(*outputs[o].format, exact, got).db();
      if (keep_least(db, db, result)) report_unquantised(e, o, got, result);
      continue;
    }
    const std::vector<std::uint32_t> want = expected_of(e, o, got);
    Regions regions(outputs[o], e.tilings()[o], exact, got, want);
    if (e.the_case().any_order) allow_any_order(e, o, regions);
    if (keep_least(regions.whole().noise.got.db(), regions.whole().noise.expected_db(), result))
      report_unquantised(e, o, got, result);
    if (const verdict::Region* worst = regions.worst()) falsify(e, o, regions, *worst, got, want, result);
  }
  return result;
}

}  // namespace lockstep::laws
