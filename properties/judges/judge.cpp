#include "properties/judges/judge.hpp"

#include <fmt/format.h>

namespace lockstep::judges {

namespace {

using Passes = Threshold::Passes;

std::string_view sign(Passes passes) {
  switch (passes) {
    case Passes::at_least:
      return ">=";
    case Passes::above:
      return ">";
    case Passes::at_most:
      return "<=";
    case Passes::below:
      return "<";
  }
  return "";
}

}  // namespace

std::string_view name(Against against) {
  return against == Against::quantised ? "the quantised operands" : "the operands before quantisation";
}

bool Threshold::holds(double value) const {
  switch (passes) {
    case Passes::at_least:
      return value >= limit;
    case Passes::above:
      return value > limit;
    case Passes::at_most:
      return value <= limit;
    case Passes::below:
      return value < limit;
  }
  return false;
}

std::string Threshold::text() const {
  return fmt::format("{} {:g}", sign(passes), limit);
}

const Judge* find_judge(std::string_view name) {
  for (const Judge& judge : judges())
    if (judge.name == name) return &judge;
  return nullptr;
}

}  // namespace lockstep::judges
