import { neutralized } from '@hinterland/tables/formula';
import type { Row, Cell as SheetCell } from 'write-excel-file/universal';
import type { Cover, FiguresOf } from './cover.ts';

const DAY = 'yyyy-mm-dd';
/** Characters of a line of text, and of the names beside it. */
const [TEXT_WIDTH, NAME_WIDTH, FIGURE_WIDTH] = [100, 22, 16];

/** A sheet without its name. */
interface Page {
  readonly columns: readonly { readonly width: number }[];
  readonly data: Row[];
}

const text = (value: string, style: object = {}): SheetCell => ({ value: neutralized(value), type: String, ...style });
const BOLD = { fontWeight: 'bold' } as const;

/** Question, answer, reasons and origin, one below the other. */
export function answerPage({ title, question, headline, sentences, facts }: Cover): Page {
  const wrapped = { wrap: true, alignVertical: 'top' } as const;
  return {
    columns: [{ width: NAME_WIDTH }, { width: TEXT_WIDTH }],
    data: [
      [text(title, { ...BOLD, fontSize: 16 })],
      ...(question === title ? [] : [[text(question)]]),
      [],
      ...(headline === null ? [] : [[null, text(headline, { ...wrapped, ...BOLD, fontSize: 13 })]]),
      ...sentences.map((one) => [null, text(one, wrapped)]),
      [],
      ...facts.map(([name, value]) => [
        text(name, { ...BOLD, alignVertical: 'top' }),
        value instanceof Date ? { value, type: Date, format: DAY, align: 'left' as const } : text(value, wrapped),
      ]),
    ],
  };
}

/** The figures that the answer tells, with names and units as readers call them. */
export function figuresPage({ figures }: Cover): Page {
  const most = Math.max(1, ...figures.flatMap(({ rows }) => rows.map(({ values }) => values.length)));
  return {
    columns: [{ width: 48 }, { width: 24 }, ...Array.from({ length: most }, () => ({ width: FIGURE_WIDTH }))],
    data: figures.flatMap(rowsOf),
  };
}

function rowsOf({ title, columns, rows }: FiguresOf): Row[] {
  const head = columns.map((one) => text(one, { ...BOLD, align: 'right' as const, wrap: true }));
  return [
    ...(title === '' && head.length === 0 ? [] : [[text(title, BOLD), null, ...head]]),
    ...rows.map(({ title: name, unit, isShare, values }) => [
      text(name),
      text(unit),
      ...values.map((value) => (value === null ? null : { value, format: isShare ? '0.0%' : formatOf([value]) })),
    ]),
    [],
  ];
}

/** Thousands apart, and decimals where figures are small or not whole. */
export function formatOf(values: readonly number[]): string {
  const most = Math.max(0, ...values.map(Math.abs));
  if (values.every(Number.isInteger)) return '#,##0';
  return most >= 1000 ? '#,##0' : most >= 10 ? '#,##0.0' : '#,##0.00##';
}
