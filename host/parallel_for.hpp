// A loop whose iterations run on several threads.
//
// Iterations begin in ascending order, each once, and what has begun runs to its end. When one ends the loop,
// all those before it have therefore run: a caller that lets the lowest such iteration decide, and drops what
// ran behind it, gets the same result from any number of threads.
#pragma once

#include <cstdint>
#include <functional>

namespace lockstep::host {

enum class Then : bool { stop, go_on };

/// One iteration. `thread` is below the number of threads, and no two iterations of one thread overlap: it
/// may index what each thread has of its own. Then::stop: no further iteration begins.
using Iteration = std::function<Then(std::uint64_t i, int thread)>;

/// Runs i = 0 … count - 1 on at most `threads` threads, the caller's among them. An exception ends the loop;
/// the caller gets the one of the lowest iteration that threw, when all threads are done. A host that refuses
/// a thread has fewer.
void parallel_for(std::uint64_t count, int threads, const Iteration& iteration);

/// The number of threads asked for; where none was (0 or less), one for each processor that this process may
/// run on, of which taskset or a cluster's scheduler can leave it fewer than the machine has.
int thread_count(int asked);

}  // namespace lockstep::host
