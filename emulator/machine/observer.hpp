// What the machine tells those who watch it: one call per event, none of which changes what happens.
//
// An observer sees the state as the event finds it. A dispatch with an observer runs its workgroups one after
// the other on the calling thread, in dispatch order, so that what is observed is the same every time.
#pragma once

namespace lockstep::machine {

struct Bound;
struct Pending;
struct Wave;
struct Workgroup;

class Observer {
 public:
  virtual ~Observer() = default;

  /// False: executes() is never called, which costs less.
  virtual bool watches_instructions() const { return true; }

  virtual void workgroup_begins(const Workgroup&) {}
  virtual void workgroup_ends(const Workgroup&) {}  ///< also when a wave of it could not go on
  /// Before the instruction executes.
  virtual void executes(const Wave&, const Bound&) {}
  /// An asynchronous operation has its addresses and, for a store, its data; nothing has moved yet. Its
  /// `stamp` is the observer's to set.
  virtual void issues(const Wave&, Pending&) {}
  /// It reads or writes memory.
  virtual void performs(const Wave&, const Pending&) {}
  /// Its destination is about to be written, and its counter drops.
  virtual void retires(const Wave&, const Pending&) {}
  /// All waves of the workgroup that still run pass a barrier.
  virtual void barrier(const Workgroup&) {}
};

}  // namespace lockstep::machine
