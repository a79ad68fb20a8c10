import { csvText } from './csv.ts';
import { geoJsonText } from './geojson.ts';
import { type Area, layersOf } from './layers.ts';
import { tablesOf } from './tables.ts';
import { xlsxBlob } from './xlsx.ts';

/** An answer with its question, and the area around the places asked about. */
export interface Answered {
  readonly result: unknown;
  readonly input: unknown;
  readonly area: Area | null;
}

/** A file that answers are exported as. */
interface Format {
  readonly extension: string;
  readonly mediaType: string;
  /** `table` is the id of the one table that goes into formats with one; the first where absent or unknown. */
  write(answered: Answered, table?: string): Promise<Blob>;
}

/** Every format; a file of its own writes each. */
export const FORMATS = {
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: ({ result }) => xlsxBlob(tablesOf(result)),
  },
  csv: {
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    write: ({ result }, id) => {
      const tables = tablesOf(result);
      const table = tables.find((one) => one.id === id) ?? tables[0];
      // The mark tells spreadsheets that the text is UTF-8.
      return Promise.resolve(new Blob(['\ufeff', table === undefined ? '' : csvText(table)]));
    },
  },
  geojson: {
    extension: 'geojson',
    mediaType: 'application/geo+json',
    write: ({ result, input, area }) => {
      const layers = layersOf(result, input, area ?? areaIn(result));
      return Promise.resolve(
        new Blob([
          geoJsonText(layers.flatMap(({ kind, features }) => features.map((feature) => ({ layer: kind, feature })))),
        ]),
      );
    },
  },
} as const satisfies Record<string, Format>;

export type FormatId = keyof typeof FORMATS;

/** The polygons of a result that is an area itself. */
export function areaIn(result: unknown): Area | null {
  const { geojson } = (result ?? {}) as { geojson?: Area };
  return geojson ?? null;
}

/** "Bakeries in the north" as the name of a file, with the number of its version. */
export function fileName(name: string, versionNo: number | null, format: FormatId | 'png'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w\s-]+/g, '')
    .trim()
    .replace(/[\s_]+/g, '-')
    .slice(0, 60);
  const version = versionNo === null ? '' : `-v${versionNo}`;
  return `${plain === '' ? 'answer' : plain}${version}.${format}`;
}
