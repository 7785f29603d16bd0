// Arithmetic by cases on size() pairs of numbers: sign, absolute value, minimum and maximum, with the laws that connect them.
size() { return 3; }
holds(condition) { return 1 / condition; }

sign(x) {
  var result;
  result = 0;
  if (x > 0) result = 1;
  else if (x < 0) result = -1;
  return result;
}

absolute(x) {
  var result;
  result = x;
  if (x < 0) result = 0 - x;
  return result;
}

maximum(x, y) {
  var result;
  result = y;
  if (x > y) result = x;
  return result;
}

minimum(x, y) {
  var result;
  result = y;
  if (x < y) result = x;
  return result;
}

main() {
  var i, n, x, y, least, greatest, agree, differ, balance, ok;
  agree = 0;
  differ = 0;
  balance = 0;
  n = size();
  i = 0;
  while (i < n) {
    x = input;
    y = input;
    least = minimum(x, y);
    greatest = maximum(x, y);
    ok = holds(least <= greatest && least + greatest == x + y);
    ok = holds(greatest - least == absolute(x - y));
    ok = holds(absolute(x) == maximum(x, 0 - x));
    if (sign(x) == sign(y)) agree = agree + 1;
    else differ = differ + 1;
    balance = balance + sign(x - y);
    i = i + 1;
  }
  ok = holds(agree + differ == n);
  return holds(balance >= 0 - n && balance <= n) - 1;
}
