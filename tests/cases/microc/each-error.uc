// The four errors of section 2.4, each on a path of its own.
// expect: bug division-by-zero @10
// expect: bug uninitialized @13
// expect: bug out-of-bounds @16
// expect: bug null-dereference @19
main() {
  var arr, res, a, ptr, which;
  arr = [1, 0, 2, 2];
  which = input;
  if (which == 0) { res = 1 / arr[1];
  }
  if (which == 1) {
    res = a + a;
  }
  if (which == 2) {
    res = arr[4];
  }
  if (which == 3) {
    ptr = null; res = *ptr;
  }
  return 0;
}
