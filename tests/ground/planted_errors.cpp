// What the sanitizers are there to report, one error per word: the control of a sanitised build.
#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>
#include <thread>

namespace {

void read_behind_the_end(std::size_t size) {
  const std::unique_ptr<volatile char[]> bytes(new volatile char[size]());
  [[maybe_unused]] const char byte = bytes[size];
}

void overflow(int number) {
  volatile int sum = std::numeric_limits<int>::max();
  sum = sum + number;
}

void race() {
  int shared = 0;
  std::thread other([&] { ++shared; });
  ++shared;
  other.join();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view error = argc > 1 ? argv[1] : "";
  if (error == "behind_the_end") read_behind_the_end(std::size_t(argc));
  if (error == "overflow") overflow(argc);
  if (error == "race") race();
}
