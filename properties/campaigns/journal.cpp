#include "properties/campaigns/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::campaigns {

namespace {

std::string image_of(const cases::Case& c) {
  return fmt::format("{}@{} {}", c.kernel, c.arch, c.build);
}

}  // namespace

observe::Coverage FirstReached::news(std::uint64_t index, const laws::CaseResult& r) const {
  const auto first = first_.find(image_of(r.the_case));
  if (first == first_.end()) return r.coverage;
  observe::Coverage news = r.coverage;
  bool any = false;
  news.keep([&](std::size_t fact) {
    const bool is_news = index < first->second[fact];
    any |= is_news;
    return is_news;
  });
  return any ? news : observe::Coverage();
}

void FirstReached::note(std::uint64_t index, const cases::Case& c, observe::Coverage said) {
  if (said.code() == nullptr) return;
  std::vector<std::uint64_t>& first = first_[image_of(c)];
  first.resize(said.facts(), std::numeric_limits<std::uint64_t>::max());
  said.keep([&](std::size_t fact) {
    first[fact] = std::min(first[fact], index);
    return true;
  });
}

namespace {

using std::chrono::steady_clock;

constexpr auto kFlushEvery = std::chrono::seconds(1);

std::string problem_of(const std::string& path, int error) {
  return fmt::format("{}: {}", path, std::strerror(error));
}

// Two writers would tear each other's lines.
tl::expected<void, std::string> lock(const std::string& path, int file) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno == EWOULDBLOCK)
    return tl::unexpected(fmt::format("{}: another process is writing this journal", path));
  return {};  // a file system without locks
}

}  // namespace

Journal::~Journal() {
  ::close(file_);
}

Journal::Opened Journal::begin(const std::string& path, const Header& header) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST)
    return tl::unexpected(
        fmt::format("{}: exists; --resume {} goes on with it, and another name begins anew", path, path));
  if (file < 0) return tl::unexpected(problem_of(path, errno));
  std::unique_ptr<Journal> journal(new Journal(path, file));
  if (auto locked = lock(path, file); !locked) return tl::unexpected(locked.error());
  if (!journal->write(to_line(header)) || !journal->flush()) {
    ::unlink(path.c_str());
    return tl::unexpected(journal->problem());
  }
  return journal;
}

Journal::Opened Journal::go_on(const std::string& path, const Header& header, laws::CodeCache& cache) {
  const int file = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (file < 0) return tl::unexpected(problem_of(path, errno));
  std::unique_ptr<Journal> journal(new Journal(path, file));
  struct stat about{};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
    return tl::unexpected(fmt::format("{}: is no plain file", path));
  if (auto locked = lock(path, file); !locked) return tl::unexpected(locked.error());
  if (auto read = journal->read(header, cache); !read) return tl::unexpected(read.error());
  return journal;
}

tl::expected<void, std::string> Journal::read(const Header& header, laws::CodeCache& cache) {
  LineVisitor visitor;
  visitor.header = [&](const Header& there) -> LineVisitor::Done {
    const std::string words = difference(there.words, header.words);
    if (!words.empty()) return tl::unexpected(fmt::format("is the journal of another run: {}", words));
    if (!(there.shard == header.shard))
      return tl::unexpected(fmt::format("is the journal of another shard: {} there, {} here",
                                        text(there.shard), text(header.shard)));
    return {};
  };
  visitor.entry = [&](const nlohmann::json& line) -> LineVisitor::Done {
    auto entry = entry_of(line, cache);
    if (!entry) return tl::unexpected(entry.error());
    reached_.note(entry->index, entry->result.the_case, entry->result.coverage);
    entries_.try_emplace(entry->index, std::move(*entry));
    return {};
  };
  visitor.smallest = [&](Smallest&& s) {
    smallest_.try_emplace({s.index, s.cause.law}, std::move(s));
    return LineVisitor::Done{};
  };
  const auto state = read_journal(path_, visitor);
  if (!state) return tl::unexpected(state.error());
  torn_ = state->torn;
  length_ = state->whole;
  if (torn_ && ::ftruncate(file_, off_t(length_)) != 0) return tl::unexpected(problem_of(path_, errno));
  if (!state->has_header && !write(to_line(header))) return tl::unexpected(problem_);
  return {};
}

const Entry* Journal::find(std::uint64_t index) const {
  const auto found = entries_.find(index);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::uint64_t> Journal::found_indices() const {
  std::vector<std::uint64_t> indices;
  for (const auto& [index, ignored] : entries_) indices.push_back(index);
  return indices;
}

const Smallest* Journal::find_smallest(std::uint64_t index, std::string_view law) const {
  const auto found = smallest_.find({index, std::string(law)});
  return found == smallest_.end() ? nullptr : &found->second;
}

bool Journal::add(const Entry& entry) {
  {
    const std::lock_guard lock(mutex_);
    if (!problem_.empty()) return false;
    const observe::Coverage said =
        whole_coverage_ ? entry.result.coverage : reached_.news(entry.index, entry.result);
    if (!write(to_line(entry, said))) return false;
    reached_.note(entry.index, entry.result.the_case, said);
    if (steady_clock::now() - flushed_ < kFlushEvery) return true;
    flushed_ = steady_clock::now();
  }
  return flush();  // while others write
}

bool Journal::add(const Smallest& smallest) {
  const std::lock_guard lock(mutex_);
  return write(to_line(smallest));
}

bool Journal::end() {
  {
    const std::lock_guard lock(mutex_);
    if (!write(end_line())) return false;
  }
  return flush();
}

bool Journal::flush() {
  if (::fdatasync(file_) == 0 || errno == EINVAL || errno == EROFS)
    return true;  // a pipe or a device has no disk
  const std::lock_guard lock(mutex_);
  return fail(errno);
}

bool Journal::write(const std::string& line) {
  if (!problem_.empty()) return false;
  const std::string whole = line + "\n";
  for (std::size_t done = 0; done < whole.size();) {
    const ssize_t some = ::write(file_, whole.data() + done, whole.size() - done);
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) return fail(errno);
    done += std::size_t(some);
  }
  length_ += whole.size();
  return true;
}

// What stands of the line is taken back: the journal stays one of whole lines.
bool Journal::fail(int error) {
  problem_ = problem_of(path_, error);
  if (::ftruncate(file_, off_t(length_)) != 0) torn_ = true;  // then the next run finds a torn line
  return false;
}

void Journal::refuse(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (problem_.empty()) problem_ = fmt::format("{}: {}", path_, why);
}

std::string Journal::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace lockstep::campaigns
