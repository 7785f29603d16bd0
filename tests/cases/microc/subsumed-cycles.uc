// Objects that point to themselves, to each other, or to one of the same content: what holds in one case need not hold in another.
// expect: bug division-by-zero @16
// expect: bug division-by-zero @22
main() {
  var a, b, i, n;
  n = input;
  a = {value: 1, next: null};
  a.next = a;
  i = 0;
  while (i < n && i < 3) {
    b = {value: 1, next: null};
    if (input) { b.next = a; } else { b.next = b; }
    a = b;
    i = i + 1;
  }
  if (a.next != a) { output 1 / (a.next.next == a.next); }
  if (input) {
    // Seen through the cycle, if there is one.
    a.next.value = 0;
    a.next.next.value = a.next.next.value + 1;
    output 1 / (a.value + (a.next.value == 0));
    output 1 / (a.next.value + (a.next == a) - 1 + (a.next.next == a));
  }
  return 0;
}
