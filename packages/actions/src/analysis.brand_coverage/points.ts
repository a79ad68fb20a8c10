import { said } from '@hinterland/answers/said';
import { type Sector, sectorOf } from '@hinterland/catalogue';
import { placeOfStore, sectorCodeOf, snapOfStore } from '@hinterland/engine/market';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { roadModeOf } from '../input/journey.ts';
import type { StoreInput } from '../input/stores.ts';
import { requireBrand, storesOfBrands } from '../markets/brands.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { type ReachedPlaces, reachedPlaces } from '../networks/places.ts';
import { type Input, OWN_POINTS_MAX } from './schema.ts';

export interface OwnPoint extends StoreInput {
  readonly ofBrand: boolean;
}

/** The points of a call, once the stores of the brand are among the own ones. */
export interface Points {
  readonly own: readonly OwnPoint[];
  readonly planned: readonly StoreInput[];
  /** Stores of the brand that lie too far from any road of the mode to be reached. */
  readonly offRoad: number;
  /** The sector whose spend is reported; null for none. */
  readonly sector: Sector | null;
}

/** Throws ActionProblem for unknown brands and sectors, and for too many points. */
export function pointsOf({ territory }: ActionContext, input: Input): Points {
  const { brand, ownPoints, plannedPoints, mode, snapLimitMeters, sectorCode } = input;
  const given = ownPoints.map((point) => ({ ...point, ofBrand: false }));
  const asked = sectorCode === undefined ? null : requireSector(sectorCode, '#/sectorCode');
  if (brand === undefined) return { own: given, planned: plannedPoints, offRoad: 0, sector: asked };
  requirePlayers(territory);
  const stores = [...storesOfBrands(territory, requireBrand(territory, brand, '#/brand'))];
  const { id, name } = territory.players!.stores;
  const onRoad = stores.filter((row) => {
    const snap = snapOfStore(territory, roadModeOf(input), row);
    return snap !== null && snap.distanceMeters <= snapLimitMeters;
  });
  const taken = new Set(given.map((point) => point.id));
  const ofBrand = onRoad.map((row) => ({
    id: id.at(row),
    name: name.at(row),
    ...placeOfStore(territory, row),
    ofBrand: true,
  }));
  const own = [...given, ...ofBrand.filter((point) => !taken.has(point.id))];
  if (own.length > OWN_POINTS_MAX) {
    const detail = said('brand_too_many', { brand, open: onRoad.length, points: own.length, most: OWN_POINTS_MAX });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/brand', detail }] });
  }
  if (own.length + plannedPoints.length === 0) {
    const detail = said('brand_not_reached', { brand, territory: territory.manifest.name, mode: { word: mode } });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/brand', detail }] });
  }
  const ofStores = stores.length === 0 ? undefined : sectorOf(sectorCodeOf(territory, stores[0]!));
  return { own, planned: plannedPoints, offRoad: stores.length - onRoad.length, sector: asked ?? ofStores ?? null };
}

/** Returns the reached poles of each point. Refusals name the point by its place in the request. */
export function reachedPoints(context: ActionContext, input: Input, { own, planned }: Points): ReachedPlaces {
  const places = { ...input, stores: own, candidates: planned };
  return reachedPlaces(context, places, { stores: 'ownPoints', candidates: 'plannedPoints' });
}
