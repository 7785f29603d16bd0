// A loop over a whole list goes beyond the longest list that is explored: what is found is found, and nothing is proved.
// expect: incomplete shape-limit
// options: --entry sum
struct node { unsigned value; struct node *next; };
unsigned sum(const struct node *list) {
  unsigned total = 0;
  for (; list; list = list->next) total += list->value;
  return total;
}
