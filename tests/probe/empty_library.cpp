// A library without a HIP runtime in it.
extern "C" int nothing_of_interest() {
  return 0;
}
