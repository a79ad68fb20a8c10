import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { CatchmentError, type LatLng } from '@hinterland/engine/query';
import type { GotTerritory } from '@hinterland/importers';
import type { Territory } from '@hinterland/territory';
import { figure, table } from '../terminal.ts';

const MINUTES = 10;

/** People of one area by official figures and by a raster; the difference is a share of the official ones, null where these are none. */
interface Both {
  readonly official: number;
  readonly raster: number;
  readonly difference: number | null;
}

export interface PeopleCompared {
  /** The raster, with its year. */
  readonly source: string;
  /** All people in the map. */
  readonly total: Both;
  /** People of the raster in cells that no home of the map is near to; they are in no sample. */
  readonly withoutHome: number;
  readonly minutes: number;
  /** Everybody within so many minutes by car of a place. */
  readonly samples: readonly (LatLng & Both)[];
}

/** Why there is nothing to compare although there should be. */
export interface NotCompared {
  readonly source: string;
  readonly failed: string;
}

/**
 * Compares the official figures of a built territory with those of a raster: all people, and those within ten minutes by car of three
 * places: its center, and the homes where a third and two thirds of the people are counted. Null where there is no raster.
 */
export function comparePeople(territory: Territory, { beside }: GotTerritory): PeopleCompared | NotCompared | null {
  if (beside === null) return null;
  const { source } = beside;
  if (beside.people === undefined) return { source, failed: beside.failed };
  const official = measurePerPole(territory, 'population')!;
  const { perPole, total } = beside.people;
  const samples = originsOf(territory, official).flatMap((origin) => {
    const reached = reachedFrom(territory, origin, [official, perPole]);
    return reached === null ? [] : [{ ...origin, ...both(reached[0]!, reached[1]!) }];
  });
  const withoutHome = Math.max(0, total - sumOf(perPole));
  return { source, total: both(sumOf(official), total), withoutHome, minutes: MINUTES, samples };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const both = (official: number, raster: number): Both => ({
  official,
  raster,
  difference: official > 0 ? raster / official - 1 : null,
});

function originsOf({ manifest, poles }: Territory, people: Float64Array): LatLng[] {
  const all = sumOf(people);
  const homes = [1 / 3, 2 / 3].flatMap((part): LatLng[] => {
    let counted = 0;
    const pole = people.findIndex((count) => {
      counted += count;
      return counted >= part * all;
    });
    return pole < 0 || all === 0
      ? []
      : [{ lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 }];
  });
  return [{ ...manifest.center }, ...homes];
}

/** Sums of measures over the reached poles; null where no road is near. */
function reachedFrom(territory: Territory, origin: LatLng, measures: readonly Float64Array[]): number[] | null {
  try {
    const sums = measures.map(() => 0);
    const reached = catchment(territory, {
      origins: [origin],
      measure: 'time',
      mode: 'car',
      traffic: 'normal',
      limits: [MINUTES * 60],
      direction: 'inbound',
    });
    forEachReachedPole(reached, (pole) => {
      measures.forEach((measure, i) => {
        sums[i]! += measure[pole]!;
      });
    });
    return sums;
  } catch (error) {
    if (error instanceof CatchmentError) return null;
    throw error;
  }
}

const percent = (share: number | null): string =>
  share === null ? 'none' : `${share > 0 ? '+' : ''}${figure(100 * share, 1)}%`;

/** The comparison as people read it. */
export function comparisonText(compared: PeopleCompared | NotCompared): string {
  const { source } = compared;
  if ('failed' in compared) return `The official figures were not compared with ${source}: ${compared.failed}`;
  const row = (area: string, { official, raster, difference }: Both) => ({
    people: area,
    official: figure(official),
    raster: figure(raster),
    difference: percent(difference),
  });
  return [
    `The official figures beside ${source}, a model:`,
    table([
      row('in the map', compared.total),
      ...compared.samples.map((sample) =>
        row(`${compared.minutes} min by car of ${sample.lat}, ${sample.lng}`, sample),
      ),
    ]),
    ...(compared.withoutHome < 1
      ? []
      : [`The raster has ${figure(compared.withoutHome)} of its people away from any home of the map.`]),
  ].join('\n');
}

/** Adds the comparison to the report that lies beside the bundle. */
export async function reportComparison(
  { report }: GotTerritory,
  compared: PeopleCompared | NotCompared,
  dir: string,
): Promise<void> {
  const { source } = compared;
  if ('failed' in compared) report.warn(comparisonText(compared));
  else {
    report.fact(`residents in the map by ${source}`, Math.round(compared.total.raster));
    report.fact(`difference of ${source} to the official figures`, percent(compared.total.difference));
    report.fact(`residents away from any home by ${source}`, Math.round(compared.withoutHome));
    for (const { lat, lng, official, raster, difference } of compared.samples) {
      report.fact(
        `residents within ${compared.minutes} minutes by car of ${lat}, ${lng}`,
        `${figure(official)} official, ${figure(raster)} by ${source} (${percent(difference)})`,
      );
    }
  }
  await writeFile(join(dir, 'report.json'), `${JSON.stringify(report.toJson(), null, 2)}\n`);
  await writeFile(join(dir, 'report.txt'), report.toText());
}
