#include "properties/failures/inlined.hpp"

#include <fmt/format.h>

#include "kernels/kernel.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::failures {

namespace {

constexpr std::size_t kMost = 5;  // lines of one instruction

// Template arguments may be lambdas with the paths of their files: long ones are left out.
std::string short_name(const std::string& function) {
  constexpr std::size_t kLong = 60;
  const std::size_t arguments = function.find('<');
  if (function.size() <= kLong || arguments == std::string::npos) return function;
  return function.substr(0, arguments) + "<...>";
}

std::string line_of(const code_object::Frame& frame) {
  const std::string function = frame.function.empty() ? "a function" : short_name(frame.function);
  return frame.source.empty() ? function : fmt::format("{} at {}", function, frame.source);
}

std::string lines_of(std::string_view what, const std::vector<code_object::Frame>& frames) {
  if (frames.size() < 2) return {};
  const bool cut = frames.size() > kMost;
  const std::size_t first = cut ? kMost - 2 : frames.size();
  std::string text;
  for (std::size_t i = 0; i < first; ++i)
    text += fmt::format("  {:<10} {}\n", i == 0 ? what : "", line_of(frames[i]));
  if (cut)
    text += fmt::format("  {:<10} ... {} more\n  {:<10} {}\n", "", frames.size() - first - 1, "",
                        line_of(frames.back()));
  return text;
}

}  // namespace

code_object::InlineFrames frames_of(const cases::Case& c) {
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  if (kernel == nullptr) return {};
  const auto file = laws::CodeCache::bytes(*kernel, c.build);
  return file ? code_object::InlineFrames(*file) : code_object::InlineFrames();
}

std::string inlined_lines(const machine::Finding& f, const code_object::SourceLines& lines,
                          const code_object::InlineFrames& frames) {
  std::string text = lines_of("inlined", frames.at(f.address, lines));
  if (!f.other.empty()) text += lines_of("other", frames.at(f.other_address, lines));
  return text;
}

}  // namespace lockstep::failures
