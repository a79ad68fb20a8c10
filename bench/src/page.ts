import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A table of a bench; cells are texts as they are printed. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Keeps what a bench has printed beside the page, as `benchmarks/<title>.json`: paragraphs and tables in their order. */
export async function writeSection(page: string, title: string, text: string): Promise<void> {
  const [measured = '', ...parts] = text.trim().split(/\n{2,}/);
  const file = join(dirname(page), 'benchmarks', `${fileName(title)}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, written(title, oneLine(measured), parts.flatMap(partsOf)));
}

/** "people-by-raster" of "People by raster". */
const fileName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** A table, a paragraph, or the points of a list. */
function partsOf(text: string): readonly (string | Table)[] {
  if (!text.startsWith('|')) return text.split(/\n(?=- )/).map(oneLine);
  const [columns = [], , ...rows] = text.split('\n').map(cellsOf);
  return [{ columns, rows }];
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** One line per paragraph and per row, so that a change of a figure is a changed line. */
function written(title: string, measured: string, parts: readonly (string | Table)[]): string {
  const json = (value: unknown) => JSON.stringify(value);
  const lines = parts.map((part) =>
    typeof part === 'string'
      ? `    ${json(part)}`
      : `    { "columns": ${json(part.columns)}, "rows": [\n${part.rows.map((row) => `      ${json(row)}`).join(',\n')}\n    ] }`,
  );
  return `{\n  "title": ${json(title)},\n  "measured": ${json(measured)},\n  "parts": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
