import { type Cell, type Column, headerOf, isoText, type Table } from '@hinterland/answers';
import { attribute, type Html, html } from '../html.ts';

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
export function tablesHtml(tables: readonly Table[]): Html[] {
  const cut = tables.map((table) => ({ table, pieces: piecesOf(table) }));
  const most = rowsPerTable(cut.map(({ table, pieces }) => ({ rows: table.rows.length, pieces: pieces.length })));
  return cut.map(({ table, pieces }) => sectionHtml(table, pieces, most));
}

function sectionHtml(table: Table, pieces: readonly Piece[], most: number): Html {
  const rows = table.rows.slice(0, most);
  const more =
    rows.length < table.rows.length &&
    html`<p class="soft">The first ${rows.length} of ${table.rows.length.toLocaleString('en')} rows. The exported tables have all of them.</p>`;
  return html`<section data-table="${table.id}"><h3>${table.title}</h3>
${isFacts(table) ? factsHtml(table, rows) : pieces.map(({ columns }) => pieceHtml(table, rows, columns))}${more}</section>
`;
}

const isFacts = ({ columns: [first, second, third, fourth] }: Table): boolean =>
  first?.title === 'Figure' && second?.title === 'Value' && (third?.title ?? 'Unit') === 'Unit' && fourth === undefined;

/** Single figures, each with its unit. */
function factsHtml({ columns }: Table, rows: Table['rows']): Html {
  const [name, value] = columns as readonly [Column, Column];
  const body = rows.map(
    (row) =>
      html`<tr><th scope="row">${textOf(row[0] ?? null, name)}</th><td>${textOf(row[1] ?? null, value)} ${String(row[2] ?? '')}</td></tr>`,
  );
  return html`<table class="facts"><thead><tr>${[name, value].map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${body}</tbody></table>
`;
}

/** Rows under the first of several names stand together below it. */
function pieceHtml({ columns }: Table, rows: Table['rows'], shown: readonly number[]): Html {
  const keys = shown.filter((i) => columns[i]?.isKey);
  const group = keys.length > 1 ? keys[0] : undefined;
  const beside = shown.filter((i) => i !== group);
  const isMostlyNumbers = (i: number) => {
    const filled = rows.filter((row) => (row[i] ?? null) !== null);
    return 2 * filled.filter((row) => typeof row[i] === 'number').length > filled.length;
  };
  const head = beside.map(
    (i) => html`<th scope="col"${isMostlyNumbers(i) && RIGHT}>${headerOf(columns[i] as Column)}</th>`,
  );
  let last: Cell | undefined;
  const body = rows
    .filter((row) => beside.some((i) => !columns[i]?.isKey && (row[i] ?? null) !== null))
    .map((row) => {
      const cells = beside.map((i) => cellHtml(row[i] ?? null, columns[i] as Column, isMostlyNumbers(i)));
      const name = group === undefined ? undefined : row[group];
      const begins = name !== last;
      last = name;
      return html`${begins && html`<tr class="group"><th scope="rowgroup" colspan="${beside.length}">${textOf(name ?? null, columns[group as number] as Column)}</th></tr>`}<tr>${cells}</tr>`;
    });
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>
`;
}

const RIGHT = attribute('class', 'number');
const LONG = attribute('class', 'long');

function cellHtml(cell: Cell, column: Column, isOfNumbers: boolean): Html {
  const right = (typeof cell === 'number' || (cell === null && isOfNumbers)) && RIGHT;
  const text = cell === null && !isOfNumbers ? '' : textOf(cell, column);
  const shape = right || (text.split(/\s/).some(({ length }) => length > TEXT_MAX) && LONG);
  return column.isKey ? html`<th scope="row"${shape}>${text}</th>` : html`<td${shape}>${text}</td>`;
}

/** A cell as people read it: no decimals from 100 on, codes as words. */
export function textOf(cell: Cell, column: Column): string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return numberText(cell, column);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return isoText(cell).slice(0, 10);
  return /^[a-z]+(_[a-z0-9]+)+$/.test(cell) ? cell.replace(/_/g, ' ') : cell;
}

function numberText(value: number, { title }: Column): string {
  if (/\b(lat|lng)$/i.test(title)) return value.toFixed(5);
  const digits =
    value !== 0 && Math.abs(value) < 0.01
      ? { maximumSignificantDigits: 3 }
      : { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 };
  return value.toLocaleString('en', digits);
}

/** Packs columns side by side as far as they fit. The names of the rows are in every piece. */
function piecesOf(table: Table): readonly Piece[] {
  const widths = table.columns.map((column, i) =>
    widthOf(
      column,
      table.rows.map((row) => row[i] ?? null),
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
function widthOf(column: Column, cells: readonly Cell[]): number {
  const header = Math.max(
    ...headerOf(column)
      .split(' ')
      .map(({ length }) => length),
    Math.min(headerOf(column).length / 2, TEXT_MAX),
  );
  const longest = cells.reduce<number>((most, cell) => {
    const text = textOf(cell, column);
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
