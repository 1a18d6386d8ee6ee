#include "emulator/isa/kept_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "emulator/isa/llvm.hpp"
#include "host/files.hpp"
#include "host/library.hpp"

namespace lockstep::isa {
namespace {

namespace fs = std::filesystem;

/// The most lines in a file, which each start reads whole.
constexpr std::size_t kMostLines = std::size_t{1} << 14;
constexpr std::size_t kMostFiles = 24;

struct Head {
  std::uint64_t digest;  ///< digest of all bytes of the file behind this one
  std::uint64_t about, rows;
};

template <typename Value>
std::string_view bytes_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// FNV-1a by eight bytes at a time: other bytes in one place are another digest.
std::uint64_t digest_of(std::string_view bytes) {
  std::uint64_t digest = bytes.size();
  for (; bytes.size() >= sizeof digest; bytes.remove_prefix(sizeof digest)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    digest = (digest ^ word) * 0x100000001B3u;
  }
  return host::digest(std::as_bytes(std::span(bytes)), digest);
}

/// The process's, which outlives all that uses it.
struct Kept {
  std::mutex mutex;
  std::string folder;
  pid_t process = 0;
  std::map<const arch::Arch*, std::unique_ptr<KeptLines>> of;
};

Kept& kept() {
  static Kept& all = *new Kept;
  return all;
}

/// Lines are worth no failure at the end of a process, nor waiting in one that was forked from others'
/// threads.
void save_all() noexcept {
  const std::unique_lock lock(kept().mutex, std::try_to_lock);
  if (!lock || kept().process != ::getpid()) return;
  try {
    for (const auto& [arch, lines] : kept().of) lines->save();
  } catch (const std::exception&) {
    return;
  }
}

/// A file as it is now: a rebuilt or upgraded one is another. Empty: there is none.
std::string identity(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  const auto time = fs::last_write_time(path, error);
  return error ? std::string() : fmt::format("{} {} {}", size, time.time_since_epoch().count(), path);
}

/// What lines depend on. The LLVM that they are from is found without loading it.
std::string about(const arch::Arch& arch, const std::string& llvm) {
  const std::string own = identity(host::path_of(&keep_lines_in)), theirs = identity(llvm);
  if (own.empty() || theirs.empty()) return {};
  return fmt::format("{}\n{}\n{}\n{}", arch.processor, arch.llvm_features, own, theirs);
}

/// The LLVM that a file's lines are from: the last of what it is about.
std::string llvm_of(std::string_view bytes) {
  Head head{};
  if (bytes.size() < sizeof head) return {};
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::string_view said = bytes.substr(sizeof head, head.about);
  const std::string_view last = said.substr(said.rfind('\n') + 1);
  return std::string(last.substr(last.find(' ', last.find(' ') + 1) + 1));
}

LineFile read_lines(const arch::Arch& arch, const std::string& path) {
  auto bytes = path.empty() ? tl::unexpected(std::string()) : host::read_text(path);
  if (!bytes) return {};
  const std::string now = about(arch, llvm_of(*bytes));
  return now.empty() ? LineFile() : LineFile::read(std::move(*bytes), now);
}

/// Builds come and go: those whose files were not written for the longest time are dropped.
void drop_oldest(const fs::path& folder) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error))
    if (i->path().filename().string().starts_with("lines."))
      files.emplace_back(i->last_write_time(error), i->path());
  std::ranges::sort(files);
  for (std::size_t i = 0; i + kMostFiles < files.size(); ++i) fs::remove(files[i].second, error);
}

}  // namespace

void keep_lines_in(std::string folder) {
  const std::lock_guard lock(kept().mutex);
  static const int registered = std::atexit(save_all);
  if (registered == 0) kept().folder = std::move(folder);
  kept().process = ::getpid();
}

std::string LineFile::write(std::string_view about, const Lines& lines) {
  std::string rows, texts;
  const std::size_t texts_at = sizeof(Head) + about.size() + lines.size() * sizeof(Row);
  for (const auto& [encoding, line] : lines) {
    rows += bytes_of(Row{encoding, std::uint32_t(texts_at + texts.size())});
    texts.append(line).push_back('\0');
  }
  Head head{0, about.size(), lines.size()};
  std::string all = fmt::format("{}{}{}{}", bytes_of(head), about, rows, texts);
  head.digest = digest_of(std::string_view(all).substr(sizeof head.digest));
  return all.replace(0, sizeof head.digest, bytes_of(head.digest));
}

LineFile LineFile::read(std::string bytes, std::string_view about) {
  Head head{};
  LineFile file;
  if (bytes.size() < sizeof head) return file;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::string_view all = bytes;
  if (head.digest != digest_of(all.substr(sizeof head.digest)) || head.about != about.size() ||
      !all.substr(sizeof head).starts_with(about))
    return file;
  const std::string_view rest = all.substr(sizeof head + about.size());
  if (head.rows > rest.size() / sizeof(Row) || !all.ends_with('\0')) return file;
  std::vector<Row> rows(head.rows);
  std::memcpy(rows.data(), rest.data(), rows.size() * sizeof(Row));
  if (std::ranges::any_of(rows, [&](const Row& row) { return row.at >= all.size(); })) return file;
  file.rows_ = std::move(rows);
  file.bytes_ = std::move(bytes);
  return file;
}

const char* LineFile::find(std::span<const std::uint32_t> dwords, std::size_t& size) const {
  if (rows_.empty()) return nullptr;
  for (std::size_t count = 1; count <= std::min(EncodedDwords::kMost, dwords.size()); ++count) {
    const EncodedDwords encoding = EncodedDwords::of(dwords, count);
    const auto row = std::ranges::lower_bound(rows_, encoding, {}, &Row::encoding);
    if (row != rows_.end() && row->encoding == encoding) return size = 4 * count, &bytes_[row->at];
  }
  return nullptr;
}

LineFile::Lines LineFile::all() const {
  Lines lines;
  for (const Row& row : rows_) lines.emplace_hint(lines.end(), row.encoding, &bytes_[row.at]);
  return lines;
}

KeptLines& KeptLines::of(const arch::Arch& arch) {
  const std::lock_guard lock(kept().mutex);
  std::unique_ptr<KeptLines>& lines = kept().of[&arch];
  if (lines == nullptr) lines.reset(new KeptLines(arch));
  return *lines;
}

KeptLines::KeptLines(const arch::Arch& arch) : arch_(arch) {
  const std::string own = host::path_of(&keep_lines_in);
  if (kept().folder.empty() || own.empty()) return;
  path_ = fmt::format("{}/lines.{}.{:016x}", kept().folder, arch.processor, digest_of(own));
  read_ = read_lines(arch, path_);
}

void KeptLines::learn(const EncodedDwords& encoding, std::string_view line) {
  if (path_.empty() || !encoding.says_all()) return;
  const std::lock_guard lock(learning_);
  if (learned_.size() < kMostLines) learned_.emplace(encoding, line);
}

void KeptLines::save() {
  const std::lock_guard lock(learning_);
  const std::string now =
      learned_.empty() || !llvm() ? std::string() : about(arch_, host::path_of(llvm()->disassemble));
  if (now.empty()) return;
  const auto bytes = host::read_text(path_);
  LineFile::Lines others = bytes ? LineFile::read(*bytes, now).all() : LineFile::Lines();
  if (others.size() + learned_.size() <= kMostLines) learned_.merge(others);
  // Where there is no room, or no right to write, the next process asks LLVM again.
  if (host::write_whole(path_, LineFile::write(now, learned_)).empty())
    drop_oldest(fs::path(path_).parent_path());
  learned_.clear();
}

}  // namespace lockstep::isa
