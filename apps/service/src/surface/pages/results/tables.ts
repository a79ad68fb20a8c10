import { escapeHtml, scrolling } from '../layout.ts';
import { cell, scalar, titleOf } from './figures.ts';

type Row = Readonly<Record<string, unknown>>;

/** What tells nothing to people: shapes that are drawn, where roads were met, and what the run cost its owner. */
const LEFT_OUT = new Set([
  'geometry',
  'geojson',
  'polygon',
  'polygons',
  'coordinates',
  'snapped',
  'charged',
  'creditsCharged',
  'fields',
  'available',
]);
/** What tells how the rest came about. */
const BACKGROUND = new Set([
  'territory',
  'origins',
  'method',
  'travel',
  'supplyData',
  'supply',
  'sources',
  'dataVersion',
]);
const ROWS_MAX = 200;
/** Of longer lists only the table is shown, not what each row holds. */
const ROWS_OPENED_MAX = 30;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
/** A list of a few names stands in a cell. */
const isShort = (value: unknown): boolean =>
  isPlain(value) || (Array.isArray(value) && value.length <= 5 && value.every(isPlain));
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (!isPlain(value) && Object.keys(value as object).length === 0);

/** The results of a run as headings, lists and tables, then how they came about. HTML. */
export function resultsHtml(results: unknown): string {
  if (!isRow(results)) return `<p>${scalar(results, '')}</p>`;
  const parts = partLabels(results);
  const pick = (isBackground: boolean): Row =>
    Object.fromEntries(Object.entries(results).filter(([key]) => BACKGROUND.has(key) === isBackground));
  const background = membersHtml(pick(true), 'How it was computed', 3, parts);
  return `${membersHtml(pick(false), 'Results', 3, parts)}
<details><summary>How it was computed</summary>${background}</details>`;
}

/** What the ids of parts stand for in figures: "cumulative_1" is "within 5 min", a benchmark its area. */
function partLabels(results: Row): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const part of listOf(results.parts)) {
    const { id, limitSeconds, limitMeters, radiusMeters, name } = part;
    const minutes = typeof limitSeconds === 'number' ? `within ${scalar(limitSeconds / 60, '')} min` : undefined;
    const meters = limitMeters ?? radiusMeters;
    const distance = typeof meters === 'number' ? `within ${scalar(meters, '')} m` : undefined;
    labels.set(String(id), escapeHtml(String(name ?? '')) || minutes || distance || titleOf(String(id)));
  }
  for (const { level, name } of [...listOf(results.benchmarks), ...listOf(results.references)])
    if (level !== undefined) labels.set(String(level), escapeHtml(String(name ?? level)));
  return labels;
}

const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** Members of an object: the plain ones as a list, each other under a heading of its own. */
function membersHtml(row: Row, name: string, level: number, parts: ReadonlyMap<string, string>): string {
  const members = Object.entries(row).filter(([key, value]) => !LEFT_OUT.has(key) && !isEmpty(value));
  const plain = members.filter(([, value]) => isPlain(value));
  const list = plain.map(([key, value]) => `<tr><th scope="row">${titleOf(key)}</th>${cell(value, key)}</tr>`);
  const nested = members.filter(([, value]) => !isPlain(value));
  return [
    list.length === 0 ? '' : scrolling(`<table class="facts"><tbody>${list.join('')}</tbody></table>`, name),
    ...nested.map(([key, value]) => {
      const inner = valueHtml(value, key, level + 1, parts, row.fields);
      return inner === '' ? '' : `${heading(titleOf(key), level)}${inner}`;
    }),
  ]
    .filter((html) => html !== '')
    .join('\n');
}

function valueHtml(
  value: unknown,
  name: string,
  level: number,
  parts: ReadonlyMap<string, string>,
  fields?: unknown,
): string {
  if (Array.isArray(value)) return rowsHtml(value, name, level, parts);
  if (!isRow(value)) return `<p>${scalar(value, name)}</p>`;
  const columns = Object.entries(value).filter(([, one]) => isRow(one));
  const isMatrix = columns.some(([key]) => parts.has(key) || /^(cumulative|band)_\d+$/.test(key));
  return isMatrix
    ? matrixHtml(columns as [string, Row][], name, parts, isRow(fields) ? fields : {})
    : membersHtml(value, name, level, parts);
}

