import type { Cover } from './cover.ts';
import { csvOf } from './csv.ts';
import { geoJsonText } from './geojson.ts';
import { type Area, layersOf } from './layers.ts';
import type { Origin } from './origin.ts';
import { NO_PLAN, type Plan } from './plan/index.ts';
import { tablesOf } from './tables.ts';
import { xlsxBlob } from './xlsx.ts';

/** An answer with its question, and the area around the places asked about. */
export interface Answered {
  readonly result: unknown;
  readonly input: unknown;
  readonly area: Area | null;
  /** Of the action's output: without it a file has names alone, no units. */
  readonly plan?: Plan | undefined;
  /** Written into the metadata of formats that have such; nothing where absent. */
  readonly origin?: Origin | undefined;
  /** The first sheets of a workbook; tables alone where absent. */
  readonly cover?: Cover | undefined;
}

/** A file that answers are exported as. */
interface Format {
  readonly mediaType: string;
  /**
   * `table` is the id of the one table that goes into formats with one; the first where absent or unknown. Of an Arrow stream and
   * of figures it is the list whose items are the rows; `lists` are paths of further lists of those, and `isBare` leaves out what is known of them.
   */
  write(
    answered: Answered,
    table?: string,
    lists?: readonly string[],
    isBare?: boolean,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** Every format by the ending of its files; a file of its own writes each. */
export const FORMATS = {
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: async ({ result, plan, cover }) =>
      new Uint8Array(await (await xlsxBlob(tablesOf(result, { plan }), cover)).arrayBuffer()),
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    write: ({ result, plan }, id) => {
      const tables = tablesOf(result, { plan });
      const table = tables.find((one) => one.id === id) ?? tables[0];
      return table === undefined ? bytesOf('\ufeff') : Promise.resolve(csvOf(table));
    },
  },
  geojson: {
    mediaType: 'application/geo+json',
    write: ({ result, input, area }) => {
      const layers = layersOf(result, input, area ?? areaIn(result));
      return bytesOf(
        geoJsonText(layers.flatMap(({ kind, features }) => features.map((feature) => ({ layer: kind, feature })))),
      );
    },
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    write: async ({ result, plan = NO_PLAN, input, area, origin }) => {
      const [{ geoParquet }, { metadataOf }] = await Promise.all([
        import('./wide/geoParquet.ts'),
        import('./wide/metadata.ts'),
      ]);
      return geoParquet(layersOf(result, input, area ?? areaIn(result)), metadataOf(result, plan, origin));
    },
  },
  arrow: {
    mediaType: 'application/vnd.apache.arrow.stream',
    write: async ({ result, plan = NO_PLAN, origin }, list?: string) => {
      const { answerArrow } = await import('./wide/answerArrow.ts');
      return new Uint8Array(answerArrow(result, plan, { list, origin }));
    },
  },
  json: {
    mediaType: 'application/vnd.hinterland.figures+json',
    write: async ({ result, plan = NO_PLAN }, list?: string, lists?: readonly string[], isBare?: boolean) => {
      const { answerFigures } = await import('./wide/answerFigures.ts');
      return bytesOf(JSON.stringify(answerFigures(result, plan, { list, lists, isBare })));
    },
  },
} as const satisfies Record<string, Format>;

const bytesOf = (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  Promise.resolve(new Uint8Array(new TextEncoder().encode(text)));

export type FormatId = keyof typeof FORMATS;

/** The polygons of a result that is an area itself. */
export function areaIn(result: unknown): Area | null {
  const { geojson } = (result ?? {}) as { geojson?: Area };
  return geojson ?? null;
}

/** "Bakeries in the north" as the name of a file, with the number of its version. */
export function fileName(name: string, versionNo: number | null, format: FormatId | 'png', table = ''): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w\s-]+/g, '')
    .trim()
    .replace(/[\s_]+/g, '-')
    .slice(0, 60);
  const version = versionNo === null ? '' : `-v${versionNo}`;
  const part = table === '' ? '' : `-${table}`;
  return `${plain === '' ? 'answer' : plain}${version}${part}.${format}`;
}
