#include "tests/hardware/kernel_answers.hpp"

#include <fstream>

#include <fmt/format.h>

#include "properties/laws/experiment.hpp"

namespace lockstep::hardware {

namespace {

constexpr std::string_view kBetween = " | ";

tl::expected<KernelAnswer, std::string> read_answer(std::string_view line) {
  const std::size_t between = line.find(kBetween);
  if (between == line.npos) return tl::unexpected(fmt::format("no answer behind '{}'", line));
  auto c = cases::parse(line.substr(0, between));
  if (!c) return tl::unexpected(c.error());
  KernelAnswer answer{std::move(*c), {}};
  const std::string_view digits = line.substr(between + kBetween.size());
  for (std::size_t i = 0; i + 4 <= digits.size(); i += 4)
    answer.codes.push_back(std::uint32_t(std::stoul(std::string(digits.substr(i, 4)), nullptr, 16)));
  return answer;
}

}  // namespace

tl::expected<KernelAnswers, std::string> read_answers(const std::string& file) {
  std::ifstream in(file);
  KernelAnswers answers;
  if (!std::getline(in, answers.origin)) return tl::unexpected(fmt::format("{} can't be read", file));
  for (std::string line; std::getline(in, line);) {
    auto answer = read_answer(line);
    if (!answer) return tl::unexpected(fmt::format("{}: {}", file, answer.error()));
    answers.all.push_back(std::move(*answer));
  }
  return answers;
}

std::string text_of(const KernelAnswer& answer) {
  std::string text = cases::print(answer.the_case) + std::string(kBetween);
  for (const std::uint32_t code : answer.codes) text += fmt::format("{:04x}", code);
  return text;
}

tl::expected<KernelAnswer, std::string> ask(const cases::Case& c, devices::Device& device) {
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.device = &device;
  const auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) return tl::unexpected(experiment.error());
  const laws::Run& run = (*experiment)->first_run();
  if (run.outcome.stop) return tl::unexpected(run.outcome.stop->line());
  return KernelAnswer{c, run.output.at(0)};
}

}  // namespace lockstep::hardware