/** Figures by part: a row per figure, a column per part. Of bands those that count everything within their limit. */
function matrixHtml(
  all: readonly [string, Row][],
  name: string,
  parts: ReadonlyMap<string, string>,
  fields: Row,
): string {
  const isWhole = all.some(([id]) => id.startsWith('cumulative_'));
  const columns = all
    .filter(([id]) => !(isWhole && id.startsWith('band_')))
    .map(([id, figures]) => [id, isRow(figures.values) ? figures.values : figures] as const);
  const keys = [...new Set(columns.flatMap(([, figures]) => Object.keys(figures)))].filter((key) =>
    columns.every(([, figures]) => isPlain(figures[key])),
  );
  if (keys.length === 0) return '';
  const head = columns.map(([id]) => `<th scope="col" align="right">${parts.get(id) ?? titleOf(id)}</th>`).join('');
  const rows = keys.map((key) => {
    const { meaning, unit } = (fields[key] ?? {}) as { meaning?: string; unit?: string };
    const title = meaning === undefined ? titleOf(key) : escapeHtml(meaning);
    const suffix = unit === 'percent' ? ', %' : unit?.startsWith('currency') ? ' (money)' : '';
    const cells = columns.map(([, figures]) => cell(figures[key], key)).join('');
    return `<tr><th scope="row">${title}${suffix}</th>${cells}</tr>`;
  });
  return scrolling(`<table><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`, name);
}

function rowsHtml(list: readonly unknown[], name: string, level: number, parts: ReadonlyMap<string, string>): string {
  const shown = list.slice(0, ROWS_MAX);
  const more = list.length > ROWS_MAX ? `<p class="soft">The first ${ROWS_MAX} of ${list.length}.</p>` : '';
  if (shown.length === 0) return '';
  if (shown.every(isPlain)) {
    const texts = shown.map((one) => scalar(one, name));
    const isProse = texts.some((text) => text.length > 40);
    return (
      (isProse ? `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>` : `<p>${texts.join(', ')}</p>`) + more
    );
  }
  const rows = shown.filter(isRow);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !LEFT_OUT.has(key));
  const told = keys.filter((key) => rows.some((row) => !isEmpty(row[key])));
  const columns = told.filter((key) => key !== 'note' && rows.every((row) => isShort(row[key])));
  const inner = told.filter((key) => !columns.includes(key));
  const opened = inner.length === 0 || rows.length > ROWS_OPENED_MAX ? [] : rows;
  const sections = opened.flatMap((row) => {
    const title = row.title ?? row.name ?? row.id ?? row.code;
    const { note } = row;
    const rest = Object.fromEntries(inner.filter((key) => key !== 'note').map((key) => [key, row[key]]));
    const html = [
      typeof note === 'string' && note !== '' ? `<p class="soft">${escapeHtml(note)}</p>` : '',
      membersHtml(
        { ...rest, fields: row.fields },
        String(title ?? name),
        title === undefined ? level : level + 1,
        parts,
      ),
    ].join('');
    if (html === '') return [];
    if (title === undefined) return [html];
    return [`${heading(parts.get(String(title)) ?? escapeHtml(String(title)), level)}${html}`];
  });
  // Names alone stand in the headings.
  const hasFigures = rows.some((row) => columns.some((key) => typeof row[key] === 'number'));
  const table = columns.length === 0 || (opened.length > 0 && !hasFigures) ? '' : tableHtml(rows, columns, name);
  return `${table}${more}${sections.join('\n')}`;
}

function tableHtml(rows: readonly Row[], columns: readonly string[], name: string): string {
  const right = (key: string) => (rows.some((row) => typeof row[key] === 'number') ? ' align="right"' : '');
  const head = columns.map((key) => `<th scope="col"${right(key)}>${titleOf(key)}</th>`).join('');
  const body = rows.map((row) => `<tr>${columns.map((key) => cell(row[key], key)).join('')}</tr>`).join('');
  return scrolling(`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`, name);
}

/** `title` is HTML. */
const heading = (title: string, level: number): string => `<h${Math.min(level, 6)}>${title}</h${Math.min(level, 6)}>`;
