// Records and arrays are references: two variables, one record.
// run: exit 0
// input: 7
// expect: safe
// paths: 2
main() {
  var a, b, list;
  a = {value: input, next: null};
  b = {value: 2, next: &a};
  list = b;
  list.value = 3;
  if (b.value + (*b.next).value == 4) {
    a.value = 5;
  }
  return 1 / (list.value + 1);
}
