import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTerritory, NONE } from '@hinterland/territory';
import { expect } from 'vitest';
import type { FaultyMirror } from '../../fetch/testing/faultyMirror.ts';
import { findPlace } from '../../places/findPlace.ts';
import { getTerritory } from '../getTerritory.ts';
import { makePlan } from '../plan.ts';
import { boxAround, drawnTown } from './drawnTown.ts';

export interface BuiltTown {
  /** Figures by unit and field, as they lie in the bundle. */
  readonly figure: (topic: string, field: string, unit: string) => number;
  /** Figures of an area that places are compared with; undefined where there is none. */
  readonly benchmark: (code: string, topic: string, field: string) => number | undefined;
  readonly residentsByUnit: ReadonlyMap<string, number>;
  readonly units: readonly string[];
  readonly topics: readonly string[];
  /** Reasons of the topics that are not there. */
  readonly lacking: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly recipe: string;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

interface TownContext {
  readonly mirror: FaultyMirror;
  /** Folder of places, downloads and bundle. */
  readonly home: string;
}

/** Makes the territory of a drawn town out of official figures, or of a model; files are put where the publishers have them. */
export async function buildTown(
  code: string,
  town: { readonly lat: number; readonly lng: number },
  files: Readonly<Record<string, Uint8Array | string>>,
  { mirror, home }: TownContext,
): Promise<BuiltTown> {
  mirror.files.clear();
  for (const [address, content] of Object.entries(files))
    mirror.files.set(`/${address}`, Buffer.from(content as string));
  const place = findPlace(boxAround(town));
  for (const { url } of makePlan(place, {}).extracts)
    mirror.files.set(`/${url.replace('https://', '')}`, Buffer.from(drawnTown(town)));
  const outDir = join(home, 'bundle');
  const notes: string[] = [];
  const got = await getTerritory(place, {
    placesDir: join(home, 'places'),
    outDir,
    cacheDir: join(home, 'downloads'),
    mirror: mirror.url,
    ...(code === 'worldpop' ? {} : { official: true }),
    noted: (text) => notes.push(text),
  });
  expect(got!.plan.people?.code).toBe(code);
  const { sociodemo, descriptors } = await loadTerritory(outDir);
  const { units, poleUnits, topics, benchmarks, benchmarkAreas } = sociodemo!;
  const rowOf = new Map(Array.from({ length: units.rows }, (_, row) => [units.code.at(row)!, row]));
  const areaOf = new Map(Array.from({ length: benchmarkAreas.rows }, (_, row) => [benchmarkAreas.code.at(row)!, row]));
  const figure = (topic: string, field: string, unit: string) =>
    topics.get(topic as never)!.columns.get(field)![rowOf.get(unit)!]!;
  const residentsByUnit = new Map<string, number>();
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    if (unit === NONE) continue;
    const name = units.code.at(unit)!;
    residentsByUnit.set(
      name,
      (residentsByUnit.get(name) ?? 0) + figure('residents', 'total', name) * poleUnits.share[pole]!,
    );
  }
  const lacking = new Map(
    descriptors.sociodemo!.topics!.flatMap((one) => (one.available ? [] : [[one.code, one.note] as const])),
  );
  return {
    figure,
    benchmark: (area, topic, field) => {
      const row = areaOf.get(area);
      return row === undefined ? undefined : benchmarks.get(topic as never)?.columns.get(field)?.[row];
    },
    residentsByUnit,
    units: [...rowOf.keys()],
    topics: [...topics.keys()],
    lacking,
    files: got!.lock.map(({ name }) => name),
    recipe: await readFile(got!.recipe, 'utf8'),
    warnings: got!.report.toJson().warnings,
    notes,
  };
}
