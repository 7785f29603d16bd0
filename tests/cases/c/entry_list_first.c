// A function that looks at the first two nodes does not meet the limit, however long the list is.
// expect: safe
// options: --entry second
struct node { int value; struct node *next; };
int second(struct node *list) {
  if (!list || !list->next) return 0;
  struct node *rest = list->next->next;
  list->next->next = rest ? rest : list;
  return list->next->value > 0;
}
