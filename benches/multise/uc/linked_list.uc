// A sorted linked list: size() numbers inserted, those equal to one more number removed. A link is a place that holds a node or null.
size() { return 4; }
holds(condition) { return 1 / condition; }

insert(list, value) {
  var place, searching;
  place = list;
  searching = 1;
  while (searching) {
    if (*place == null) searching = 0;
    else if ((**place).value >= value) searching = 0;
    else place = (**place).next;
  }
  *place = alloc {value: value, next: alloc *place};
  return 0;
}

erase(list, value) {
  var place, erased;
  place = list;
  erased = 0;
  while (*place != null) {
    if ((**place).value == value) {
      *place = *(**place).next;
      erased = erased + 1;
    } else place = (**place).next;
  }
  return erased;
}

main() {
  var list, i, n, value, gone, erased, length, at, next, done, ok;
  list = alloc null;
  n = size();
  i = 0;
  while (i < n) {
    value = input;
    done = insert(list, value);
    i = i + 1;
  }
  gone = input;
  erased = erase(list, gone);
  length = 0;
  at = *list;
  while (at != null) {
    ok = holds((*at).value != gone);
    next = *(*at).next;
    if (next != null) ok = holds((*at).value <= (*next).value);
    length = length + 1;
    at = next;
  }
  return holds(length + erased == n) - 1;
}
