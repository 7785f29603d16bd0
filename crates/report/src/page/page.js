// The frame: tabs, the address of what is shown, keys, colours and printing.
const head = document.getElementById('head');
const panels = document.getElementById('panels');

// A tab draws its panel when it is first shown, and is told of the rest of the address.
const plain = (draw) => (panel) => {
  draw(panel);
  return { open() {}, key: () => false };
};
const tabs = [
  { id: 'overview', title: 'Overview', make: plain(overview) },
  run.findings.length > 0 && {
    id: 'findings',
    title: `Findings (${number(run.findings.length + (run.findings_left_out || 0))})`,
    make: (panel) => new FindingsTab(panel),
  },
  { id: 'code', title: 'Code', make: (panel) => new CodeTab(panel) },
  { id: 'effort', title: 'Effort', make: plain(effort) },
  tree && tree.up.length > 0 && { id: 'tree', title: 'Tree', make: (panel) => new TreeTab(panel) },
  ...techniqueTabs().map(([id, title, draw]) => ({ id, title, make: plain(draw) })),
].filter(Boolean);

let current = null;

// Shows a tab: the address changes, and the page follows it.
function go(...parts) {
  location.hash = parts.map((it) => encodeURIComponent(it)).join('/');
}

// Makes the panel of a tab, unless it is there.
function prepare(tab) {
  if (tab.shown) return;
  tab.panel.hidden = false;
  tab.shown = tab.make(tab.panel);
}

function follow() {
  const [id, ...rest] = location.hash
    .slice(1)
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  const tab = tabs.find((it) => it.id === id) || tabs[0];
  current = tab;
  for (const it of tabs) {
    it.panel.hidden = it !== tab;
    it.button.setAttribute('aria-selected', String(it === tab));
    it.button.tabIndex = it === tab ? 0 : -1;
  }
  prepare(tab);
  tab.shown.open(rest);
}

// The colours that were chosen, or those of the system.
const system = matchMedia('(prefers-color-scheme: dark)');

function chosenTheme() {
  try {
    return localStorage.getItem('sheaf-theme');
  } catch {
    return null;
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  if (current && current.id === 'tree') current.shown.schedule();
}

function usualTheme() {
  const chosen = chosenTheme();
  const usual = system.matches ? 'dark' : 'light';
  setTheme(chosen === 'dark' || chosen === 'light' ? chosen : usual);
}

function switchTheme() {
  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  try {
    localStorage.setItem('sheaf-theme', document.documentElement.dataset.theme);
  } catch {
    // The next page begins with the colours of the system.
  }
}

const KEYS = [
  ['1 to 9', 'the tabs'],
  ['\u2190 \u2192', 'a step of the walk back or forward; in the tree, to the parent or a child'],
  ['Home End', 'the first step, the failure'],
  ['j k', 'the next or previous finding'],
  ['n p', 'the next or previous gap in the code'],
  ['Enter', 'folds a node of the tree'],
  ['+ \u2212 0', 'zoom in, zoom out, show all of the tree'],
  ['t', 'dark or light'],
  ['?', 'this list'],
];

const help = el(
  'dialog',
  { class: 'help' },
  el('h2', null, 'Keys'),
  el(
    'dl',
    { class: 'facts' },
    KEYS.map(([keys, what]) => [el('dt', null, keys), el('dd', null, what)]),
  ),
  el('form', { method: 'dialog' }, el('button', null, 'Close')),
);

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const { target } = event;
  if (target.matches && target.matches('input[type=search], select')) return;
  if (
    target.getAttribute &&
    target.getAttribute('role') === 'tab' &&
    /^Arrow(Left|Right)$/.test(event.key)
  ) {
    const index = tabs.indexOf(current) + (event.key === 'ArrowRight' ? 1 : tabs.length - 1);
    const tab = tabs[index % tabs.length];
    go(tab.id);
    tab.button.focus();
  } else if (event.key === '?') help.showModal();
  else if (event.key === 't') switchTheme();
  else if (/^[1-9]$/.test(event.key) && tabs[event.key - 1]) go(tabs[event.key - 1].id);
  else if (target.closest && target.closest('button, a, summary') && event.key === 'Enter') return;
  else if (!current.shown.key(event)) return;
  event.preventDefault();
}

// Everything but the tree is printed, each panel with its title.
function onPrint(isPrinting) {
  document.body.classList.toggle('printing', isPrinting);
  if (isPrinting) setTheme('light');
  else usualTheme();
  for (const tab of tabs) {
    if (tab.id === 'tree') continue;
    if (isPrinting && !tab.shown) {
      prepare(tab);
      tab.shown.open([]);
    }
    tab.panel.hidden = !isPrinting && tab !== current;
    if (tab.shown && tab.shown.print) tab.shown.print(isPrinting);
  }
  Rows.print(isPrinting);
}

function start() {
  usualTheme();
  system.addEventListener('change', usualTheme);
  document.title = `${claim()[0]}: ${flat(run.file)} \u2013 Sheaf`;
  const list = el('nav', { role: 'tablist', 'aria-label': 'Parts of the report' });
  for (const tab of tabs) {
    tab.panel = el('div', {
      id: `panel-${tab.id}`,
      role: 'tabpanel',
      class: `panel ${tab.id}`,
      'aria-labelledby': `tab-${tab.id}`,
      hidden: true,
    });
    tab.button = button(tab.title, () => go(tab.id), {
      role: 'tab',
      id: `tab-${tab.id}`,
      'aria-controls': `panel-${tab.id}`,
    });
    list.append(tab.button);
    panels.append(el('h2', { class: 'print-title' }, tab.title), tab.panel);
  }
  add(
    head,
    el(
      'div',
      { class: 'top' },
      el('span', { class: 'name' }, 'Sheaf'),
      el('code', { class: 'file', title: flat(run.file) }, run.file),
      el('span', { class: `pill ${run.verdict}` }, claim()[0]),
      el(
        'span',
        { class: 'tools' },
        button('?', () => help.showModal(), { 'aria-label': 'Keys', title: 'Keys' }),
        button('\u25d0', switchTheme, {
          'aria-label': 'Dark or light',
          title: 'Dark or light (t)',
        }),
      ),
    ),
    list,
  );
  add(
    document.body,
    help,
    el(
      'footer',
      { class: 'quiet' },
      `Written by sheaf ${about.version}. This page needs no network.`,
    ),
  );
  addEventListener('hashchange', follow);
  addEventListener('keydown', onKey);
  addEventListener('beforeprint', () => onPrint(true));
  addEventListener('afterprint', () => onPrint(false));
  follow();
}

start();
