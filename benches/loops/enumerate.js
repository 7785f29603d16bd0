// Executes programs on all inputs, and prints what they observe, and how often, as `enumerate.c`.
const [INPUTS, SEEN, TICKS, RUNS, ALL] = [64, 8192, 2000, 50000, 1000000];

let [chosen, at, ticks, all, seen] = [];

const limit = isReached => {
  if (isReached) throw 'given-up';
};
global.pick = (name, low, high) => {
  limit(at === INPUTS);
  if (at === chosen.length) chosen.push([low, high]);
  return chosen[at++][0];
};
global.tick = () => limit(++ticks > TICKS || ++all > ALL);
global.observe = (...values) => {
  const key = values.join(' ');
  seen.set(key, (seen.get(key) || 0) + 1);
  limit(seen.size > SEEN);
};

const enumerate = run => {
  [chosen, all, seen] = [[], 0, new Map()];
  for (let runs = 0; ; runs++) {
    [at, ticks] = [0, 0];
    run();
    limit(runs === RUNS);
    // Inputs behind the last one that was read depend on what came before.
    chosen.length = at;
    while (chosen.length && chosen.at(-1)[0] === chosen.at(-1)[1]) chosen.pop();
    if (!chosen.length) break;
    chosen.at(-1)[0]++;
  }
  for (const [key, times] of seen) console.log(key, times);
  return 'end';
};

global.execute = run => {
  let end;
  try {
    end = enumerate(run);
  } catch (thrown) {
    if (thrown !== 'given-up') throw thrown;
    end = thrown;
  }
  console.log(end);
};
