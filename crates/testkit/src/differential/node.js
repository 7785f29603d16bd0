// Input: a list of programs with lists of inputs, in JSON. Output: a line for each list of inputs,
// how the program ends and what it prints until then. Each run has a realm of its own: programs
// change built-in objects.
const vm = require('vm');
let current;

function stop(end) {
  if (!current.isOver) current.end = end;
  current.isOver = true;
}

function endOf(thrown) {
  return thrown === 'assertion' || thrown === 'dropped' ? thrown : 'exception';
}

process.on('uncaughtException', thrown => stop(endOf(thrown)));
process.on('unhandledRejection', () => stop('exception'));

async function runOne(source, list) {
  const run = current = {end: 'exit', lines: [], isOver: false};
  let waiting = 0;
  const next = () => list.shift();
  const sheaf = {
    string: next,
    boolean: next,
    integer(name, low, high) {
      const value = next();
      if (value < low || value > high) throw 'dropped';
      return value;
    },
    assert(condition) {
      if (!condition) throw 'assertion';
    },
  };
  const later = (body, time, ...values) => {
    waiting++;
    setTimeout(() => {
      waiting--;
      body(...values);
    }, time);
  };
  const log = text => run.isOver || run.lines.push(...text.split('\n'));
  try {
    const realm = {parsingContext: vm.createContext({queueMicrotask})};
    const program = vm.compileFunction(source, ['sheaf', 'console', 'setTimeout'], realm);
    program(sheaf, {log}, later);
  } catch (thrown) {
    stop(endOf(thrown));
  }
  do {
    await new Promise(setImmediate);
  } while (waiting > 0);
  return JSON.stringify([run.end, ...run.lines]);
}

async function main() {
  const tasks = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  for (const [source, inputs] of tasks) {
    for (const list of inputs) console.log(await runOne(source, list));
  }
}

main();
