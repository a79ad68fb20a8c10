import { type Cell, type Column, isoText, type Said, type Table } from '@hinterland/answers';
import { attribute, type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';
import { scrolling } from '../layout.ts';

/** Room of a row of text on the narrower of the two papers, in letters of tables. */
const LETTERS = 108;
/** A longer text breaks into lines. */
const TEXT_MAX = 26;
/** Room between two columns. */
const GAP = 2;
/** Lines of all tables together: about fifteen pages. */
const LINES_MAX = 560;

/** Part of a table that fits beside itself on paper. */
interface Piece {
  readonly columns: readonly number[];
}

/** Returns tables for paper: columns that do not fit stand in a further table with the same names of rows. */
export function tablesHtml(tables: readonly Table[], words: Words): Html[] {
  const cut = tables.map((table) => ({ table, pieces: piecesOf(table, words) }));
  const most = rowsPerTable(cut.map(({ table, pieces }) => ({ rows: table.rows.length, pieces: pieces.length })));
  return cut.map(({ table, pieces }) => sectionHtml(table, pieces, most, words));
}

function sectionHtml(table: Table, pieces: readonly Piece[], most: number, words: Words): Html {
  const rows = table.rows.slice(0, most);
  const title = words.title(table.title);
  const more =
    rows.length < table.rows.length &&
    html`<p class="soft">${words.say('report.firstRows', { rows: rows.length, all: words.number(table.rows.length) })}</p>`;
  return html`<section data-table="${table.id}"><h3>${title}</h3>
${isFacts(table) ? scrolling(factsHtml(table, rows, words), title) : pieces.map(({ columns }) => scrolling(pieceHtml(table, rows, columns, words), title))}${more}</section>
`;
}

const isFacts = ({ columns: [first, second, third, fourth] }: Table): boolean =>
  is(first, 'figure') && is(second, 'value') && (third === undefined || is(third, 'unit')) && fourth === undefined;

/** Whether a column has this name. */
const is = (column: Column | undefined, field: string): boolean =>
  typeof column?.title === 'object' && 'field' in column.title && column.title.field === field;

/** Single figures, each with its unit. */
function factsHtml({ columns }: Table, rows: Table['rows'], words: Words): Html {
  const [name, value] = columns as readonly [Column, Column];
  const body = rows.map(
    (row) =>
      html`<tr><th scope="row"${langOf(row[0] ?? null, name, words)}>${textOf(row[0] ?? null, name, words)}</th><td>${factText(row[1] ?? null, value, row[2] ?? null, words)}</td></tr>`,
  );
  return html`<table class="facts"><thead><tr>${[name, value].map(({ title }) => html`<th scope="col">${words.title(title)}</th>`)}</tr></thead><tbody>${body}</tbody></table>
`;
}

/** A figure with its unit. */
function factText(cell: Cell, column: Column, unit: Cell, words: Words): string {
  const text = textOf(cell, column, words);
  return unit === '%' ? `${text}${words.percentSign}` : unit === null ? text : `${text} ${words.tell(unit as Said)}`;
}

/** Rows under the first of several names stand together below it. */
function pieceHtml({ columns }: Table, rows: Table['rows'], shown: readonly number[], words: Words): Html {
  const keys = shown.filter((i) => columns[i]?.isKey);
  const group = keys.length > 1 ? keys[0] : undefined;
  const beside = shown.filter((i) => i !== group);
  const isMostlyNumbers = (i: number) => {
    const filled = rows.filter((row) => (row[i] ?? null) !== null);
    return 2 * filled.filter((row) => typeof row[i] === 'number').length > filled.length;
  };
  const head = beside.map(
    (i) => html`<th scope="col"${isMostlyNumbers(i) && RIGHT}>${headerIn(columns[i] as Column, words)}</th>`,
  );
  let last: Cell | undefined;
  const body = rows
    .filter((row) => beside.some((i) => !columns[i]?.isKey && (row[i] ?? null) !== null))
    .map((row) => {
      const cells = beside.map((i) => cellHtml(row[i] ?? null, columns[i] as Column, isMostlyNumbers(i), words));
      const name = group === undefined ? undefined : row[group];
      const begins = name !== last;
      last = name;
      return html`${begins && html`<tr class="group"><th scope="rowgroup" colspan="${beside.length}">${textOf(name ?? null, columns[group as number] as Column, words)}</th></tr>`}<tr>${cells}</tr>`;
    });
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>
`;
}

const RIGHT = attribute('class', 'number');
const LONG = attribute('class', 'long');
const SENTENCE = attribute('class', 'sentence-cell');
const SENTENCE_LETTERS = 60;

function cellHtml(cell: Cell, column: Column, isOfNumbers: boolean, words: Words): Html {
  const right = (typeof cell === 'number' || (cell === null && isOfNumbers)) && RIGHT;
  const text = cell === null && !isOfNumbers ? '' : textOf(cell, column, words);
  const hasLongWord = text.split(/\s/).some(({ length }) => length > TEXT_MAX);
  const shape = right || (hasLongWord ? LONG : text.length > SENTENCE_LETTERS && SENTENCE);
  return column.isKey
    ? html`<th scope="row"${shape}${langOf(cell, column, words)}>${text}</th>`
    : html`<td${shape}>${text}</td>`;
}

const headerIn = ({ title, unit }: Column, words: Words): string =>
  unit === null ? words.title(title) : `${words.title(title)}, ${words.tell(unit)}`;

/** Names of figures that the language has no words for are in English. */
const langOf = (cell: Cell, column: Column, words: Words) =>
  is(column, 'figure') && cell !== null && words.isEnglish(cell as Said) && attribute('lang', 'en');

/** A cell as people read it, codes as words. */
function textOf(cell: Cell, column: Column, words: Words): string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return numberText(cell, column, words);
  if (typeof cell === 'boolean') return words.say(cell ? 'yes' : 'no');
  if (cell instanceof Date) return isoText(cell).slice(0, 10);
  if (typeof cell === 'object') return is(column, 'unit') ? words.tell(cell) : words.title(cell);
  if (NAMES.has(fieldOf(column))) return cell;
  const isUnit = UNITS.test(fieldOf(column)) && !cell.startsWith('currency');
  return isUnit ? words.title({ unit: cell }) : words.code(cell);
}

/** Members that name a unit. */
const UNITS = /unit$/i;
/** Columns of names, which people and data give. */
const NAMES = new Set(['id', 'name', 'code', 'brand', 'reason']);

/** Name of the member that a column shows; empty for another. */
function fieldOf({ title }: Column): string {
  const last = typeof title === 'object' && 'all' in title ? title.all.at(-1) : title;
  return typeof last === 'object' && 'field' in last ? last.field : '';
}

const numberText = (value: number, column: Column, words: Words): string =>
  DEGREES.has(fieldOf(column)) ? words.degrees(value) : words.rounded(value);
const DEGREES = new Set(['lat', 'lng']);

/** Packs columns side by side as far as they fit. The names of the rows are in every piece. */
function piecesOf(table: Table, words: Words): readonly Piece[] {
  const widths = table.columns.map((column, i) =>
    widthOf(
      column,
      table.rows.map((row) => row[i] ?? null),
      words,
    ),
  );
  const keys = table.columns.flatMap(({ isKey }, i) => (isKey ? [i] : []));
  const besides = keys.length > 1 ? keys.slice(1) : keys;
  const room = LETTERS - besides.reduce((sum, i) => sum + (widths[i] as number), 0);
  const pieces: number[][] = [];
  let left = 0;
  for (const [i, { isKey }] of table.columns.entries()) {
    if (isKey) continue;
    const width = widths[i] as number;
    if (pieces.length === 0 || width > left) {
      pieces.push([...keys]);
      left = room;
    }
    pieces.at(-1)?.push(i);
    left -= width;
  }
  return (pieces.length === 0 ? [keys] : pieces).map((columns) => ({ columns }));
}

/** Letters that a column needs: its longest figure or word, and of longer texts as much as reads well. */
function widthOf(column: Column, cells: readonly Cell[], words: Words): number {
  const title = headerIn(column, words);
  const header = Math.max(...title.split(' ').map(({ length }) => length), Math.min(title.length / 2, TEXT_MAX));
  const longest = cells.reduce<number>((most, cell) => {
    const text = textOf(cell, column, words);
    const word = typeof cell === 'number' ? text.length : Math.max(...text.split(' ').map(({ length }) => length));
    return Math.max(most, Math.min(text.length, Math.max(TEXT_MAX, Math.min(word, LETTERS / 3))));
  }, 0);
  return Math.ceil(Math.max(header, longest)) + GAP;
}

/** Most rows of one table, so that all together stay within the pages of a report. */
function rowsPerTable(tables: readonly { readonly rows: number; readonly pieces: number }[]): number {
  const linesAt = (most: number) =>
    tables.reduce((sum, { rows, pieces }) => sum + pieces * (Math.min(rows, most) + 3), 0);
  let most = Math.max(...tables.map(({ rows }) => rows), 1);
  while (most > 5 && linesAt(most) > LINES_MAX) most = Math.floor(most * 0.9);
  return most;
}
