// The first tab: the verdict, what it is about, and what is missing for a better one.
// The words in front of the numbers of each verdict.
function claim() {
  if (run.target) {
    const { reached } = run.target;
    return reached === null
      ? ['unknown', 'The target was not reached, and not everything was explored.']
      : reached
        ? ['reached', 'The inputs of the finding lead to the target.']
        : ['unreachable', 'No input leads to the target.'];
  }
  const found = run.findings.length + (run.findings_left_out || 0);
  const known = run.findings.filter((it) => it.known || it.suppressed).length;
  const extra = known ? `, ${number(known)} of them known or suppressed` : '';
  const bounds = run.bounds.length ? `, for ${run.bounds.join(' and ')}` : '';
  return [
    run.verdict,
    {
      bug: `${plural(found, 'failure')}${extra}. Each one failed again when its inputs were replayed.`,
      safe: run.vacuous
        ? 'Nothing was checked: assumptions exclude all paths.'
        : `No input makes the program fail${bounds}.`,
      incomplete: `Nothing was found, but not everything was explored${bounds}.`,
    }[run.verdict],
  ];
}

const figure = (value, label, note) =>
  el(
    'div',
    { class: 'figure' },
    el('strong', null, value),
    el('span', null, label),
    note && el('small', null, note),
  );

function ratio(label, { covered, total }) {
  return el(
    'div',
    { class: 'figure' },
    el('strong', null, percent(covered, total)),
    el('span', null, label),
    bar(covered, total, `${number(covered)} of ${number(total)}`, 'good'),
  );
}

function verdictCard() {
  const [word, text] = claim();
  const { paths, instructions, queries, seconds: time } = run.stats;
  return el(
    'section',
    { class: `verdict ${run.verdict}` },
    el('h1', null, el('span', { class: 'word' }, word), el('span', { class: 'claim' }, text)),
    el(
      'div',
      { class: 'figures' },
      figure(
        number(paths.completed),
        paths.completed === 1 ? 'path' : 'paths',
        paths.set_aside > 0 && `${number(paths.set_aside)} left unexplored`,
      ),
      figure(number(instructions), 'instructions'),
      figure(number(queries.asked), 'queries', `${number(queries.sent)} sent to a solver`),
      figure(seconds(time.total), 'in total', `${seconds(time.solver)} in the solver`),
      ratio('of lines executed', run.coverage.lines),
      ratio('of branch sides taken', run.coverage.branches),
    ),
  );
}

function findingRows() {
  if (!run.findings.length) return null;
  const first = run.findings.slice(0, 20);
  const more = run.findings.length - first.length;
  return section(
    'Findings',
    el(
      'ul',
      { class: 'plain findings' },
      first.map((finding, index) => findingCard(finding, index)),
    ),
    more > 0 &&
      el(
        'p',
        { class: 'more' },
        button(`${number(more)} more`, () => go('findings')),
      ),
  );
}

function scope() {
  const items = [];
  const checked = run.checked;
  items.push(['Program', el('code', null, run.file)]);
  if (checked) {
    const kinds = Object.entries(checked.kinds).sort((a, b) => b[1] - a[1]);
    items.push([
      'Checked',
      [
        `${plural(checked.places, 'place')}: `,
        [
          ['failed', 'bad'],
          ['proved', 'good'],
          ['unreachable', 'quiet'],
          ['unknown', 'warn'],
        ]
          .filter(([name]) => checked[name] > 0)
          .map(([name, kind]) =>
            el('span', { class: `tag ${kind}` }, `${number(checked[name])} ${name}`),
          ),
        el(
          'div',
          { class: 'quiet' },
          kinds.map(([kind, count]) => `${number(count)} ${kind}`).join(', '),
        ),
      ],
    ]);
  }
  if (run.bounds.length)
    items.push([
      'Inputs',
      el(
        'ul',
        null,
        run.bounds.map((it) => el('li', null, it)),
      ),
    ]);
  if (run.assumptions.length)
    items.push([
      'Assumes that',
      el(
        'ul',
        null,
        run.assumptions.map((it) => el('li', null, it)),
      ),
    ]);
  if (run.unused_suppressions)
    items.push(['Suppresses nothing', run.unused_suppressions.join(', ')]);
  return section(
    'What was checked',
    el(
      'dl',
      { class: 'facts' },
      items.map(([title, content]) => [el('dt', null, title), el('dd', null, content)]),
    ),
  );
}

