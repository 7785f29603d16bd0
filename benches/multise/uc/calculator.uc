// A calculator: recursive descent over size() characters, against evaluation with two stacks.
size() { return 4; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

// Characters are numbers: digits are themselves, then + - * ( ) and the end.
plus() { return 10; }
minus() { return 11; }
times() { return 12; }
open() { return 13; }
close() { return 14; }

next(p) { return p.text[p.at]; }

is_digit(c) { return c >= 0 && c <= 9; }

factor(p) {
  var value;
  value = 0;
  if (is_digit(next(p))) {
    while (is_digit(next(p))) {
      value = value * 10 + next(p);
      p.at = p.at + 1;
    }
  } else if (next(p) == open()) {
    p.at = p.at + 1;
    value = sum(p);
    if (next(p) == close()) p.at = p.at + 1;
    else p.failed = 1;
  } else p.failed = 1;
  return value;
}

product(p) {
  var value;
  value = factor(p);
  while (p.failed == 0 && next(p) == times()) {
    p.at = p.at + 1;
    value = value * factor(p);
  }
  return value;
}

sum(p) {
  var value, sign;
  value = product(p);
  while (p.failed == 0 && (next(p) == plus() || next(p) == minus())) {
    sign = next(p);
    p.at = p.at + 1;
    if (sign == plus()) value = value + product(p);
    else value = value - product(p);
  }
  return value;
}

// The reference: values and operators on stacks, an operator applied when a weaker one follows.
strength(operator) {
  var result;
  result = 1;
  if (operator == times()) result = 2;
  else if (operator == open()) result = 0;
  return result;
}

apply(s) {
  var left, right, operator;
  s.depth = s.depth - 1;
  s.pending = s.pending - 1;
  right = s.values[s.depth];
  left = s.values[s.depth - 1];
  operator = s.operators[s.pending];
  if (operator == plus()) s.values[s.depth - 1] = left + right;
  else if (operator == minus()) s.values[s.depth - 1] = left - right;
  else s.values[s.depth - 1] = left * right;
  return 0;
}

// Whether the operator on top must be applied before this one.
goes_first(s, operator) {
  var result;
  result = 0;
  if (s.pending > 0) result = strength(s.operators[s.pending - 1]) >= strength(operator);
  return result;
}

push_operator(s, c) {
  s.operators[s.pending] = c;
  s.pending = s.pending + 1;
  return 0;
}

reference(text, n) {
  var s, i, c, value, done;
  done = cells();
  s = {values: done, operators: text, depth: 0, pending: 0};
  s.operators = cells();
  i = 0;
  while (i < n) {
    c = text[i];
    if (is_digit(c)) {
      value = c;
      while (is_digit(text[i + 1])) {
        i = i + 1;
        value = value * 10 + text[i];
      }
      s.values[s.depth] = value;
      s.depth = s.depth + 1;
    } else if (c == open()) done = push_operator(s, c);
    else if (c == close()) {
      while (s.operators[s.pending - 1] != open()) done = apply(s);
      s.pending = s.pending - 1;
    } else {
      while (goes_first(s, c)) done = apply(s);
      done = push_operator(s, c);
    }
    i = i + 1;
  }
  while (s.pending > 0) done = apply(s);
  done = holds(s.depth == 1);
  return s.values[0];
}

main() {
  var text, n, i, p, value, result;
  text = cells();
  n = size();
  i = 0;
  while (i < n) {
    text[i] = input;
    i = i + 1;
  }
  text[n] = -1;
  p = {text: text, at: 0, failed: 0};
  value = sum(p);
  result = 0;
  if (p.failed == 0 && p.at == n) result = holds(value == reference(text, n)) - 1;
  return result;
}
