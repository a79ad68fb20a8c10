import { isObject } from '../../../json.ts';
import { attribute, type Html, html, join } from '../html.ts';
import { heading, scrolling } from '../layout.ts';
import { cell, scalar, titleOf } from './figures.ts';

type Row = Readonly<Record<string, unknown>>;

/** Members without use for readers: shapes, which the map draws, snapped places, and what the run cost its owner. */
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
/** Members that say how the rest was computed. */
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
/** Longer lists show their table only, not the members of each row. */
const ROWS_OPENED_MAX = 30;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
/** A list of a few names fits into a cell. */
const isShort = (value: unknown): boolean =>
  isPlain(value) || (Array.isArray(value) && value.length <= 5 && value.every(isPlain));
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (!isPlain(value) && Object.keys(value as object).length === 0);

/** Returns the results of a run as headings, lists and tables, then how they were computed. */
export function resultsHtml(results: unknown): Html {
  if (!isObject(results)) return html`<p>${scalar(results, '')}</p>`;
  const parts = partLabels(results);
  const pick = (isBackground: boolean): Row =>
    Object.fromEntries(Object.entries(results).filter(([key]) => BACKGROUND.has(key) === isBackground));
  const background = membersHtml(pick(true), 'How it was computed', 3, parts);
  return html`${membersHtml(pick(false), 'Results', 3, parts)}
<details><summary>How it was computed</summary>${background}</details>`;
}

/** Returns the names of parts by their ids: "cumulative_1" is "within 5 min", a benchmark its area. */
function partLabels(results: Row): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const part of listOf(results.parts)) {
    const { id, limitSeconds, limitMeters, radiusMeters, name } = part;
    const minutes = typeof limitSeconds === 'number' ? `within ${scalar(limitSeconds / 60, '')} min` : undefined;
    const meters = limitMeters ?? radiusMeters;
    const distance = typeof meters === 'number' ? `within ${scalar(meters, '')} m` : undefined;
    labels.set(String(id), String(name ?? '') || minutes || distance || titleOf(String(id)));
  }
  for (const { level, name } of [...listOf(results.benchmarks), ...listOf(results.references)])
    if (level !== undefined) labels.set(String(level), String(name ?? level));
  return labels;
}

const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the members of an object: the plain ones as a table, each other under a heading. Null where there are none. */
function membersHtml(row: Row, name: string, level: number, parts: ReadonlyMap<string, string>): Html | null {
  const members = Object.entries(row).filter(([key, value]) => !LEFT_OUT.has(key) && !isEmpty(value));
  const plain = members.filter(([, value]) => isPlain(value));
  const list = plain.map(([key, value]) => html`<tr><th scope="row">${titleOf(key)}</th>${cell(value, key)}</tr>`);
  const nested = members.filter(([, value]) => !isPlain(value));
  const shown = [
    list.length === 0 ? null : scrolling(html`<table class="facts"><tbody>${list}</tbody></table>`, name),
    ...nested.map(([key, value]) => {
      const inner = valueHtml(value, key, level + 1, parts, row.fields);
      return inner && html`${heading(level, titleOf(key))}${inner}`;
    }),
  ].filter((one) => one !== null);
  return shown.length === 0 ? null : join(shown, '\n');
}

function valueHtml(
  value: unknown,
  name: string,
  level: number,
  parts: ReadonlyMap<string, string>,
  fields?: unknown,
): Html | null {
  if (Array.isArray(value)) return rowsHtml(value, name, level, parts);
  if (!isObject(value)) return html`<p>${scalar(value, name)}</p>`;
  const columns = Object.entries(value).filter(([, one]) => isObject(one));
  const isMatrix = columns.some(([key]) => parts.has(key) || /^(cumulative|band)_\d+$/.test(key));
  return isMatrix
    ? matrixHtml(columns as [string, Row][], name, parts, isObject(fields) ? fields : {})
    : membersHtml(value, name, level, parts);
}

