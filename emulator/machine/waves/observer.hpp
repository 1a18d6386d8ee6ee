// The interface of observers: the machine calls one function per event, and none of them changes what
// happens.
//
// An observer sees the state as the event finds it. It is told of workgroups one after the other, from one
// thread; a dispatch that uses several threads asks for an observer for each. Waves in whose instructions no
// observer is interested run at full speed.
#pragma once

#include <cstdint>

namespace lockstep::machine {

struct PreparedInstruction;
struct Pending;
struct Wave;
struct Workgroup;
enum class Step : std::uint8_t;

/// Which events of a wave's instructions an observer wants: none, before execution, or before and after.
enum class Interest : std::uint8_t { nothing, before, both };

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// An observer for another host thread; it belongs to this one and must outlive the dispatch. nullptr: not
  /// supported, and all workgroups run in dispatch order on the calling thread.
  virtual Observer* of_thread() { return nullptr; }

  virtual void workgroup_begins(const Workgroup&) {}
  virtual void workgroup_ends(const Workgroup&) {}  ///< called, too, when one of its waves was stopped
  /// All waves of the workgroup that still run pass a barrier.
  virtual void barrier(const Workgroup&) {}
  /// The wave signals a split barrier, or passes one at which it waited. `phase`: how often the barrier was
  /// completed before.
  virtual void signals(const Wave&, int /*barrier*/, std::uint64_t /*phase*/) {}
  virtual void passes(const Wave&, int /*barrier*/, std::uint64_t /*phase*/) {}
  /// A barrier in LDS receives an arrival from the wave, or one of its copies; the last completes the phase.
  virtual void arrives(const Wave&, std::uint32_t /*lds_address*/, bool /*last*/) {}
  /// Asked before each workgroup: true ends the dispatch.
  virtual bool finished() const { return false; }

  /// Whether executes(), or executes() and executed(), are wanted of the wave: asked at each turn's
  /// beginning.
  virtual Interest interest(const Wave&) { return Interest::nothing; }
  /// Called before the instruction, after operations under way made progress. Returns the index of the next
  /// instruction it wants to be told of, should the wave reach it without a jump and within its turn; 0: any.
  virtual std::uint32_t executes(Wave&, const PreparedInstruction&) { return 0; }
  /// Called after the instruction. False ends the workgroup.
  virtual bool executed(Wave&, const PreparedInstruction&, Step) { return true; }

  /// An asynchronous operation is issued: it has its addresses and, for a store, its data; nothing has moved
  /// yet. The observer may set its `stamp`.
  virtual void issues(Wave&, Pending&) {}
  /// An operation reads or writes memory.
  virtual void performs(const Wave&, const Pending&) {}
  /// An operation's destination is about to be written, and its counter drops. The loaded data is in the
  /// operation where reads_loaded(), or where some of it is undefined; otherwise it may be in the registers
  /// already.
  virtual void retires(const Wave&, const Pending&) {}
  /// Whether retires() reads the loaded data in the operation, or the registers as they were before.
  virtual bool reads_loaded() const { return true; }
};

}  // namespace lockstep::machine
