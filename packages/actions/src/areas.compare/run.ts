import type { TopicCode } from '@hinterland/catalogue';
import { areaColumn, polesOfArea } from '@hinterland/engine/tables';
import { haversineMeters, rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { type AreaDirectory, type AreaEntry, areaDirectory, findArea } from '../areas/areaDirectory.ts';
import { outlineOf } from '../areas/outline.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { versionsOf } from '../output/common.ts';
import { tablesOf } from '../people/tablesOf.ts';
import { areaPart, type SubjectPart, territoryHeading } from '../subject/subject.ts';
import { figuresOfAccess } from './access.ts';
import { figuresOfStores, figuresOfTopic } from './figures.ts';
import { AREAS_MAX, type Input, type Output } from './schema.ts';

/** Those of the profile of an area. */
export const TOPICS: readonly TopicCode[] = ['residents', 'age_classes', 'families', 'income'];

const WHOLE = 'whole';
/** Parts of the extent of all areas that an outline may be moved by: less than a pixel where all are seen. */
const OUTLINE_PARTS = 4000;
const [OUTLINE_METERS_MIN, OUTLINE_METERS_MAX] = [20, 250];

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { area, level, sectorCode, minutes, mode } = input;
  const { territory } = context;
  const directory = areaDirectory(territory);
  const whole = findArea(territory, area, '#/area');
  const levels = levelsWithin(territory, directory, whole);
  const entries = (levels.find((one) => one.level === level) ?? levels[0])?.entries ?? [];
  const partOf = (entry: AreaEntry, id: string): SubjectPart => {
    stopIfCancelled(context);
    return areaPart(territory, entry, polesOfArea(territory, entry.row) ?? new Uint32Array(0), id);
  };
  const ids = entries.map((_, i) => `area_${i + 1}`);
  const parts = entries.map((entry, i) => partOf(entry, ids[i]!));
  const { parts: described, topics } = tablesOf(territory, { parts: [...parts, partOf(whole, WHOLE)] }, [], TOPICS);
  const simplifyMeters = outlineMeters(territory, entries);
  return {
    result: {
      territory: territoryHeading(territory),
      area: headingOf(whole),
      levels: levels.map(({ level, entries }) => ({
        level,
        localType: typeOf(territory, entries),
        areas: entries.length,
      })),
      simplifyMeters,
      areas: entries.map((entry, i) => ({
        ...headingOf(entry),
        localType: territory.areas.localType.at(entry.row),
        cut: territory.areas.cut[entry.row] === 1,
        residents: described[i]!.residents,
        areaSquareKm: described[i]!.areaSquareKm,
        geometry: outlineOf(territory, entry.row, simplifyMeters),
      })),
      figures: [
        ...topics.flatMap((topic) => figuresOfTopic(topic, { ids, whole: WHOLE })),
        ...figuresOfStores(
          territory,
          [...entries, whole].map(({ row }, i) => ({ row, residents: described[i]!.residents })),
        ),
        ...figuresOfAccess(
          context,
          input,
          [...entries, whole].map(({ row }) => row),
        ),
      ],
      reach: sectorCode === undefined ? null : { sector: sectorCode, minutes, mode },
      dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players']),
    },
  };
}

const headingOf = ({ code, name, kind, level }: AreaEntry) => ({ code, name, kind, level });

interface Level {
  readonly level: number | null;
  readonly entries: readonly AreaEntry[];
}

/**
 * The areas within an area by their levels, from large to small. Postcodes lie across areas with a level, and stand where there are none
 * of these.
 */
function levelsWithin(territory: Territory, { entries, byRow }: AreaDirectory, whole: AreaEntry): Level[] {
  const isWithin = ({ parent }: AreaEntry): boolean => {
    for (let row = parent; row >= 0; row = byRow[row]!.parent) if (row === whole.row) return true;
    return false;
  };
  const within = entries.filter((entry) => areaColumn(territory, entry.row) !== null && isWithin(entry));
  const all = [...new Set(within.map(({ level }) => level))].map((level) => ({
    level,
    entries: within.filter((one) => one.level === level),
  }));
  const leveled = all.filter(({ level }) => level !== null);
  return (leveled.length > 0 ? leveled : all).filter(({ entries }) => entries.length <= AREAS_MAX);
}

/** The kind of areas in their country; empty where they are of several. */
function typeOf({ areas }: Territory, entries: readonly AreaEntry[]): string {
  const [first = '', ...others] = new Set(entries.map(({ row }) => areas.localType.at(row)));
  return others.length === 0 ? first : '';
}

/** How far outlines may be moved: hardly seen where all areas are, and a fiftieth of what the exact ones take. */
function outlineMeters({ areas }: Territory, entries: readonly AreaEntry[]): number {
  const [west, south, east, north] = [
    Math.min(...entries.map(({ row }) => areas.west[row]!)),
    Math.min(...entries.map(({ row }) => areas.south[row]!)),
    Math.max(...entries.map(({ row }) => areas.east[row]!)),
    Math.max(...entries.map(({ row }) => areas.north[row]!)),
  ];
  const extent = west < east ? haversineMeters(west, south, east, north) : 0;
  return rounded(Math.max(OUTLINE_METERS_MIN, Math.min(OUTLINE_METERS_MAX, extent / OUTLINE_PARTS)));
}
