// Runs a target over a corpus and over mutations of it, with any compiler: REPLAY MUTATIONS FOLDER…
// An input that ends the process is left behind in the file `finding`.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "host/files.hpp"
#include "host/random.hpp"
#include "tests/fuzz/target.hpp"

namespace {

std::span<const std::uint8_t> running;

void leave_behind(int signal) {
  std::signal(signal, SIG_DFL);
  const int file = ::open("finding", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (auto rest = running; file >= 0 && !rest.empty();) {
    const ssize_t written = ::write(file, rest.data(), rest.size());
    if (written <= 0) break;
    rest = rest.subspan(std::size_t(written));
  }
  ::raise(signal);
}

void run(const std::vector<std::uint8_t>& input) {
  running = input;
  lockstep::fuzz::run_one(input);
}

std::vector<std::vector<std::uint8_t>> read_corpus(int count, char** folders) {
  std::vector<std::string> paths;
  for (int i = 0; i < count; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(folders[i]))
      if (entry.is_regular_file()) paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  std::vector<std::vector<std::uint8_t>> corpus;
  for (const std::string& path : paths) {
    const std::string bytes = lockstep::host::read_text(path).value();
    corpus.emplace_back(bytes.begin(), bytes.end());
  }
  return corpus;
}

int replay(int argc, char** argv) {
  std::uint64_t mutations = 0;
  const std::string_view number = argc > 1 ? argv[1] : "";
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), mutations);
  if (argc < 3 || error != std::errc{} || end != number.data() + number.size()) {
    fmt::print(stderr, "usage: {} MUTATIONS FOLDER...\n", argv[0]);
    return 2;
  }
  const auto corpus = read_corpus(argc - 2, argv + 2);
  if (corpus.empty()) {
    fmt::print(stderr, "the corpus is empty: nothing was executed\n");
    return 3;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, leave_behind);
  constexpr std::size_t kLargest = 1 << 16;
  std::uint64_t seed = 0;
  for (const auto& input : corpus) {
    run(input);
    std::vector<std::uint8_t> mutant;
    for (std::uint64_t m = 0; m < mutations; ++m, ++seed) {
      // Some mutants are mutated on, so that a few stray far from the corpus.
      if (m % 4 == 0) mutant = input;
      lockstep::fuzz::mutate(mutant, lockstep::host::hash(seed), kLargest);
      run(mutant);
    }
  }
  fmt::print("{} inputs, {} mutants\n", corpus.size(), seed);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return replay(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
