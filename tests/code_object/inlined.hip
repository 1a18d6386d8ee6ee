// Two levels of inlined calls, each with an instruction that nothing else has: the nop's number says where it is written.
#define NOP(n) asm volatile("s_nop " #n)
__attribute__((device, always_inline)) inline void inner() {
  NOP(3);
}
__attribute__((device, always_inline)) inline void outer() {
  NOP(4);
  inner();
}
extern "C" __attribute__((global)) void first() {
  NOP(5);
  outer();
}
extern "C" __attribute__((global)) void second() {
  inner();
  NOP(6);
}
