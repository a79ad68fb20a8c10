import { type Bars, type FigureTable, isNamedByTitle, type Part, type Telling, type Unit } from '@hinterland/answers';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';
import { scrolling } from '../layout.ts';

const ROWS_MAX = 5;
const COLUMNS_MAX = 4;
/** Rows of all pictured tables that fit on the first page. */
const PICTURED_MAX = 15;

/** Figures of an answer as a table, and the part of it that they are. */
export interface KeyFigures {
  readonly html: Html;
  readonly part: Part;
}

/** Up to five figures of an answer with their units: the first rows of its first table, else of the portions of a whole, else of its first bars. */
export function keyFigures({ sections }: Telling, words: Words): KeyFigures | null {
  const parts = sections.flatMap(({ title, parts }) => parts.flatMap(partsIn).map((part) => ({ title, part })));
  const found =
    parts.find(({ part }) => part.kind === 'table' && part.isFolded !== true) ??
    parts.find(({ part }) => part.kind === 'bars' && part.shape === 'split') ??
    parts.find(({ part }) => part.kind === 'bars' && part.shape !== 'columns');
  if (found === undefined) return null;
  const { title, part } = found;
  const caption = title !== undefined && html`<caption>${words.title(title)}</caption>`;
  const table = html`<table class="key">${caption}${part.kind === 'table' ? ofTable(part, words) : ofBars(part as Bars, words)}</table>
`;
  return { html: table, part };
}

/** The tables of pictures that paper does not draw: what was paid for beside the areas around. Of many groups each is one row. */
export function picturedTables({ sections }: Telling, words: Words): readonly Html[] {
  const tables = sections.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'picture' && part.table !== undefined ? [part.table] : [])),
  );
  const all = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  return tables.map((table) => {
    const firsts = table.rows
      .filter((_, i) => isNew(table.rows, i))
      .map(({ group, ...row }) => (group === undefined ? row : { ...row, title: { all: [group, row.title] } }));
    const rows = all > PICTURED_MAX ? firsts : table.rows;
    const markup = html`<table class="key topics">${ofTable({ ...table, rows }, words, rows.length)}</table>
`;
    return scrolling(markup, words.say('report.figures'));
  });
}

const isNew = (rows: FigureTable['rows'], i: number): boolean =>
  JSON.stringify(rows[i]?.group) !== JSON.stringify(rows[i - 1]?.group);

/** A part, or those of the first choice. */
const partsIn = (part: Part): readonly Part[] =>
  part.kind === 'choice' ? (part.choices[0]?.parts.flatMap(partsIn) ?? []) : [part];

function ofTable({ columns, rows }: FigureTable, words: Words, most = ROWS_MAX): Html {
  const known = rows.filter(({ cells }) => cells.some(({ value }) => value !== null)).slice(0, most);
  const head = columns
    .slice(0, COLUMNS_MAX)
    .map((name) => html`<th scope="col" class="number">${words.title(name)}</th>`);
  const width = 1 + Math.min(columns.length, COLUMNS_MAX);
  const groups = known.map(({ group }) => (group === undefined ? '' : words.title(group)));
  const body = known.map(
    ({ title, unit, cells }, i) =>
      html`${groups[i] !== '' && groups[i] !== groups[i - 1] && html`<tr class="group"><th scope="rowgroup" colspan="${width}">${groups[i]}</th></tr>`}<tr><th scope="row">${named(words.title(title), unit, words)}</th>${cells
        .slice(0, COLUMNS_MAX)
        .map(({ value, unit: of }) => html`<td class="number">${words.short(value, of)}</td>`)}</tr>`,
  );
  return html`${head.length > 0 && html`<thead><tr><td></td>${head}</tr></thead>`}<tbody>${body}</tbody>`;
}

function ofBars({ bars, ...unit }: Bars, words: Words): Html {
  const known = bars.filter(({ value }) => value !== null).slice(0, ROWS_MAX);
  const body = known.map(
    ({ name, value }) =>
      html`<tr><th scope="row">${named(words.title(name), unit, words)}</th><td class="number">${words.short(value, unit.unit)}</td></tr>`,
  );
  return html`<tbody>${body}</tbody>`;
}

/** A name with its unit, where the name does not say it: "Families", and not "Families, families". */
function named(name: string, unit: Unit | undefined, words: Words): string {
  const said = unitText(unit, words);
  return said === '' || said.toLowerCase() === name.toLowerCase() ? name : `${name}, ${said}`;
}

function unitText(unit: Unit | undefined, words: Words): string {
  if (unit === undefined || unit.unit === '' || unit.unit === 'stores' || unit.unit === 'listings') return '';
  // A rate is named by its title: "Stores for 10,000 residents".
  return unit.unit === 'share' ||
    unit.unit.startsWith('per_') ||
    (unit.unit.includes('_per_') && isNamedByTitle(unit.unit))
    ? ''
    : words.tell(unit);
}
