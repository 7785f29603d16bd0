// A callback may be null. That is a failure where it is called without a test.
// expect: bug null-dereference @7
// expect: incomplete unmodelled-call
// options: --entry run
struct handler { int (*run)(void *); void *context; };
int run(struct handler handler) {
  return handler.run(handler.context);
}
