// What messages are made of.
#include "devices/messages.hpp"

#include "devices/message_bytes.hpp"

namespace lockstep::devices {

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
