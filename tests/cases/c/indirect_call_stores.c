// The function that is called on one path does not write what another one writes there. Clauses
// about it depend on the function that is called.
// expect: bug abort @19
// expect: bug abort @22
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
static int chosen, listed;
static void store(void) { chosen = 1; }
static void list(void) { listed = 1; }
static void nothing(void) {}
int main(void) {
  void (*call)(void) = nothing;
  void (*table[])(void) = {nothing, list};
  int at = 0;
  if (!__VERIFIER_nondet_uchar()) call = store;
  if (!__VERIFIER_nondet_uchar()) at = 1;
  call();
  if (__VERIFIER_nondet_uchar())
    if (chosen) abort();
  table[at]();
  if (__VERIFIER_nondet_uchar())
    if (listed) abort();
  return 0;
}