// Texts with commands in backquotes.
const prose = (text) =>
  text.split('`').map((part, index) => (index % 2 ? el('code', null, part) : part));

function reasons() {
  if (!run.reasons.length) return null;
  return section(
    'Why not everything was explored',
    table(
      [
        {
          title: 'Reason',
          cell: (it) => el('span', { class: 'tag warn' }, it.kind),
          value: (it) => it.kind,
        },
        {
          title: 'What exactly',
          cell: (it) => prose(it.detail),
          value: (it) => it.detail,
          wide: true,
        },
        figures('Paths', (it) => it.paths),
        { title: 'What helps', cell: (it) => (it.help ? prose(it.help) : '\u2013'), wide: true },
      ],
      run.reasons.slice().sort((a, b) => b.paths - a.paths),
      { isStacked: true },
    ),
    leftOut(run, 'reasons'),
  );
}

function endless() {
  const loops = (run.missed && run.missed.endless) || [];
  if (!loops.length) return null;
  return section(
    'Endless loops',
    el(
      'ul',
      null,
      loops.map((loop) =>
        el(
          'li',
          null,
          loop.certain ? 'Repeats itself: ' : 'Took most of the time on one path: ',
          place(loop),
          loop.inputs.length > 0 && [
            ', with ',
            el('code', null, loop.inputs.map((it) => `${it.name} = ${it.shown}`).join(', ')),
          ],
        ),
      ),
    ),
  );
}

function suite() {
  if (!run.suite) return null;
  const { tests, offered, coverage } = run.suite;
  return section(
    'Test suite',
    el(
      'p',
      null,
      `${plural(tests.length, 'test')} of ${number(offered)} offered: ` +
        `${percent(coverage.lines.covered, coverage.lines.total)} of lines, ${percent(coverage.branches.covered, coverage.branches.total)} of branch sides.`,
    ),
    table(
      [
        {
          title: 'Test',
          cell: (it) => [
            el('code', null, it.name),
            it.reveals_failure && [' ', el('span', { class: 'tag bad' }, 'fails')],
          ],
          value: (it) => it.name,
        },
        {
          title: 'Inputs',
          wide: true,
          cell: (it) =>
            el(
              'code',
              null,
              it.inputs.map((input) => `${input.name} = ${input.shown}`).join(', ') || '\u2013',
            ),
        },
        {
          title: 'Ends',
          cell: (it) =>
            it.expected
              ? [it.expected.end, it.expected.place && ` at ${it.expected.place}`]
              : '\u2013',
        },
        figures('Adds sides', (it) => it.adds.branches.length),
        figures('Adds lines', (it) => it.adds.lines.length),
      ],
      tests,
    ),
    leftOut(run.suite, 'tests'),
  );
}

const STATUSES = {
  failed: 'bad',
  proved: 'good',
  'proved-unreached': 'good',
  unreachable: 'quiet',
  unknown: 'warn',
};
const statusTag = (status) =>
  el(
    'span',
    { class: `tag ${STATUSES[status]}` },
    status === 'proved-unreached' ? 'proved, not executed' : status,
  );

function checks() {
  const all = run.properties || [];
  if (!all.length) return null;
  const count = (status) => all.filter((it) => it.status === status).length;
  const body = el('div');
  const show = (status) =>
    fill(
      body,
      table(
        [
          { title: 'Status', cell: (it) => statusTag(it.status), value: (it) => it.status },
          {
            title: 'Check',
            cell: (it) => [it.kind, it.callee && [' of ', el('code', null, it.callee)]],
            value: (it) => it.kind,
          },
          places('Place'),
          { title: 'Line', cell: (it) => quoted(it), wide: true },
        ],
        status ? all.filter((it) => it.status === status) : all,
      ),
    );
  const options = Object.keys(STATUSES).filter((it) => count(it) > 0);
  const select = el(
    'select',
    { 'aria-label': 'Status of checks', onchange: () => show(select.value) },
    el('option', { value: '' }, `All (${number(all.length)})`),
    options.map((it) => el('option', { value: it }, `${it} (${number(count(it))})`)),
  );
  show('');
  return section(
    'Each check',
    el('p', { class: 'controls' }, select),
    body,
    leftOut(run, 'properties'),
  );
}

function overview(panel) {
  fill(panel, verdictCard(), findingRows(), reasons(), endless(), scope(), suite(), checks());
}
