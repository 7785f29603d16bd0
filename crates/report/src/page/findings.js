// The failures: what fails, with which inputs, and the path to it.
// The message, without the kind that stands in front of it; nothing if it only repeats the kind.
const message = ({ kind, message: text }) =>
  text.startsWith(`${kind} `)
    ? text.slice(kind.length + 1)
    : text === kind.replaceAll('-', ' ')
      ? ''
      : text;

// A finding in a list.
const findingCard = (finding, index, isAt) =>
  el(
    'li',
    null,
    el(
      'button',
      {
        type: 'button',
        class: `card ${isAt ? 'at' : ''}`,
        'aria-current': isAt && 'true',
        onclick: () => go('findings', index + 1),
      },
      el('span', null, el('span', { class: 'kind' }, finding.kind), ' ', message(finding)),
      el(
        'span',
        { class: 'quiet' },
        finding.file
          ? `${short(finding.file)}:${finding.line} in ${finding.function}`
          : finding.function,
        finding.known && ', in the baseline',
        finding.suppressed && ', suppressed',
      ),
    ),
  );

const callRow = (call, index) =>
  el(
    'li',
    null,
    el('code', null, `#${index} ${call.function}`),
    ' ',
    place(call),
    call.library && el('span', { class: 'quiet' }, `, in ${call.library}`),
    call.left_out > 0 &&
      el('div', { class: 'quiet' }, `${plural(call.left_out, 'more call')} between`),
  );

const stack = (title, calls) =>
  calls &&
  calls.length > 0 && [
    el('h3', null, title),
    el('ol', { class: 'plain stack' }, calls.map(callRow)),
  ];

function access(finding) {
  const it = finding.access;
  if (!it) return null;
  const { object } = it;
  return [
    el('h3', null, 'Access'),
    el('p', null, el('code', null, it.shown)),
    object && [stack('Allocated by', object.allocated), stack('Freed by', object.freed)],
  ];
}

function inputs(finding) {
  const lines = finding.shown_inputs;
  const type = (it) => it.declared || it.type;
  return [
    el('h3', null, 'Inputs'),
    lines.length
      ? el('pre', { class: 'inputs' }, lines.join('\n'))
      : el('p', { class: 'quiet' }, 'None: the program fails on every run.'),
    finding.original_inputs &&
      el(
        'details',
        null,
        el('summary', null, 'Found with larger inputs'),
        el(
          'pre',
          { class: 'inputs' },
          finding.original_inputs.map((it) => `${it.name} = ${it.shown} (${type(it)})`).join('\n'),
        ),
      ),
  ];
}

function commands(index) {
  const it = about.commands[index];
  return [
    el('h3', null, 'Again'),
    it
      ? [copyable(it.replay), copyable(it.native), it.shell && copyable(it.shell)]
      : el(
          'p',
          { class: 'quiet' },
          'Test cases to replay are written with ',
          el('code', null, '--out DIR'),
          '.',
        ),
  ];
}

function findingDetail(index) {
  const finding = run.findings[index];
  const same = run.findings.filter((it) => it.cause === finding.cause).length;
  const walk = new Walk(finding);
  const notes = [
    !finding.replayed && el('span', { class: 'tag warn' }, 'not confirmed by a replay'),
    finding.known && el('span', { class: 'tag quiet' }, 'in the baseline'),
    finding.suppressed && el('span', { class: 'tag quiet' }, `suppressed: ${finding.suppressed}`),
    same > 1 && el('span', { class: 'tag quiet' }, `${same} findings have this cause`),
  ];
  const element = el(
    'article',
    { class: 'finding' },
    el('h2', null, el('span', { class: 'kind' }, finding.kind), ' ', message(finding)),
    el(
      'p',
      null,
      'at ',
      place(finding),
      ` in ${finding.function}, found after ${seconds(finding.seconds)} `,
      notes,
    ),
    el(
      'div',
      { class: 'columns' },
      el('div', null, excerpt(finding)),
      el('div', null, inputs(finding)),
    ),
    el('h3', null, 'Path to the failure'),
    walk.element,
    el(
      'div',
      { class: 'columns' },
      el('div', null, access(finding)),
      el('div', null, stack('Calls', finding.stack)),
      el('div', null, commands(index)),
    ),
  );
  return { element, walk };
}

const PRINTED_FINDINGS = 30;

// The tab: a list that can be filtered, and the finding that is selected.
class FindingsTab {
  constructor(panel) {
    this.panel = panel;
    this.selected = -1;
    this.kinds = [...new Set(run.findings.map((it) => it.kind))].sort();
    this.search = el('input', {
      type: 'search',
      placeholder: 'Filter by text',
      'aria-label': 'Filter findings',
      oninput: () => this.draw(),
    });
    this.kind = el(
      'select',
      { 'aria-label': 'Kind of failure', onchange: () => this.draw() },
      el('option', { value: '' }, 'All kinds'),
      this.kinds.map((it) => el('option', { value: it }, it)),
    );
    this.list = el('ul', { class: 'plain findings' });
    this.count = el('p', { class: 'quiet', 'aria-live': 'polite' });
    this.detail = el('div', { class: 'detail' });
    const few = run.findings.length < 2;
    fill(
      panel,
      el(
        'div',
        { class: `split ${few ? 'single' : ''}` },
        el(
          'aside',
          { hidden: few },
          el('div', { class: 'controls' }, this.search, this.kind),
          this.count,
          this.list,
          leftOut(run, 'findings'),
        ),
        this.detail,
      ),
    );
    this.draw();
  }

  matches(finding) {
    const words = this.search.value.toLowerCase();
    const text =
      `${finding.kind} ${finding.message} ${finding.file}:${finding.line} ${finding.function}`.toLowerCase();
    return (!this.kind.value || finding.kind === this.kind.value) && text.includes(words);
  }

  draw() {
    const all = run.findings
      .map((finding, index) => [finding, index])
      .filter(([finding]) => this.matches(finding));
    this.visible = all.map(([, index]) => index);
    fill(this.count, `${number(all.length)} of ${plural(run.findings.length, 'finding')}`);
    fill(
      this.list,
      all.map(([finding, index]) => findingCard(finding, index, index === this.selected)),
    );
  }

  open([which, step]) {
    const index = Math.max(0, Math.min((Number(which) || 1) - 1, run.findings.length - 1));
    if (index !== this.selected) {
      this.selected = index;
      const { element, walk } = findingDetail(index);
      this.walk = walk;
      fill(this.detail, element);
      this.draw();
    }
    if (step) this.walk.go(Number(step) - 1);
  }

  // Paper has the first findings, not only the one that is selected.
  print(isPrinting) {
    if (isPrinting)
      fill(
        this.detail,
        run.findings.slice(0, PRINTED_FINDINGS).map((_, index) => findingDetail(index).element),
      );
    else {
      const at = this.selected;
      this.selected = -1;
      this.open([at + 1]);
    }
  }

  key(event) {
    if (this.walk && this.walk.key(event)) return true;
    const by = { j: 1, k: -1 }[event.key];
    const at = this.visible.indexOf(this.selected) + (by || 0);
    if (!by || at < 0 || at >= this.visible.length) return false;
    go('findings', this.visible[at] + 1);
    return true;
  }
}
