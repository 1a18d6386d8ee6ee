// What the machine tells its observers: one call per event, none of which changes what happens.
//
// An observer sees the state as the event finds it. It is told of workgroups one after the other, from one
// thread; a dispatch that has several asks for an observer of each. Waves whose instructions nobody wants run
// as fast as ever.
#pragma once

#include <cstdint>

namespace lockstep::machine {

struct PreparedInstruction;
struct Pending;
struct Wave;
struct Workgroup;
enum class Step : std::uint8_t;

/// What an observer wants to be told of a wave's instructions.
enum class Interest : std::uint8_t { nothing, before, both };

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// The observer of one more host thread; it belongs to this one and must outlive the dispatch. nullptr:
  /// there is none, and all workgroups run in dispatch order on the calling thread.
  virtual Observer* of_thread() { return nullptr; }

  virtual void workgroup_begins(const Workgroup&) {}
  virtual void workgroup_ends(const Workgroup&) {}  ///< also when a wave of it could not go on
  /// All waves of the workgroup that still run pass a barrier.
  virtual void barrier(const Workgroup&) {}
  /// gfx1250's barriers in two: the wave signals one, and passes one at which it waited. `phase` counts how often that
  /// barrier was complete before.
  virtual void signals(const Wave&, int /*barrier*/, std::uint64_t /*phase*/) {}
  virtual void passes(const Wave&, int /*barrier*/, std::uint64_t /*phase*/) {}
  /// A barrier in LDS takes an arrival of the wave, or of a copy of its; the last one makes the phase another.
  virtual void arrives(const Wave&, std::uint32_t /*lds_address*/, bool /*last*/) {}
  /// True ends the dispatch: asked before each workgroup.
  virtual bool finished() const { return false; }

  /// Whether executes(), or that and executed(), are wanted of the wave: asked each time it gets its turn.
  virtual Interest interest(const Wave&) { return Interest::nothing; }
  /// Before the instruction, after operations that are under way made progress. Which instruction it wants to
  /// be told of next, by its index, should the wave come there without a jump and within its turn; 0: of any.
  virtual std::uint32_t executes(Wave&, const PreparedInstruction&) { return 0; }
  /// After it. False ends the workgroup.
  virtual bool executed(Wave&, const PreparedInstruction&, Step) { return true; }

  /// An asynchronous operation has its addresses and, for a store, its data; nothing has moved yet. Its
  /// `stamp` is the observer's to set.
  virtual void issues(Wave&, Pending&) {}
  /// It reads or writes memory.
  virtual void performs(const Wave&, const Pending&) {}
  /// Its destination is about to be written, and its counter drops. What was loaded is in the operation where
  /// reads_loaded(), or some of it is undefined; else it may be in its registers already.
  virtual void retires(const Wave&, const Pending&) {}
  /// Whether retires() reads it there, or the registers as they were before.
  virtual bool reads_loaded() const { return true; }
};

}  // namespace lockstep::machine
