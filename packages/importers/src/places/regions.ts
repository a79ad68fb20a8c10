import type { MultiPolygonCoordinates } from '@hinterland/geo';
import { shippedTable } from './shippedTable.ts';

/** An extract of OpenStreetMap that somebody cuts regularly. */
export interface Extract {
  /** "austria", "us/vermont". */
  readonly id: string;
  /** The extract that holds it; "" for a continent. */
  readonly parent: string;
  readonly name: string;
  /** Countries that the index says are whole in it. */
  readonly countries: readonly string[];
  readonly url: string;
  /** About; NaN where nobody has estimated it. */
  readonly megabytes: number;
  readonly outline: MultiPolygonCoordinates;
}

const HOST = 'https://download.geofabrik.de/';

let rows: readonly Extract[] | undefined;

/** The extracts of Geofabrik as they were when the table was made; outlines are kept to some 1.5 km. */
export function shippedExtracts(): readonly Extract[] {
  rows ??= shippedTable('extracts.tsv.br')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [id, parent, name, codes, path, megabytes, rings] = line.split('\t') as string[];
      return {
        id: id!,
        parent: parent!,
        name: name!,
        countries: codes === '' ? [] : codes!.split(' '),
        url: HOST + path,
        megabytes: Number(megabytes),
        outline: rings!.split('|').map((ring) => [pairs(ring.split(' ').map((value) => Number(value) / 100))]),
      };
    });
  return rows;
}

const pairs = (values: readonly number[]): number[][] =>
  Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i]!, values[2 * i + 1]!]);
