import type { Mode } from '@hinterland/catalogue';
import { joinRoad } from '@hinterland/engine/snap';
import { CancelledError } from '../action/action.ts';
import type { RowWork } from './rowWork.ts';

export interface SnapRowsInput {
  readonly mode: Mode;
  /** Roads that are farther away are not taken. */
  readonly maxMeters: number;
  /** Null: the row is nowhere. */
  readonly places: readonly ({ readonly lat: number; readonly lng: number } | null)[];
}

/** Why a row was fastened to a road, or was not. */
const SNAP_REASONS = {
  snapped: 'fastened to the nearest road',
  too_far: 'no road of the mode is near enough',
  outside: 'it lies outside the territory',
  no_place: 'the row is nowhere: geocode it first',
} as const;
export type SnapReason = keyof typeof SNAP_REASONS;

export interface Foot {
  readonly lat: number | null;
  readonly lng: number | null;
  /** From the place to the road, in a straight line. */
  readonly meters: number | null;
  readonly reason: SnapReason;
}

const none = (reason: SnapReason): Foot => ({ lat: null, lng: null, meters: null, reason });

/** Nearest places on roads of a mode, of its main component. */
export const snapRows: RowWork<SnapRowsInput, { readonly rows: readonly Foot[] }> = {
  id: 'rows.snap',
  run(context, { mode, maxMeters, places }) {
    const { west, east, south, north } = context.territory.manifest.bbox;
    const rows = places.map((place): Foot => {
      if (context.cancelled()) throw new CancelledError();
      if (place === null) return none('no_place');
      const { lat, lng } = place;
      if (lat < south || lat > north || lng < west || lng > east) return none('outside');
      const foot = joinRoad(context.territory, mode, lat, lng, maxMeters);
      if (foot === null) return none('too_far');
      return { lat: foot.lat, lng: foot.lng, meters: foot.distanceMillimeters / 1000, reason: 'snapped' };
    });
    return { result: { rows } };
  },
};