/** Returns figures by part: a row per figure, a column per part. Of bands those that count everything within their limit. */
function matrixHtml(
  all: readonly [string, Row][],
  name: string,
  parts: ReadonlyMap<string, string>,
  fields: Row,
): Html | null {
  const isWhole = all.some(([id]) => id.startsWith('cumulative_'));
  const columns = all
    .filter(([id]) => !(isWhole && id.startsWith('band_')))
    .map(([id, figures]) => [id, isObject(figures.values) ? figures.values : figures] as const);
  const keys = [...new Set(columns.flatMap(([, figures]) => Object.keys(figures)))].filter((key) =>
    columns.every(([, figures]) => isPlain(figures[key])),
  );
  if (keys.length === 0) return null;
  const head = columns.map(([id]) => html`<th scope="col" align="right">${parts.get(id) ?? titleOf(id)}</th>`);
  const rows = keys.map((key) => {
    const { meaning, unit } = (fields[key] ?? {}) as { meaning?: string; unit?: string };
    const suffix = unit === 'percent' ? ', %' : unit?.startsWith('currency') ? ' (money)' : '';
    const cells = columns.map(([, figures]) => cell(figures[key], key));
    return html`<tr><th scope="row">${meaning ?? titleOf(key)}${suffix}</th>${cells}</tr>`;
  });
  return scrolling(html`<table><thead><tr><td></td>${head}</tr></thead><tbody>${rows}</tbody></table>`, name);
}

function rowsHtml(
  list: readonly unknown[],
  name: string,
  level: number,
  parts: ReadonlyMap<string, string>,
): Html | null {
  const shown = list.slice(0, ROWS_MAX);
  const more = list.length > ROWS_MAX && html`<p class="soft">The first ${ROWS_MAX} of ${list.length}.</p>`;
  if (shown.length === 0) return null;
  if (shown.every(isPlain)) {
    const texts = shown.map((one) => scalar(one, name));
    const isProse = texts.some((text) => text.length > 40);
    const listed = isProse
      ? html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
      : html`<p>${texts.join(', ')}</p>`;
    return html`${listed}${more}`;
  }
  const rows = shown.filter(isObject);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !LEFT_OUT.has(key));
  const filled = keys.filter((key) => rows.some((row) => !isEmpty(row[key])));
  const columns = filled.filter((key) => key !== 'note' && rows.every((row) => isShort(row[key])));
  const inner = filled.filter((key) => !columns.includes(key));
  const opened = inner.length === 0 || rows.length > ROWS_OPENED_MAX ? [] : rows;
  const sections = opened
    .map((row) => rowSection(row, inner, name, level, parts))
    .filter((section) => section !== null);
  // Headings have names alone.
  const hasFigures = rows.some((row) => columns.some((key) => typeof row[key] === 'number'));
  const table = columns.length > 0 && (opened.length === 0 || hasFigures) && tableHtml(rows, columns, name);
  return table || more || sections.length > 0 ? html`${table}${more}${join(sections, '\n')}` : null;
}

/** Returns the given members of a row, under its name where it has one. */
function rowSection(
  row: Row,
  inner: readonly string[],
  name: string,
  level: number,
  parts: ReadonlyMap<string, string>,
): Html | null {
  const title = row.title ?? row.name ?? row.id ?? row.code;
  const { note } = row;
  const rest = Object.fromEntries(inner.filter((key) => key !== 'note').map((key) => [key, row[key]]));
  const written = typeof note === 'string' && note !== '' && html`<p class="soft">${note}</p>`;
  const below = title === undefined ? level : level + 1;
  const members = membersHtml({ ...rest, fields: row.fields }, String(title ?? name), below, parts);
  if (!written && members === null) return null;
  const label = title !== undefined && heading(level, parts.get(String(title)) ?? String(title));
  return html`${label}${written}${members}`;
}

function tableHtml(rows: readonly Row[], columns: readonly string[], name: string): Html {
  const right = (key: string) => rows.some((row) => typeof row[key] === 'number') && attribute('align', 'right');
  const head = columns.map((key) => html`<th scope="col"${right(key)}>${titleOf(key)}</th>`);
  const body = rows.map((row) => html`<tr>${columns.map((key) => cell(row[key], key))}</tr>`);
  return scrolling(html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`, name);
}
