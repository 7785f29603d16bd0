// What techniques did, each in a tab of its own, at source lines.
const guarded = (summary) =>
  el(
    'table',
    { class: 'small guarded' },
    el('caption', null, el('code', null, summary.variable)),
    el(
      'thead',
      null,
      el('tr', null, el('th', { scope: 'col' }, 'Value'), el('th', { scope: 'col' }, 'If')),
    ),
    el(
      'tbody',
      null,
      summary.values.map((it) =>
        el(
          'tr',
          null,
          el('td', null, el('code', null, it.value)),
          el('td', null, el('code', null, it.condition)),
        ),
      ),
    ),
    summary.values_left_out > 0 &&
      el(
        'tfoot',
        null,
        el('tr', null, el('td', { colspan: 2 }, `${number(summary.values_left_out)} more`)),
      ),
  );

const refusals = (it) =>
  Object.entries(it.refused)
    .map(([why, count]) => `${number(count)} by ${why}`)
    .join(', ');

const mergeText = (it) => [
  el(
    'p',
    null,
    `${plural(it.merged, 'merge')}${refusals(it) ? `; refused: ${refusals(it)}` : ''}` +
      `${it.cost > 0 ? `; estimated cost ${it.cost.toFixed(1)}` : ''}`,
  ),
  it.differing.length > 0 &&
    el('p', null, 'Differing: ', el('code', null, it.differing.join(', '))),
  (it.summaries || []).map(guarded),
];

const FIRST_LABELS = 5;

// A label in a few lines: the conditions in order, whole if asked for.
const labelText = (label) =>
  label.length === 0
    ? 'always'
    : label
        .slice()
        .sort()
        .map((condition, index) => [
          index > 0 && el('span', { class: 'quiet' }, ' and '),
          el('code', null, condition),
        ]);

function labelList(it) {
  const list = el('ul', { class: 'labels' });
  const draw = (most) =>
    fill(
      list,
      it.labels.slice(0, most).map((label) => el('li', null, labelText(label))),
      it.labels.length > most &&
        button(`${number(it.labels.length - most)} more`, () => draw(Infinity)),
    );
  draw(FIRST_LABELS);
  return [list, leftOut(it, 'labels')];
}

const loopText = (it) => [
  `type ${it.type}: `,
  it.reason
    ? `executed without a summary: ${it.reason}`
    : `iterations skipped ${plural(it.skipped, 'time')}`,
];

const iteration = (it) => (it.iteration > 1 ? ` in iteration ${it.iteration}` : '');
const stepText = (it) => [el('code', null, it.what), ' at ', place(it), iteration(it)];
const clauseText = (it) => [
  el('code', null, it.excluded.what),
  ` does not happen${iteration(it.excluded)}`,
  it.after.length > 0 && [
    ' after ',
    it.after.map((step, index) => [index > 0 && ' and ', stepText(step)]),
  ],
];

const tableText = (it) => [
  el('code', null, it.operator),
  ` asked ${plural(it.asked, 'time')}, `,
  it.entries ? plural(it.entries, 'different result') : 'merged into one value',
];

// What happens at places: the place and its line, and a content for each.
function byPlace(items, at, content) {
  const rows = el('div', { class: 'places' });
  let most = ROWS;
  const draw = () =>
    fill(
      rows,
      items
        .slice(0, most)
        .map((item) =>
          el(
            'article',
            { class: 'at-place' },
            el(
              'header',
              null,
              place(at(item)),
              at(item).function && el('span', { class: 'quiet' }, ` in ${at(item).function} `),
              quoted(at(item)),
            ),
            content(item),
          ),
        ),
      items.length > most &&
        button(`Show all ${number(items.length)}`, () => {
          most = Infinity;
          draw();
        }),
    );
  draw();
  return rows;
}

function mergingTab(panel) {
  const { merging, paths } = run.stats;
  const { summaries } = merging;
  const points = run.explain.merge || [];
  const withValues = points.filter((it) => (it.summaries || []).length > 0);
  fill(
    panel,
    section(
      'Merging',
      el(
        'div',
        { class: 'figures' },
        figure(number(paths.merged), 'states merged'),
        merging.represented > 0 &&
          figure(
            large(merging.represented),
            'paths represented',
            merging.bound ? 'at most' : null,
          ),
        summaries.joined > 0 &&
          figure(
            number(summaries.joined),
            'joined values',
            `of at most ${number(summaries.largest)} members`,
          ),
      ),
    ),
    section(
      'Merge points',
      points.length
        ? table(
            [
              places('Place'),
              figures('Merged', (it) => it.merged),
              {
                title: 'Refused',
                cell: (it) => refusals(it) || '\u2013',
                value: (it) => Object.values(it.refused).reduce((a, b) => a + b, 0),
              },
              figures(
                'Cost',
                (it) => it.cost,
                (it) => it.toFixed(1),
              ),
              {
                title: 'Differing',
                cell: (it) =>
                  it.differing.length ? el('code', null, it.differing.join(', ')) : '\u2013',
                wide: true,
              },
              { title: 'Line', cell: quoted, wide: true },
            ],
            points,
          )
        : el(
            'p',
            { class: 'quiet' },
            'Merge points are recorded where merging or value summaries are selected alone.',
          ),
    ),
    points.length > 0 &&
      section(
        'Value summaries',
        el(
          'p',
          { class: 'quiet' },
          withValues.length
            ? 'What variables were where states merged: each value with the condition on which a variable has it.'
            : [
                'Not recorded, or there are none: ',
                el('code', null, '--report'),
                ' and ',
                el('code', null, '--explain summaries'),
                ' note the values of variables at merge points.',
              ],
        ),
        byPlace(
          withValues,
          (it) => it,
          (it) => el('div', { class: 'guards' }, it.summaries.map(guarded)),
        ),
      ),
  );
}

