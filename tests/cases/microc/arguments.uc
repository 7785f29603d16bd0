// Listing 4.8: the array of arguments is empty, so the first use of an element fails.
// expect: bug out-of-bounds @10
main() {
  var r, arg, argc, argv, i;
  r = 1;
  arg = 1;
  argc = input;
  argv = [];
  if (arg < argc) {
    if (argv[input]) {
      r = 0;
      arg = arg + 1;
    }
  }
  return r;
}
