#include "emulator/launch/host_calls.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>

#include <fmt/format.h>

#include "emulator/code_object/arguments.hpp"

namespace lockstep::launch {

namespace {

using code_object::kHostCallBuffer;

// Offsets in the buffer: its own words, a signal, the signal's mailbox, and the packets. A wave finds the
// packets by the addresses that the buffer says, the mailbox by the signal's.
constexpr std::uint64_t kFree = 24, kReady = 32, kSignal = 64, kMailbox = 192, kHeaders = 256;
// The host's own: how often it has answered. Less than it remembers where memory was put back.
constexpr std::uint64_t kAnswers = 48;
// At least one for each wave that may run at the same time, in a number that is a power of two.
constexpr std::uint64_t kPackets = 16384;
constexpr std::uint64_t kHeaderBytes = 24, kLaneBytes = 64, kPayloadBytes = kLaneBytes * 64;
constexpr std::uint64_t kPayloads = kHeaders + kPackets * kHeaderBytes;
constexpr std::uint64_t kBytes = kPayloads + kPackets * kPayloadBytes;
static_assert(kPayloads % 8 == 0);

/// The word at an offset of a buffer that nobody has used.
std::uint64_t first_word(std::uint64_t offset) {
  constexpr std::uint64_t kUserSignal = 1;  // amd_signal_kind_t
  switch (offset) {
    case 0:
      return kHostCallBuffer + kHeaders;
    case 8:
      return kHostCallBuffer + kPayloads;
    case 16:
      return kHostCallBuffer + kSignal;
    case kFree:
    case 40:  // the mask of a packet's number; the bits above tell two uses of it apart
      return kPackets - 1;
    case kSignal:
      return kUserSignal;
    case kSignal + 16:
      return kHostCallBuffer + kMailbox;
    case kSignal + 24:
      return 1;  // the event's number
    default:
      break;
  }
  // Each packet leads to the one before it, the second to the first under another number than 0, which ends
  // the list.
  if (offset < kHeaders || offset >= kPayloads || (offset - kHeaders) % kHeaderBytes != 0) return 0;
  const std::uint64_t packet = (offset - kHeaders) / kHeaderBytes;
  return packet == 0 ? 0 : packet == 1 ? kPackets : packet - 1;
}

template <typename T>
T load(machine::Allocation& a, std::uint64_t offset) {
  std::array<std::uint8_t, sizeof(T)> data{}, undefined{};
  a.read(offset, data.data(), undefined.data(), sizeof(T));
  T value;
  std::memcpy(&value, data.data(), sizeof value);
  return value;
}

template <typename T>
void store(machine::Allocation& a, std::uint64_t offset, const T& value) {
  std::array<std::uint8_t, sizeof(T)> data{}, undefined{};
  std::memcpy(data.data(), &value, sizeof value);
  a.write(offset, data.data(), undefined.data(), sizeof(T));
}

bool has(const code_object::Kernel& kernel, std::string_view value_kind) {
  return std::ranges::find(kernel.arguments, value_kind, &code_object::Argument::value_kind) !=
         kernel.arguments.end();
}

/// Hidden arguments that stand for a service of the runtime.
struct Service {
  std::string_view argument, what;
};
constexpr Service kServices[] = {
    {"hidden_heap_v1", "memory for malloc and new in kernels"},
    {"hidden_printf_buffer", "the buffer of printf that -mprintf-kind=buffered asks for"},
};

}  // namespace

std::vector<std::string> missing_services(const code_object::Kernel& kernel) {
  std::vector<std::string> all;
  for (const Service& s : kServices)
    if (has(kernel, s.argument))
      all.push_back(fmt::format("{} is null: {} is not there", s.argument, s.what));
  return all;
}

bool calls_host(const code_object::Kernel& kernel) {
  return has(kernel, "hidden_hostcall_buffer");
}

void add_host_call_buffer(machine::Memory& memory) {
  if (memory.owner(kHostCallBuffer, 1) != nullptr) return;
  memory.add("calls of the host", kHostCallBuffer, kBytes, true,
             [](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
               for (std::size_t i = 0; i < data.size(); ++i)
                 data[i] =
                     std::uint8_t(first_word((offset + i) & ~std::uint64_t{7}) >> (8 * ((offset + i) & 7)));
               std::ranges::fill(undefined, std::uint8_t{0});
             });
}

void HostCalls::answer(machine::Memory& memory) {
  const std::lock_guard lock(memory.atomics());
  machine::Allocation* const buffer = memory.owner(kHostCallBuffer, 1);
  if (buffer == nullptr) return;
  const auto answers = load<std::uint64_t>(*buffer, kAnswers);
  is_repeated_ = answers != answers_;
  if (!is_repeated_) ++answers_;
  store(*buffer, kAnswers, answers + 1);
  std::vector<std::uint64_t> ready;  // the last one that was pushed comes first
  for (auto next = load<std::uint64_t>(*buffer, kReady); next != 0 && ready.size() < kPackets;) {
    ready.push_back(next & (kPackets - 1));
    next = load<std::uint64_t>(*buffer, kHeaders + ready.back() * kHeaderBytes);
  }
  store(*buffer, kReady, std::uint64_t{0});
  for (auto packet = ready.rbegin(); packet != ready.rend(); ++packet) {
    const std::uint64_t header = kHeaders + *packet * kHeaderBytes;
    const auto lanes = load<std::uint64_t>(*buffer, header + 8);
    const auto service = load<std::uint32_t>(*buffer, header + 16);
    for (std::uint64_t lane = 0; lane < 64; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const std::uint64_t at = kPayloads + *packet * kPayloadBytes + lane * kLaneBytes;
      auto words = load<Words>(*buffer, at);
      serve(service, words);
      store(*buffer, at, words);
    }
    constexpr std::uint32_t kIsReady = 1;
    store(*buffer, header + 20, load<std::uint32_t>(*buffer, header + 20) & ~kIsReady);
  }
}

void HostCalls::serve(std::uint32_t service, Words& words) {
  enum : std::uint32_t { function_call = 1, printing = 2, memory = 3, sanitizer = 4 };
  if (service == printing) return add_to_message(words);
  missing_.insert(service == memory
                      ? "the kernel allocates memory (malloc, new), which is not there: it got a null pointer"
                  : service == sanitizer
                      ? "the kernel reports to the address sanitizer's runtime, which is not there"
                      : fmt::format("the kernel calls service {} of the host, which is not there", service));
  words[0] = words[1] = 0;
}

// The first word describes the others: bit 0 begins a message, bit 1 ends it, bits 5 to 7 count the words
// that follow, the bits from 8 on number the message.
void HostCalls::add_to_message(Words& words) {
  const std::uint64_t count = words[0] >> 5 & 7;
  if ((words[0] & 1) != 0) words[0] = (words[0] & 0xFE) | next_message_++ << 8;
  const std::uint64_t number = words[0] >> 8;
  std::vector<std::uint64_t>& message = messages_[number];
  message.insert(message.end(), words.begin() + 1, words.begin() + 1 + std::ptrdiff_t(count));
  if ((words[0] & 2) == 0) return;
  const bool to_error = !message.empty() && (message.front() & 1) != 0;
  std::string text = message.empty() ? std::string() : formatted(std::span(message).subspan(1));
  words[0] = text.size();
  if (!is_repeated_) printed_.push_back({to_error, std::move(text)});
  messages_.erase(number);
}

void write_out(std::span<const Printed> printed) {
  for (const Printed& p : printed) {
    std::FILE* const to = p.to_error ? stderr : stdout;
    std::fwrite(p.text.data(), 1, p.text.size(), to);
    std::fflush(to);
  }
}

}  // namespace lockstep::launch
