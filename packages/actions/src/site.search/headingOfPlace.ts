import { nearestPoles } from '@hinterland/engine/geocode';
import type { Territory } from '@hinterland/territory';
import { addressAt } from '../addresses/present.ts';
import type { Candidate } from './candidates.ts';

/** An address farther than this is not that of a place. */
const ADDRESS_METERS = 100;

/** A place as answers name it: coordinates, its nearest address, and the area around it. */
export function headingOfPlace(
  territory: Territory,
  { lat, lng, id, name }: Pick<Candidate, 'lat' | 'lng' | 'id' | 'name'>,
) {
  const near = nearestPoles(territory, { lat, lng }, 1, ADDRESS_METERS)[0];
  const row = near?.addresses[0];
  return {
    lat,
    lng,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    address: row === undefined ? null : addressAt(territory, row).displayLine,
    area: near === undefined ? null : areaOf(territory, near.pole),
  };
}

const FINE_TO_COARSE = ['level9', 'level8', 'level7', 'level6', 'level5', 'level4'] as const;

/** Name of the smallest administrative area around a place, null where none is known. */
export function areaAt(territory: Territory, { lat, lng }: { lat: number; lng: number }): string | null {
  const near = nearestPoles(territory, { lat, lng }, 1, ADDRESS_METERS)[0];
  return near === undefined ? null : areaOf(territory, near.pole);
}

/** Name of the smallest administrative area of a pole, null where none is known. */
function areaOf({ poleAreas, areas }: Territory, pole: number): string | null {
  const row = FINE_TO_COARSE.map((level) => poleAreas[level]?.[pole] ?? -1).find((area) => area >= 0);
  return row === undefined ? null : areas.name.at(row);
}
