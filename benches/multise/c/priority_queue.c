// A priority queue in a binary heap: N numbers go in and come out in order, each number as often as it went in.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 5
#endif

static int heap[N], size;

static void swap(int i, int j) {
  int kept = heap[i];
  heap[i] = heap[j];
  heap[j] = kept;
}

static void push(int value) {
  int at = size++;
  heap[at] = value;
  while (at > 0 && heap[(at - 1) / 2] > heap[at]) {
    swap(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

static int pop(void) {
  int least = heap[0], at = 0;
  heap[0] = heap[--size];
  for (;;) {
    int child = 2 * at + 1;
    if (child >= size) return least;
    if (child + 1 < size && heap[child + 1] < heap[child]) child++;
    if (heap[at] <= heap[child]) return least;
    swap(at, child);
    at = child;
  }
}

int main(void) {
  int any = __VERIFIER_nondet_int(), before = 0, after = 0;
  for (int i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    before += value == any;
    push(value);
  }
  int last = pop();
  after += last == any;
  for (int i = 1; i < N; i++) {
    int value = pop();
    assert(last <= value);
    after += value == any;
    last = value;
  }
  assert(size == 0 && before == after);
  return 0;
}
