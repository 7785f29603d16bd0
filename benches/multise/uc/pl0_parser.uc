// A parser of PL/0 over size() tokens: what it accepts ends with a period and is balanced.
size() { return 4; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

name() { return 1; }
number() { return 2; }
const() { return 3; }
variable() { return 4; }
procedure() { return 5; }
call() { return 6; }
begin() { return 7; }
end() { return 8; }
if_() { return 9; }
then() { return 10; }
while_() { return 11; }
do() { return 12; }
odd() { return 13; }
becomes() { return 14; }
compare() { return 15; }
equals() { return 16; }
plus() { return 17; }
times() { return 18; }
open() { return 19; }
close() { return 20; }
comma() { return 21; }
semicolon() { return 22; }
period() { return 23; }

accept(p, wanted) {
  var accepted;
  accepted = 0;
  if (p.failed == 0) {
    if (p.tokens[p.at] == wanted) {
      p.at = p.at + 1;
      accepted = 1;
    }
  }
  return accepted;
}

expect(p, wanted) {
  if (accept(p, wanted) == 0) p.failed = 1;
  return 0;
}

factor(p) {
  var done;
  if (accept(p, name()) == 0) {
    if (accept(p, number()) == 0) {
      done = expect(p, open());
      if (p.failed == 0) {
        done = expression(p);
        done = expect(p, close());
      }
    }
  }
  return 0;
}

term(p) {
  var done;
  done = factor(p);
  while (accept(p, times())) done = factor(p);
  return 0;
}

expression(p) {
  var done;
  done = accept(p, plus());
  done = term(p);
  while (accept(p, plus())) done = term(p);
  return 0;
}

condition(p) {
  var done;
  if (accept(p, odd())) done = expression(p);
  else {
    done = expression(p);
    if (accept(p, equals()) == 0) done = expect(p, compare());
    done = expression(p);
  }
  return 0;
}

statement(p) {
  var done, more;
  if (accept(p, name())) {
    done = expect(p, becomes());
    done = expression(p);
  } else if (accept(p, call())) done = expect(p, name());
  else if (accept(p, begin())) {
    more = 1;
    while (more) {
      done = statement(p);
      more = accept(p, semicolon());
    }
    done = expect(p, end());
  } else if (accept(p, if_())) {
    done = condition(p);
    done = expect(p, then());
    if (p.failed == 0) done = statement(p);
  } else if (accept(p, while_())) {
    done = condition(p);
    done = expect(p, do());
    if (p.failed == 0) done = statement(p);
  }
  return 0;
}

block(p) {
  var done, more;
  if (accept(p, const())) {
    more = 1;
    while (more) {
      done = expect(p, name());
      done = expect(p, equals());
      done = expect(p, number());
      more = accept(p, comma());
    }
    done = expect(p, semicolon());
  }
  if (accept(p, variable())) {
    more = 1;
    while (more) {
      done = expect(p, name());
      more = accept(p, comma());
    }
    done = expect(p, semicolon());
  }
  while (accept(p, procedure())) {
    done = expect(p, name());
    done = expect(p, semicolon());
    if (p.failed == 0) done = block(p);
    done = expect(p, semicolon());
  }
  if (p.failed == 0) done = statement(p);
  return 0;
}

count(p, kind) {
  var i, found;
  found = 0;
  i = 0;
  while (i < p.at) {
    found = found + (p.tokens[i] == kind);
    i = i + 1;
  }
  return found;
}

main() {
  var tokens, n, i, p, done;
  tokens = cells();
  n = size();
  i = 0;
  while (i < n) {
    tokens[i] = input;
    i = i + 1;
  }
  p = {tokens: tokens, at: 0, failed: 0};
  done = block(p);
  done = expect(p, period());
  if (p.failed == 0) {
    done = holds(p.at <= n);
    done = holds(tokens[p.at - 1] == period());
    done = holds(count(p, period()) == 1);
    done = holds(count(p, begin()) == count(p, end()));
    done = holds(count(p, open()) == count(p, close()));
    done = holds(count(p, if_()) == count(p, then()));
    done = holds(count(p, while_()) == count(p, do()));
  }
  return 0;
}
