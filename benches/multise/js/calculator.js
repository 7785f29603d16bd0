// A calculator: recursive descent over N characters, against evaluation with two stacks. Numbers
// are modulo 2^32.
const N = 5;
const ZERO = 48, NINE = 57, OPEN = 40, CLOSE = 41, TIMES = 42, PLUS = 43, MINUS = 45;
const text = [];
let at = 0, failed = false;

function isDigit(c) {
  return c >= ZERO && c <= NINE;
}

function number(from) {
  let value = 0;
  for (; isDigit(text[from]); from++) value = (Math.imul(value, 10) + (text[from] - ZERO)) | 0;
  return { value, end: from };
}

function factor() {
  const c = text[at];
  if (isDigit(c)) {
    const { value, end } = number(at);
    at = end;
    return value;
  }
  if (c === OPEN) {
    at++;
    const value = sum();
    if (text[at] === CLOSE) at++;
    else failed = true;
    return value;
  }
  failed = true;
  return 0;
}

function product() {
  let value = factor();
  while (!failed && text[at] === TIMES) {
    at++;
    value = Math.imul(value, factor());
  }
  return value;
}

function sum() {
  let value = product();
  while (!failed && (text[at] === PLUS || text[at] === MINUS)) {
    const sign = text[at++];
    const right = product();
    value = sign === PLUS ? (value + right) | 0 : (value - right) | 0;
  }
  return value;
}

// The reference: values and operators on stacks, an operator applied when a weaker one follows.
const values = [], operators = [];

function strength(operator) {
  return operator === TIMES ? 2 : operator === OPEN ? 0 : 1;
}

function apply() {
  const right = values.pop(), left = values.pop(), operator = operators.pop();
  if (operator === PLUS) values.push((left + right) | 0);
  else if (operator === MINUS) values.push((left - right) | 0);
  else values.push(Math.imul(left, right));
}

function top() {
  return operators[operators.length - 1];
}

function reference() {
  for (let i = 0; text[i] !== 0; i++) {
    const c = text[i];
    if (isDigit(c)) {
      const { value, end } = number(i);
      values.push(value);
      i = end - 1;
    } else if (c === OPEN) {
      operators.push(c);
    } else if (c === CLOSE) {
      while (top() !== OPEN) apply();
      operators.pop();
    } else {
      while (operators.length > 0 && strength(top()) >= strength(c)) apply();
      operators.push(c);
    }
  }
  while (operators.length > 0) apply();
  sheaf.assert(values.length === 1);
  return values[0];
}

for (let i = 0; i < N; i++) text.push(sheaf.integer('c', -128, 127));
text.push(0);
const value = sum();
if (!failed && text[at] === 0) sheaf.assert(value === reference());
