#include "properties/laws/model_spread.hpp"

#include <cmath>

#include <fmt/format.h>

#include "properties/verdict/regions.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

namespace {

double db_of(const operators::Output& output, const std::vector<double>& exact,
             const std::vector<std::uint32_t>& codes) {
  exact::Noise noise;
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (const double value = formats::to_double(*output.format, codes[i]);
        std::isfinite(value) && std::isfinite(exact[i]))
      noise.add(exact[i], value);
  return noise.db();
}

std::uint64_t count_differing(const operators::Output& output, std::size_t o,
                              const std::vector<operators::Codes>& by_model) {
  std::uint64_t differing = 0;
  for (std::size_t i = 0; i < by_model[0][o].size(); ++i)
    for (const operators::Codes& codes : by_model)
      if (!verdict::same(*output.format, codes[o][i], by_model[0][o][i])) {
        ++differing;
        break;
      }
  return differing;
}

double width(const ModelSpread::Ratio& least, const ModelSpread::Ratio& most) {
  return least.db == most.db ? 0 : most.db - least.db;  // both may be infinite
}

}  // namespace

ModelSpread spread_over_models(Experiment& e) {
  const auto models = matrix::models(e.kernel().arch);
  std::vector<operators::Codes> by_model;
  for (const matrix::Model& model : models) by_model.push_back(e.instance().expected(model));
  ModelSpread spread;
  spread.models = models.size();
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    ModelSpread::Ratio least, most;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const ModelSpread::Ratio ratio{models[m].name, db_of(outputs[o], e.exact()[o].value, by_model[m][o])};
      if (m == 0 || ratio.db < least.db) least = ratio;
      if (m == 0 || ratio.db > most.db) most = ratio;
    }
    spread.differing += count_differing(outputs[o], o, by_model);
    spread.elements += outputs[o].elements();
    if (o > 0 && width(least, most) <= width(spread.least, spread.most)) continue;
    spread.output = outputs[o].name;
    spread.least = least;
    spread.most = most;
  }
  return spread;
}

std::string text(const ModelSpread& s) {
  return fmt::format("{} ({}) to {} ({}), {:.2g} dB apart; {} models, which differ in {} of {} elements",
                     verdict::decibels(s.least.db), s.least.model, verdict::decibels(s.most.db), s.most.model,
                     width(s.least, s.most), s.models, s.differing, s.elements);
}

}  // namespace lockstep::laws
