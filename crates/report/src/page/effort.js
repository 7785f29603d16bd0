// Where time and states went.
const costText = (it) =>
  `${seconds(it.seconds)}, ${seconds(it.solver_seconds)} in the solver; ` +
  `${plural(it.queries, 'quer')}`.replace(/quers$/, 'queries').replace(/quer$/, 'query') +
  `, ${plural(it.forks, 'fork')}, ${plural(it.instructions, 'instruction')}`;

function profile() {
  const lines = run.profile || [];
  if (!lines.length) {
    return section(
      'Cost of lines',
      el(
        'p',
        { class: 'quiet' },
        'Not recorded: ',
        el('code', null, '--profile FILE'),
        ' notes what each line costs.',
      ),
    );
  }
  const most = Math.max(...lines.map((it) => it.seconds));
  return section(
    'Cost of lines',
    table(
      [
        places('Place'),
        {
          title: 'Time',
          numeric: true,
          value: (it) => it.seconds,
          cell: (it) => bar(it.seconds, most, seconds(it.seconds), 'warm'),
        },
        figures('In the solver', (it) => it.solver_seconds, seconds),
        figures('Queries', (it) => it.queries),
        figures('Forks', (it) => it.forks),
        figures('Instructions', (it) => it.instructions),
        { title: 'Line', cell: quoted, wide: true },
      ],
      lines,
    ),
    leftOut(run, 'profile'),
  );
}

function states(title, rows, text) {
  if (!rows || !rows.length) return null;
  const most = Math.max(...rows.map((it) => it.states));
  return section(
    title,
    el('p', { class: 'quiet' }, text),
    table(
      [
        places('Place'),
        {
          title: 'States',
          numeric: true,
          value: (it) => it.states,
          cell: (it) => bar(it.states, most, number(it.states), 'warm'),
        },
        { title: 'Line', cell: quoted, wide: true },
      ],
      rows,
    ),
  );
}

function barriers() {
  const all = (run.missed && run.missed.barriers) || [];
  if (!all.length || run.verdict !== 'incomplete') return null;
  return section(
    'Never passed',
    el(
      'p',
      { class: 'quiet' },
      'Branches of which only another side was taken, and calls that no path returned from, with the branch sides behind.',
    ),
    table(
      [
        places('Place'),
        {
          title: 'After',
          cell: (it) =>
            it.call
              ? ['the call of ', el('code', null, it.call)]
              : it.target === null
                ? 'an instruction that ended all paths'
                : 'the branch',
        },
        figures('Sides behind', (it) => it.behind.length + (it.behind_left_out || 0)),
        { title: 'Line', cell: quoted, wide: true },
      ],
      all,
    ),
  );
}

const RESULTS = {
  verdict: 'explored everything: gave the verdict',
  ended: 'ended, but left something out',
  stopped: 'not finished',
};

function turns() {
  const all = run.stats.strategy;
  if (!all.length) return null;
  const most = Math.max(...all.map((it) => it.seconds));
  return section(
    'Turns of techniques',
    table(
      [
        {
          title: 'Technique',
          cell: (it) => el('code', null, it.technique),
          value: (it) => it.technique,
        },
        {
          title: 'Time',
          numeric: true,
          value: (it) => it.seconds,
          cell: (it) => bar(it.seconds, most, seconds(it.seconds), 'warm'),
        },
        figures('Work (steps)', (it) => it.work),
        figures('Spared', (it) => it.spared),
        {
          title: 'Result',
          cell: (it) => [
            it.result === 'verdict' && el('span', { class: 'tag good' }, 'verdict'),
            ' ',
            RESULTS[it.result],
          ],
          value: (it) => it.result,
        },
      ],
      all,
    ),
  );
}

function links() {
  const all = run.stats.queries.links.filter((it) => it.asked > 0);
  if (!all.length) return null;
  return section(
    'Solver chain',
    el('p', { class: 'quiet' }, 'A query passes the links in this order until one answers.'),
    table(
      [
        { title: 'Link', cell: (it) => it.name },
        figures('Asked', (it) => it.asked),
        figures('Sat', (it) => it.sat),
        figures('Unsat', (it) => it.unsat),
        figures('Gave up', (it) => it.unknown),
        {
          title: 'Passed on',
          numeric: true,
          value: (it) => it.passed,
          cell: (it) => bar(it.passed, all[0].asked, number(it.passed), 'warm'),
        },
        all.some((it) => it.seconds !== undefined) &&
          figures('Time', (it) => it.seconds || 0, seconds),
      ].filter(Boolean),
      all,
    ),
  );
}

function workers() {
  const all = run.stats.workers;
  if (!all.length) return null;
  return section(
    'Processes',
    table(
      [
        {
          title: 'Process',
          cell: (it) => [
            String(all.indexOf(it) + 1),
            it.died && el('span', { class: 'tag bad' }, 'died'),
          ],
        },
        figures('Paths', (it) => it.paths),
        figures('Instructions', (it) => it.instructions),
        figures('Queries', (it) => it.queries),
        figures('Paths received', (it) => it.received),
        figures('Time', (it) => it.seconds, seconds),
      ],
      all,
    ),
  );
}

function totals() {
  const { paths, forks, peak_memory_bytes: memory, seeds, completions, resumed } = run.stats;
  const rows = [
    ['Forks', forks],
    ['Paths completed', paths.completed],
    ['Infeasible sides', paths.infeasible],
    ['States merged', paths.merged],
    ['States subsumed', paths.subsumed],
    ['Loop iterations skipped', paths.summarized],
    ['States left unexplored', paths.set_aside],
    ['Seeds run', seeds.run],
    ['Concrete runs', completions.runs],
    ['Mutated inputs', completions.mutations],
    ['Times resumed', resumed],
  ];
  return section(
    'Totals',
    el(
      'dl',
      { class: 'facts numbers' },
      rows
        .filter(([, value]) => value > 0)
        .map(([title, value]) => [el('dt', null, title), el('dd', null, number(value))]),
      memory > 0 && [
        el('dt', null, 'Peak memory'),
        el('dd', null, `${(memory / 2 ** 20).toFixed(0)} MiB`),
      ],
    ),
  );
}

function effort(panel) {
  const missed = run.missed || {};
  const lines = profile();
  fill(
    panel,
    turns(),
    run.profile && lines,
    states(
      'Waiting states',
      missed.waiting,
      run.verdict === 'incomplete'
        ? 'Where states wait that were not explored any further.'
        : 'Where states of other techniques waited when one had explored everything.',
    ),
    states('Forks by loop', missed.loops, 'Heads of the loops whose forks made states.'),
    barriers(),
    links(),
    workers(),
    totals(),
    !run.profile && lines,
  );
}
