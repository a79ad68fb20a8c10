import Papa from 'papaparse';

/** Signs that may separate cells; of two that divide a text alike, the first. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
/** Rows by which the separator is found. */
const SAMPLE_ROWS = 50;
/** Characters by which it is found at most; a longer text is cut behind its last whole line. */
export const SAMPLE_CHARACTERS = 32_768;

/**
 * Returns the sign that separates the cells of a text. A tab does where the first row has one. Else it is the one that
 * divides most rows into as many cells as the first, and of several the one with more cells. A comma between two digits
 * counts as a decimal sign where another sign may separate. A comma where there is none of them.
 */
export function separatorOf(text: string): string {
  const sample = sampleOf(text);
  const found = SEPARATORS.map((sign) => ({ sign, rows: rowsOf(sample, sign) })).filter(
    ({ rows }) => widthOf(rows) > 1,
  );
  const hasOthers = found.some(({ sign }) => sign !== ',');
  const [first] = found;
  if (first === undefined || first.sign === '\t') return first?.sign ?? ',';
  const divided = found
    .map(({ sign, rows }) =>
      sign === ',' && hasOthers ? { sign, rows: rowsOf(sample.replace(DECIMAL, '.'), sign) } : { sign, rows },
    )
    .map(({ sign, rows }) => ({ sign, width: widthOf(rows), share: shareLikeFirst(rows) }))
    .filter(({ width }) => width > 1);
  return divided.reduce((best, each) =>
    each.share > best.share || (each.share === best.share && each.width > best.width) ? each : best,
  ).sign;
}

const DECIMAL = /(?<=\d),(?=\d)/g;

/** The first rows, without one that is cut. */
function sampleOf(text: string): string {
  const start = text.slice(0, SAMPLE_CHARACTERS);
  const end = start.lastIndexOf('\n');
  return start.length < text.length && end > 0 ? start.slice(0, end) : start;
}

type Rows = readonly (readonly string[])[];

const rowsOf = (sample: string, delimiter: string): Rows =>
  Papa.parse<string[]>(sample, { delimiter, newline: '\n', preview: SAMPLE_ROWS }).data.filter((cells) =>
    cells.some((cell) => cell.trim() !== ''),
  );

const widthOf = ([first]: Rows): number => first?.length ?? 0;

const shareLikeFirst = (rows: Rows): number =>
  rows.filter(({ length }) => length === widthOf(rows)).length / rows.length;

/** Returns the separator that a first line such as `sep=;` names for spreadsheets; undefined where it is another line. */
export const namedSeparator = (line: string): string | undefined => {
  const sign = /^\s*"?sep=(\\t|[^"])"?[\s;,|]*$/i.exec(line)?.[1];
  return sign === '\\t' ? '\t' : sign;
};
