// What messages are made of.
#include "devices/messages.hpp"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::devices {

// Values as the bytes of a message, and back. `fields(visit, x)`, an overload for each type, describes what a
// value is made of, once for both directions: visit(part) writes the part or reads it, visit.each(parts) does
// so for a list of them.
class Writer {
 public:
  std::vector<std::uint8_t> bytes;

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const T& x) {
    append(&x, sizeof x);
  }
  void operator()(const std::string& text) { block(text.data(), text.size()); }
  void operator()(const std::vector<std::uint8_t>& all) { block(all.data(), all.size()); }
  template <typename T>
  void each(const std::vector<T>& all) {
    (*this)(std::uint64_t{all.size()});
    for (const T& x : all) fields(*this, x);
  }

 private:
  void append(const void* from, std::size_t count) {
    const auto* const at = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), at, at + count);
  }
  void block(const void* from, std::size_t count) {
    (*this)(std::uint64_t{count});
    append(from, count);
  }
};

class Reader {
 public:
  explicit Reader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& x) {
    std::memcpy(&x, take(sizeof x), sizeof x);
  }
  void operator()(std::string& text) {
    const std::uint64_t n = count();
    text.assign(reinterpret_cast<const char*>(take(n)), n);
  }
  void operator()(std::vector<std::uint8_t>& all) {
    const std::uint64_t n = count();
    const std::uint8_t* const first = take(n);
    all.assign(first, first + n);
  }
  template <typename T>
  void each(std::vector<T>& all) {
    all.resize(count());
    for (T& x : all) fields(*this, x);
  }

 private:
  std::uint64_t count() {
    std::uint64_t n = 0;
    (*this)(n);
    return n;
  }
  const std::uint8_t* take(std::uint64_t n) {
    if (n > bytes_.size() - at_) throw std::runtime_error("a message from another build of the command");
    at_ += n;
    return bytes_.data() + (at_ - n);
  }

  const std::vector<std::uint8_t>& bytes_;
  std::uint64_t at_ = 0;
};

template <typename T, typename Type>
concept Is = std::is_same_v<std::remove_const_t<T>, Type>;

void fields(auto& visit, Is<Pointer> auto& p) {
  visit(p.at), visit(p.region), visit(p.offset);
}
void fields(auto& visit, Is<Piece> auto& p) {
  visit(p.offset), visit(p.bytes);
}
void fields(auto& visit, Is<std::vector<Piece>> auto& pieces) {
  visit.each(pieces);
}
void fields(auto& visit, Is<Range> auto& r) {
  visit(r.begin), visit(r.end);
}
void fields(auto& visit, Is<Region> auto& r) {
  visit(r.name), visit(r.bytes), visit(r.written), visit(r.filler), visit.each(r.pieces),
      visit.each(r.ignored);
}
void fields(auto& visit, Is<Step> auto& s) {
  visit(s.kernel), visit(s.grid), visit(s.block), visit(s.dynamic_lds), visit(s.arguments),
      visit.each(s.pointers);
}
void rest(auto& visit, Is<Program> auto& p) {
  visit.each(p.regions), visit.each(p.steps), visit(p.copies), visit(p.timed);
}
void fields(auto& visit, Is<Program> auto& p) {
  visit(p.image), rest(visit, p);
}
void fields(auto& visit, Is<Identity> auto& i) {
  visit(i.device), visit(i.name), visit(i.arch), visit(i.driver), visit(i.memory);
}
void fields(auto& visit, Is<Failure> auto& f) {
  visit(f.kind), visit(f.text);
}
void fields(auto& visit, Is<std::string> auto& text) {
  visit(text);
}

// Overwritten has no trivially copyable part to stand for "none".
struct Flat {
  std::string region;
  std::int64_t offset = 0;
  bool any = false;
  std::vector<std::vector<Piece>> changed;
  std::vector<double> seconds;
};
void fields(auto& visit, Is<double> auto& number) {
  visit(number);
}
void fields(auto& visit, Is<Flat> auto& f) {
  visit(f.region), visit(f.offset), visit(f.any), visit.each(f.changed), visit.each(f.seconds);
}

namespace {

template <typename T>
Message written(Message::Kind kind, const T& x) {
  Writer writer;
  fields(writer, x);
  return {kind, std::move(writer.bytes)};
}

template <typename T>
void read_fields(const Message& message, T& x) {
  Reader reader(message.bytes);
  fields(reader, x);
}

}  // namespace

Message message_of(const Program& program) {
  return written(Message::Kind::program, program);
}
Message message_without_image(const Program& program) {
  Writer writer;
  writer(std::vector<std::uint8_t>{});
  rest(writer, program);
  return {Message::Kind::program, std::move(writer.bytes)};
}
Message message_of(const Identity& identity) {
  return written(Message::Kind::identity, identity);
}
Message message_of(const std::string& note) {
  return written(Message::Kind::note, note);
}
Message message_of(const Failure& failure) {
  return written(Message::Kind::failure, failure);
}
Message message_of(const Ran& ran) {
  Flat flat{{}, 0, ran.overwritten.has_value(), ran.changed, ran.seconds};
  if (ran.overwritten) flat.region = ran.overwritten->region, flat.offset = ran.overwritten->offset;
  return written(Message::Kind::ran, flat);
}

void read(const Message& message, Program& program) {
  read_fields(message, program);
}
void read(const Message& message, Identity& identity) {
  read_fields(message, identity);
}
void read(const Message& message, std::string& note) {
  read_fields(message, note);
}
void read(const Message& message, Failure& failure) {
  read_fields(message, failure);
}
void read(const Message& message, Ran& ran) {
  Flat flat;
  read_fields(message, flat);
  ran.changed = std::move(flat.changed);
  ran.seconds = std::move(flat.seconds);
  ran.overwritten.reset();
  if (flat.any) ran.overwritten = Overwritten{std::move(flat.region), flat.offset};
}

}  // namespace lockstep::devices
