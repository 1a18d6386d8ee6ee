// Libraries that have to be there, and from which plain kernels need nothing. A kernel that does fails to
// link, by name.
typedef int lockstep_nothing;
