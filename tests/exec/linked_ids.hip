// A kernel that takes a function from the device library which `exec` gives in ROCm's place.
extern "C" __attribute__((device)) unsigned long __ockl_get_local_id(unsigned);
extern "C" __attribute__((global)) void ids(unsigned long* id) { *id = __ockl_get_local_id(0); }