function labelsTab(panel) {
  const { subsumption, paths } = run.stats;
  fill(
    panel,
    section(
      'Labels',
      el(
        'div',
        { class: 'figures' },
        figure(number(paths.subsumed), 'states dropped'),
        figure(number(subsumption.made), 'labels made', `${number(subsumption.labels)} at the end`),
        figure(number(subsumption.supposed), 'dropped at loop heads'),
      ),
      el(
        'p',
        { class: 'quiet' },
        'Nothing can fail where all conditions of one of these labels hold, so states that satisfy it are not explored any further.',
      ),
      byPlace(run.explain.labels || [], (it) => it, labelList),
      leftOut(run.explain, 'labels'),
    ),
  );
}

function loopsTab(panel) {
  const { summaries, paths } = run.stats;
  fill(
    panel,
    section(
      'Loop summaries',
      el(
        'div',
        { class: 'figures' },
        figure(number(paths.summarized), 'times skipped'),
        figure(number(summaries.loops), 'loops with a summary'),
        figure(number(summaries.irregular), 'loops without'),
        figure(number(summaries.dropped), 'states dropped at loop heads'),
      ),
      table(
        [
          places('Loop'),
          figures('Type', (it) => it.type),
          figures('Skipped', (it) => it.skipped),
          { title: 'Without a summary because', cell: (it) => it.reason || '\u2013', wide: true },
          { title: 'Line', cell: quoted, wide: true },
        ],
        run.explain.loops || [],
      ),
    ),
  );
}

function clausesTab(panel) {
  const { learning, learned_clauses: count, paths } = run.stats;
  const { clauses, tracked } = run.explain.learned || { clauses: [], tracked: [] };
  fill(
    panel,
    section(
      'Learned clauses',
      el(
        'div',
        { class: 'figures' },
        figure(number(count), 'clauses'),
        figure(number(paths.subsumed), 'states dropped'),
        figure(
          number(learning.branches),
          'branches executed',
          `${number(learning.branches_again)} of them again`,
        ),
        figure(number(learning.abstract_states), 'abstract states'),
      ),
      byPlace(
        clauses,
        (it) => it.excluded,
        (it) => el('p', null, clauseText(it)),
      ),
      leftOut(run.explain.learned || {}, 'clauses'),
    ),
    tracked.length > 0 &&
      section(
        'What searches track',
        table(
          [
            {
              title: 'For',
              cell: (it) =>
                it.target ? ['a failure at ', place(it.target)] : 'a path without an end',
            },
            {
              title: 'Variables',
              cell: (it) => el('code', null, it.variables.join(', ') || 'values without a name'),
              wide: true,
            },
            places('Needed at', (it) => it.at),
          ],
          tracked,
        ),
      ),
  );
}

function indexTab(panel) {
  const { index } = run.stats;
  const { tables, members } = run.explain.index || { tables: [], members: [] };
  fill(
    panel,
    section(
      'Index',
      el(
        'div',
        { class: 'figures' },
        figure(number(index.members), 'members'),
        figure(number(index.tables), 'tables'),
        figure(number(index.asked), 'times asked'),
        figure(number(index.outside), 'paths outside'),
      ),
      table(
        [
          places('Place'),
          {
            title: 'Operator',
            cell: (it) => el('code', null, it.operator),
            value: (it) => it.operator,
          },
          figures('Asked', (it) => it.asked),
          {
            title: 'Results',
            numeric: true,
            value: (it) => it.entries,
            cell: (it) => (it.entries ? number(it.entries) : 'one value'),
          },
          { title: 'Line', cell: quoted, wide: true },
        ],
        tables,
      ),
    ),
    members.length > 0 &&
      section(
        'Members',
        table(
          [
            { title: 'Kind', cell: (it) => it.kind, value: (it) => it.kind },
            { title: 'Value', cell: (it) => el('code', null, it.value), value: (it) => it.value },
            { title: 'Comes from', cell: (it) => it.origin, value: (it) => it.origin, wide: true },
          ],
          members,
        ),
      ),
  );
}

function chainsTab(panel) {
  const { roots, unsolvable, obstacle } = run.target.chains;
  fill(
    panel,
    section(
      'Chains to the target',
      el(
        'div',
        { class: 'figures' },
        figure(number(roots), 'paths without cycles'),
        figure(number(unsolvable), 'of them impossible'),
      ),
      el(
        'p',
        null,
        obstacle ? `There may be other paths: ${obstacle}.` : 'No other paths lead to the target.',
      ),
    ),
  );
}

// The techniques that did something in this run.
function techniqueTabs() {
  const {
    merging,
    paths,
    subsumption,
    summaries,
    index,
    learned_clauses: clauses,
    learning,
  } = run.stats;
  const explain = run.explain || (run.explain = {});
  return [
    [
      'merging',
      'Merging',
      mergingTab,
      paths.merged > 0 || merging.summaries.joined > 0 || (explain.merge || []).length > 0,
    ],
    ['labels', 'Labels', labelsTab, subsumption.made > 0],
    ['loops', 'Loops', loopsTab, summaries.loops + summaries.irregular > 0],
    ['clauses', 'Clauses', clausesTab, clauses > 0 || learning.abstract_states > 0],
    ['index', 'Index', indexTab, index.tables > 0],
    ['chains', 'Chains', chainsTab, run.target && run.target.chains],
  ].filter(([, , , isUsed]) => isUsed);
}
