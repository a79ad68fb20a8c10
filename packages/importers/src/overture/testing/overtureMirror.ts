import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Asked, type FaultyMirror, startFaultyMirror } from '../../fetch/testing/faultyMirror.ts';

/** Files of a release that pyarrow wrote (makeRelease.py). */
const RELEASE_FOLDER = join(import.meta.dirname, 'release');
const TYPES = { addresses: 'address', places: 'place', buildings: 'building', divisions: 'division_area' } as const;
export type ReleaseType = (typeof TYPES)[keyof typeof TYPES];

/** What pyarrow says of them. */
export interface ReleaseFacts {
  readonly boxes: Readonly<Record<'middle' | 'small', readonly [number, number, number, number]>>;
  readonly files: Readonly<
    Record<
      ReleaseType,
      {
        readonly footer: number;
        readonly groups: readonly {
          readonly rows: number;
          readonly bbox: Readonly<Record<'xmin' | 'xmax' | 'ymin' | 'ymax', readonly [number, number]>>;
          readonly chunks: Readonly<Record<string, readonly [number, number]>>;
        }[];
        readonly within: Readonly<Record<string, readonly string[]>>;
      }
    >
  >;
}

export const releaseFacts = async (): Promise<ReleaseFacts> =>
  JSON.parse(await readFile(join(RELEASE_FOLDER, 'release.json'), 'utf8')) as ReleaseFacts;

export const releaseFile = (type: ReleaseType): Promise<Buffer> => readFile(join(RELEASE_FOLDER, `${type}.parquet`));

/** Where the objects of a release lie, by host and path. */
export const pathOf = (release: string, theme: keyof typeof TYPES, part = 'part-00000.zstd.parquet'): string =>
  `overturemaps-us-west-2.s3.amazonaws.com/release/${release}/theme=${theme}/type=${TYPES[theme]}/${part}`;

export const CATALOGUE_PATH = 'stac.overturemaps.org/catalog.json';
export const manifestPath = (release: string): string => `stac.overturemaps.org/${release}/manifest.geojson`;

/** The catalogue, the lists and the files of releases, the newest first, by host and path. */
export async function releaseFiles(releases: readonly string[]): Promise<Map<string, Buffer>> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const files = new Map<string, Buffer>();
  const links = releases.map((name) => ({ rel: 'child', href: `./${name}/catalog.json` }));
  files.set(CATALOGUE_PATH, json({ type: 'Catalog', latest: releases[0], links }));
  for (const name of releases) {
    const features = [];
    for (const [theme, type] of Object.entries(TYPES) as [keyof typeof TYPES, ReleaseType][]) {
      files.set(pathOf(name, theme), await releaseFile(type));
      // A second file, of which the box lies on the other side of the Earth, is never asked for.
      for (const [path, west] of [
        [pathOf(name, theme), 9],
        [pathOf(name, theme, 'part-00001.zstd.parquet'), -120],
      ] as const) {
        features.push({
          type: 'Feature',
          properties: { ovt_type: type, rel_path: path.slice(path.indexOf('release/')) },
          geometry: { type: 'Polygon', coordinates: [ringOf(west, 40, west + 30, 60)] },
        });
      }
    }
    files.set(manifestPath(name), json({ type: 'FeatureCollection', features }));
  }
  return files;
}

const ringOf = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

export interface RangeRequest {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** A mirror on loopback that knows which ranges of Parquet files it was asked for, and how many of them at once. */
export interface OvertureMirror extends FaultyMirror {
  readonly requests: RangeRequest[];
  mostAtOnce: number;
}

export async function startOvertureMirror(): Promise<OvertureMirror> {
  const mirror = (await startFaultyMirror()) as OvertureMirror;
  const requests: RangeRequest[] = [];
  let atOnce = 0;
  Object.assign(mirror, { requests, mostAtOnce: 0 });
  mirror.asked = ({ request, response, from, to }: Asked) => {
    if (from === undefined || to === undefined) return;
    requests.push({ path: request.url!.slice(1), from, to });
    mirror.mostAtOnce = Math.max(mirror.mostAtOnce, ++atOnce);
    response.once('close', () => atOnce--);
  };
  return mirror;
}
