// Decision diagrams of three variables: size() operations on two diagrams, against truth tables; equal functions are one node.
size() { return 2; }
holds(condition) { return 1 / condition; }

// Nodes: all made so far are on a list, from the newest on. The constants come first.
make(table, variable, low, high) {
  var at, found;
  found = null;
  if (low == high) found = low;
  else {
    at = table.newest;
    while (at != null) {
      if ((*at).variable == variable && (*at).low == low && (*at).high == high) {
        found = at;
        at = null;
      } else at = (*at).older;
    }
    if (found == null) {
      found = alloc {variable: variable, low: low, high: high, older: table.newest};
      table.newest = found;
    }
  }
  return found;
}

new_table() {
  var table;
  table = {newest: null, zero: null, one: null};
  table.zero = alloc {variable: 3, low: null, high: null, older: null};
  table.one = alloc {variable: 3, low: null, high: null, older: null};
  return table;
}

// The operation as its truth table, four elements for the values of a and b.
apply(table, operation, a, b) {
  var variable, a_low, a_high, b_low, b_high, low, high, result;
  variable = (*a).variable;
  if ((*b).variable < variable) variable = (*b).variable;
  if (variable == 3) {
    result = table.zero;
    if (operation[2 * (a == table.one) + (b == table.one)]) result = table.one;
  } else {
    a_low = a;
    a_high = a;
    b_low = b;
    b_high = b;
    if ((*a).variable == variable) {
      a_low = (*a).low;
      a_high = (*a).high;
    }
    if ((*b).variable == variable) {
      b_low = (*b).low;
      b_high = (*b).high;
    }
    low = apply(table, operation, a_low, b_low);
    high = apply(table, operation, a_high, b_high);
    result = make(table, variable, low, high);
  }
  return result;
}

evaluate(table, start, assignment) {
  var node;
  node = start;
  while ((*node).variable < 3) {
    if (assignment[(*node).variable]) node = (*node).high;
    else node = (*node).low;
  }
  return node == table.one;
}

assignment(number) {
  var high, middle, low;
  high = number / 4;
  middle = (number - 4 * high) / 2;
  low = number - 4 * high - 2 * middle;
  return [low, middle, high];
}

main() {
  var table, diagrams, truths, operations, i, n, k, to, variable, operation, truth, one, row, same, ok;
  table = new_table();
  diagrams = [table.zero, table.one];
  truths = [[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1]];
  // And, or, exclusive or, implication.
  operations = [[0, 0, 0, 1], [0, 1, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1]];
  n = size();
  i = 0;
  to = 0;
  while (i < n) {
    variable = input;
    if (variable <= 0) variable = 0;
    else if (variable == 1) variable = 1;
    else variable = 2;
    operation = input;
    if (operation <= 0) operation = operations[0];
    else if (operation == 1) operation = operations[1];
    else if (operation == 2) operation = operations[2];
    else operation = operations[3];
    truth = truths[to];
    k = 0;
    while (k < 8) {
      row = assignment(k);
      truth[k] = operation[2 * truth[k] + row[variable]];
      k = k + 1;
    }
    one = make(table, variable, table.zero, table.one);
    diagrams[to] = apply(table, operation, diagrams[to], one);
    to = 1 - to;
    i = i + 1;
  }
  same = 1;
  k = 0;
  while (k < 8) {
    row = assignment(k);
    to = 0;
    while (to < 2) {
      truth = truths[to];
      ok = holds(evaluate(table, diagrams[to], row) == truth[k]);
      to = to + 1;
    }
    truth = truths[0];
    row = truths[1];
    same = same && truth[k] == row[k];
    k = k + 1;
  }
  return holds(same == (diagrams[0] == diagrams[1])) - 1;
}
