import type { SavedPlace } from '@hinterland/contract';
import { csvLines } from '@hinterland/tables';
import type { SubjectRow } from './store.ts';

const COLUMNS = [
  'subject',
  'kind',
  'name',
  'territory',
  'part',
  'id',
  'placeName',
  'lat',
  'lng',
  'address',
  'area',
  'polygon',
  'dataset',
  'rivals',
] as const;
type Line = Readonly<Record<string, unknown>>;

/** Subjects as CSV in UTF-8 with a byte order mark: a row per place; own fields stand in columns behind the others, by their names. */
export function tableOfSubjects(rows: readonly SubjectRow[]): string {
  const lines = rows.flatMap(linesOf);
  const names = [...new Set(lines.flatMap(({ fields }) => Object.keys((fields ?? {}) as object)))];
  const cells = lines.map((line) => [
    ...COLUMNS.map((name) => textOf(line[name])),
    ...names.map((name) => textOf((line.fields as Line | undefined)?.[name])),
  ]);
  return `\ufeff${csvLines([[...COLUMNS, ...names.map((name) => `fields.${name}`)], ...cells])}`;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function linesOf(row: SubjectRow): readonly Line[] {
  const { content } = row;
  const { id: subject, kind, name, territory_id: territory, dataset_id: dataset } = row;
  const head = { subject, kind, name, territory };
  const rivals = content.rivals?.join(', ');
  const places = (part: string, list: readonly SavedPlace[]) =>
    list.map(({ name: placeName, ...place }) => ({ ...head, part, placeName, ...place }));
  if (kind === 'place')
    return [{ ...head, lat: row.lat, lng: row.lng, address: content.address, fields: content.fields }];
  return [
    { ...head, area: content.area?.code, polygon: content.polygon, dataset, rivals, fields: content.fields },
    ...places('stores', content.places ?? []),
    ...places('candidates', content.candidates ?? []),
  ];
}
