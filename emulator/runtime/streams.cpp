#include "emulator/runtime/streams.hpp"

#include <cstdint>
#include <set>

#include <fmt/format.h>

namespace lockstep::runtime {

namespace {

constexpr std::uintptr_t kLegacy = 1, kPerThread = 2;  // hipStreamLegacy, hipStreamPerThread
constexpr unsigned kNonBlocking = 1;                   // hipStreamNonBlocking

}  // namespace

Work passing(EventState& event, const Clock& clock) {
  event.capture = nullptr;
  event.clock = clock;
  event.at = std::make_shared<std::chrono::steady_clock::time_point>();
  Work work{"hipEventRecord", [at = event.at](Session&, Accesses*) {
              *at = std::chrono::steady_clock::now();
              return Error::success;
            }};
  work.marks_only = true;
  return work;
}

Streams::Streams() {
  default_.name = "the default stream";
}

StreamState* Streams::find(void* handle) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number == 0 || number == kLegacy) return &default_;
  if (number == kPerThread) {
    auto& own = of_threads_[std::hash<std::thread::id>{}(std::this_thread::get_id())];
    if (own == nullptr) {
      own = std::make_unique<StreamState>();
      own->queue = new_queue();
      own->name = fmt::format("the default stream of thread {}", of_threads_.size());
    }
    return own.get();
  }
  const auto found = streams_.find(handle);
  return found == streams_.end() ? nullptr : found->second.get();
}

StreamState* Streams::create(unsigned flags, int priority) {
  auto stream = std::make_unique<StreamState>();
  StreamState* const made = stream.get();
  made->queue = new_queue();
  made->name = fmt::format("stream {}", made->queue);
  made->flags = flags;
  made->is_blocking = (flags & kNonBlocking) == 0;
  made->priority = priority;
  streams_.emplace(made, std::move(stream));
  return made;
}

bool Streams::destroy(StreamState* stream) {
  if (streams_.contains(stream) && stream->is_blocking) default_.clock.join(stream->clock);
  return streams_.erase(stream) != 0;
}

template <typename Visit>
void Streams::for_each(Visit visit) {
  visit(default_);
  for (auto& [thread, stream] : of_threads_) visit(*stream);
  for (auto& [handle, stream] : streams_) visit(*stream);
}

const Clock& Streams::begin(StreamState& stream) {
  stream.clock.join(host_);
  if (&stream == &default_)
    for_each([&](const StreamState& other) {
      if (other.is_blocking) default_.clock.join(other.clock);
    });
  else if (stream.is_blocking)
    stream.clock.join(default_.clock);
  stream.clock.set(stream.queue, ++stream.count);
  return stream.clock;
}

Party Streams::party(const StreamState& stream, const std::string& what) const {
  return {stream.queue, stream.count,
          std::make_shared<const std::string>(fmt::format("{} on {}", what, stream.name))};
}

const Clock& Streams::awaited(StreamState& stream) {
  return &stream == &default_ ? begin(stream) : stream.clock;
}

// Waiting for an event of a stream that is captured makes this one part of the capture.
void Streams::wait(StreamState& stream, const EventState& event) {
  if (event.capture == nullptr) return stream.clock.join(event.clock);
  stream.capture = event.capture;
  stream.after.insert(stream.after.end(), event.after.begin(), event.after.end());
}

void Streams::host_knows_all() {
  for_each([&](StreamState& stream) { stream.clock.clear(); });
  host_.clear();
  history_.clear();
}

bool Streams::forbids_waiting(CaptureMode of_thread) {
  bool any = false;
  if (of_thread == CaptureMode::relaxed) return any;
  for_each([&](const StreamState& stream) {
    if (!stream.began_capture || stream.mode == CaptureMode::relaxed) return;
    const bool is_own = stream.captured_by == std::this_thread::get_id();
    any |= is_own || (stream.mode == CaptureMode::global && of_thread == CaptureMode::global);
  });
  return any;
}

Error Streams::end_capture(const StreamState& stream) {
  const std::shared_ptr<Graph> graph = stream.capture;
  std::set<const Node*> joined;
  std::vector<Node*> open = stream.after;
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    if (joined.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  Error error = stream.is_spoilt ? Error::stream_capture_invalidated : Error::success;
  for_each([&](StreamState& other) {
    if (other.capture != graph) return;
    for (const Node* node : other.after)
      if (!joined.contains(node) && error == Error::success) error = Error::stream_capture_unjoined;
    other.capture = nullptr;
    other.after.clear();
    other.began_capture = other.is_spoilt = false;
  });
  return error;
}

}  // namespace lockstep::runtime
