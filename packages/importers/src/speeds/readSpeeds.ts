import { HOURS_OF_DAY, ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import type { SpeedsInput } from '../inputs/speeds.ts';
import type { Report } from '../report/report.ts';
import { MappedRow, rowRef } from '../tables/mappedRow.ts';
import { cellNumber } from '../tables/numberText.ts';
import { readTable } from '../tables/readTable.ts';
import { hoursOf } from './hoursOf.ts';
import type { SpeedsRecipe } from './schema.ts';

/** A number that a car may drive, or a share of a speed, lies between these. */
const LIMITS = { factor: { least: 0.01, most: 10 }, kmh: { least: 1, most: 250 } } as const;

/**
 * Reads speeds of cars by hour of the day, one row per way or class of road and hours. A row with an id or class that the
 * map lacks, with hours or a number that are none, or about an hour that an earlier row is about is counted and left out.
 * Throws ImportError for a file that cannot be read, and for one of which no row is about a road of the map.
 */
export async function readSpeeds(
  source: FileSource,
  { columns, where, ...options }: Omit<SpeedsRecipe, 'file' | 'entry'>,
  wayIds: ArrayLike<number>,
  report: Report,
): Promise<SpeedsInput> {
  const label = labelOf(source);
  const counter = report.subject('speeds by hour');
  const unit = columns.kmh === undefined ? 'factor' : 'kmh';
  const { least, most } = LIMITS[unit];
  const byWay = new Map<number, number[]>();
  const byClass = new Map<RoadClass, number[]>();
  const known = new Set(Array.from(wayIds));
  let [rows, kept] = [0, 0];
  await readTable(source, options, (header) => {
    const row = new MappedRow(label, header, { columns, where });
    return (record) => {
      if (!row.goTo(record)) return;
      rows++;
      const [way, roadClass] = [row.text('way'), row.text('class')];
      const drop = (reason: string) => counter.dropped(reason, rowRef(row.number, way || roadClass));
      const hours = hoursOf(row.text('hours'));
      if (hours === null)
        return drop(`"${row.text('hours')}" is no hour of the day from 0 to 23, nor hours such as 7-9`);
      const speed = cellNumber(row.text(unit), options);
      if (speed === undefined || !(speed >= least && speed <= most)) {
        return drop(`the ${unit} is no number from ${least} to ${most}`);
      }
      if (way === '' && roadClass === '') return drop('it names no road');
      const id = Number(way);
      if (way !== '' && !known.has(id)) return drop('no way of the map has this id');
      if (way === '' && !isRoadClass(roadClass)) return drop('no class of road has this name');
      const speeds = way === '' ? ownOf(byClass, roadClass as RoadClass) : ownOf(byWay, id);
      if (hours.some((hour) => !Number.isNaN(speeds[hour]))) return drop('an earlier row is about the same hour');
      for (const hour of hours) speeds[hour] = speed;
      kept++;
      counter.kept();
    };
  });
  if (kept === 0) {
    throw new ImportError(
      `${label}: none of its ${rows} rows is about a road of the map. Name the columns of the ids of ways or of the classes of roads, and of factors or km/h, in the recipe.`,
    );
  }
  report.fact('ways with speeds by hour', byWay.size);
  report.fact('classes of roads with speeds by hour', byClass.size);
  report.fact('hours of the day with speeds', hoursWith([...byWay.values(), ...byClass.values()]));
  return { unit, byWay, byClass };
}

function isRoadClass(text: string): text is RoadClass {
  return (ROAD_CLASSES as readonly string[]).includes(text);
}

/** Returns the speeds of a road, none of them known at first. */
function ownOf<K>(all: Map<K, number[]>, key: K): number[] {
  let speeds = all.get(key);
  if (speeds === undefined) {
    speeds = Array.from({ length: HOURS_OF_DAY }, () => Number.NaN);
    all.set(key, speeds);
  }
  return speeds;
}

/** Returns the number of hours at which some road has a speed. */
function hoursWith(all: readonly (readonly number[])[]): number {
  let hours = 0;
  for (let hour = 0; hour < HOURS_OF_DAY; hour++) if (all.some((speeds) => !Number.isNaN(speeds[hour]))) hours++;
  return hours;
}
