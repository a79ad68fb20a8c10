import { readNumber } from '@hinterland/catalogue/numbers';
import { csvLines } from '@hinterland/tables';
import { ambiguous, type CsvFile, type CsvRow, csvParts, degreesOrFault, hasColumn } from '../../csvFile.ts';
import type { Answered, PlannedColumns } from '../protocol.ts';
import { ofText, type Row } from '../rows.ts';
import type { MemberSchema, Plan } from '../settings.ts';
import type { Form } from './form.ts';

/** Rows of a CSV file that is written. */
interface CsvRows {
  readonly rows: readonly (readonly string[])[];
  readonly separator: string;
}

/** CSV files with a header, and workbooks: columns are known by the names that datasets know, and all come back before those of the answers. */
export const csvForm = (path: string, encoding: string | undefined): Form<CsvFile, CsvRows> => ({
  async open(input) {
    const parts = csvParts(path, input, encoding);
    let next: IteratorResult<CsvFile> | null = await parts.next();
    const { columns } = next.value as CsvFile;
    return {
      columns,
      hasPlaces: hasColumn(columns, 'lat') && hasColumn(columns, 'lng'),
      settings: {},
      async next() {
        const first = next;
        next = null;
        return first ?? parts.next();
      },
      rowsOf: ({ rows }) => rows.length,
      slice: (part, from, to) => ({ ...part, rows: part.rows.slice(from, to) }),
      reader: rowReader,
      writer(_territory, { shape, settings }, planned) {
        const hasAnswers = settings.answers && shape !== 'table';
        const header = [...columns, ...addedColumns(planned, hasAnswers)];
        return {
          rows: ({ rows, separator }, firstRow, done) => ({
            rows: [...(firstRow === 0 ? [header] : []), ...rows.map(({ cells }, i) => [...cells, ...cellsOf(done, i)])],
            separator,
          }),
          none: () => ({ rows: [header], separator: ',' }),
        };
      },
    };
  },
  refusal: () => ({ rows: [], separator: ',' }),
  async *bytes(answers) {
    for await (const { rows, separator } of answers) {
      if (rows.length > 0) yield Buffer.from(csvLines(rows, '\n', separator));
    }
  },
});

const addedColumns = ({ columns }: PlannedColumns, hasAnswers: boolean): string[] => [
  'status',
  'problem',
  ...columns.map(({ name }) => name),
  'more',
  ...(hasAnswers ? ['answer'] : []),
];

const cellsOf = ({ status, problem, values, more, answers }: Answered, row: number): string[] =>
  [status, problem, ...values, more, ...(answers === null ? [] : [answers])].map((column) => cellOf(column[row]));

/** Polygons are well-known binary in hexadecimal, as databases read it. */
const cellOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value ?? '');

/** Columns named like members of the action's input become members; empty cells are none. */
function rowReader({ columns, rows }: CsvFile, { members, items }: Plan): (row: number) => Row {
  const schemas = Object.assign({}, ...Object.values(items), members) as Plan['members'];
  const own = columns.flatMap((name, at) => {
    const schema = schemas[name];
    return schema === undefined || name === 'lat' || name === 'lng' ? [] : [{ name, at, schema }];
  });
  return (number) => {
    const row = rows[number]!;
    const read: Record<string, unknown> = {};
    const { place, fault: away } = placeOf(row);
    let fault = away;
    for (const { name, at, schema } of own) {
      const text = row.cells[at]!.trim();
      if (text === '') continue;
      const value = memberOf(text, schema);
      if (value instanceof Fault) fault ??= `${name}${value.sentence}`;
      else read[name] = value;
    }
    return {
      place,
      members: read,
      list: row.values.list ?? null,
      id: row.values.id || null,
      fault: fault === null ? null : `validation_error: Line ${row.line}: ${fault}`,
    };
  };
}

function placeOf({ values }: CsvRow): { readonly place: Row['place']; readonly fault: string | null } {
  const { lat: latText = '', lng: lngText = '' } = values;
  if (latText === '' || lngText === '') return { place: null, fault: null };
  const [lat, lng] = [degreesOrFault(latText, 'lat'), degreesOrFault(lngText, 'lng')];
  if (typeof lat === 'string') return { place: null, fault: `lat${lat}` };
  if (typeof lng === 'string') return { place: null, fault: `lng${lng}` };
  return { place: { lat, lng }, fault: null };
}

class Fault {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

function memberOf(text: string, schema: MemberSchema): unknown {
  const types = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  if (types.includes('string')) return ofText(text, schema);
  if (types.includes('number') || types.includes('integer')) {
    const value = readNumber(text);
    if (typeof value === 'number') return value;
    if (value === 'ambiguous') return new Fault(ambiguous(text));
  }
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return ofText(text, schema);
}
