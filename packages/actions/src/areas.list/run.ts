import { fold } from '@hinterland/catalogue';
import { areaColumn } from '@hinterland/engine/tables';
import { pointInMultiPolygon, rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { type AreaDirectory, type AreaEntry, areaDirectory, findArea } from '../areas/areaDirectory.ts';
import { outlineOf } from '../areas/outline.ts';
import { versionsOf } from '../output/common.ts';
import type { Area, Input, Output } from './schema.ts';

export function run({ territory }: ActionContext, input: Input): RunOutcome<Output> {
  const directory = areaDirectory(territory);
  const found = matching(territory, directory, input);
  const { limit, offset } = input;
  return {
    result: {
      total: found.length,
      limit,
      offset,
      hasMore: found.length > offset + limit,
      areas: found.slice(offset, offset + limit).map((entry) => describe(territory, directory, entry, input)),
      dataVersion: versionsOf(territory, ['territory', 'sociodemo']),
    },
  };
}

/** Areas that meet every filter, in the order of the answer. */
function matching(territory: Territory, directory: AreaDirectory, input: Input): AreaEntry[] {
  const parent = input.parent === undefined ? null : findArea(territory, input.parent, '#/parent').row;
  const found = directory.entries.filter(
    (entry) =>
      (input.level === undefined || entry.level === input.level) &&
      (input.kind === undefined || entry.kind === input.kind) &&
      (parent === null || entry.parent === parent) &&
      (input.bbox === undefined || boxMeets(territory, entry.row, input.bbox)) &&
      (input.contains === undefined || holds(territory, entry.row, input.contains)),
  );
  return input.query === undefined ? found : bestFirst(found, fold(input.query));
}

/** Areas whose code or whose whole name begins with the text come before those of which a later word does. */
function bestFirst(entries: readonly AreaEntry[], text: string): AreaEntry[] {
  if (text === '') return [];
  const first = (entry: AreaEntry) => entry.foldedName.startsWith(text) || entry.foldedCode.startsWith(text);
  const later = (entry: AreaEntry) => !first(entry) && entry.foldedName.includes(` ${text}`);
  return [...entries.filter(first), ...entries.filter(later)];
}

function boxMeets({ areas }: Territory, row: number, box: NonNullable<Input['bbox']>): boolean {
  return (
    areas.west[row]! <= box.east &&
    areas.east[row]! >= box.west &&
    areas.south[row]! <= box.north &&
    areas.north[row]! >= box.south
  );
}

function holds(territory: Territory, row: number, { lat, lng }: NonNullable<Input['contains']>): boolean {
  if (!boxMeets(territory, row, { west: lng, east: lng, south: lat, north: lat })) return false;
  const polygon = territory.areaPolygon(row);
  return polygon !== null && pointInMultiPolygon(lng, lat, polygon);
}

function describe(territory: Territory, directory: AreaDirectory, entry: AreaEntry, input: Input): Area {
  const { areas } = territory;
  const { row } = entry;
  const counted = areaColumn(territory, row) !== null;
  const bbox = { west: areas.west[row]!, south: areas.south[row]!, east: areas.east[row]!, north: areas.north[row]! };
  const known = Object.values(bbox).every(Number.isFinite) && (bbox.west !== bbox.east || bbox.south !== bbox.north);
  return {
    code: entry.code,
    name: entry.name,
    kind: entry.kind,
    level: entry.level as Area['level'],
    localType: areas.localType.at(row),
    parentCode: directory.byRow[entry.parent]?.code ?? null,
    country: areas.country.at(row),
    areaSquareKm: areas.areaSquareKm[row]! > 0 ? rounded(areas.areaSquareKm[row]!) : null,
    bbox: known ? bbox : null,
    cut: areas.cut[row] === 1,
    residents: counted && directory.residents !== null ? rounded(directory.residents[row]!) : null,
    poles: counted ? directory.poles[row]! : null,
    ...(input.geometry ? { geometry: outlineOf(territory, row, input.simplifyMeters) } : {}),
  };
}
