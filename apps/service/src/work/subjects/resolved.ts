import { drawnPolygon, findArea } from '@hinterland/actions';
import { ActionProblem } from '@hinterland/actions/action';
import { said } from '@hinterland/answers/said';
import type { NewSubject, ProblemCode } from '@hinterland/contract';
import type { Territory } from '@hinterland/territory';
import type { Engine } from '../../engine/engine.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { checked } from '../../kit/schema.ts';
import { datasetOf, type SavedSubject } from './store.ts';

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * What is stored of a subject as it was sent: its territory, its pin, the name of its area. Throws validation_error and
 * outside_coverage where it lies in no territory, or names an area or a dataset that is not there.
 */
export async function resolved(
  db: Db,
  engine: Pick<Engine, 'lease'>,
  organizationId: number,
  sent: NewSubject,
): Promise<SavedSubject> {
  const { kind, name, territory, lat, lng, dataset, area, ...content } = sent;
  const found = dataset === undefined ? null : await datasetOf(db, organizationId, dataset);
  if (dataset !== undefined && found === null) throw invalid('#/dataset', said('dataset_unknown'));
  if (found?.is_ready === false) throw invalid('#/dataset', said('dataset_importing'));
  if (found !== null && territory !== undefined && territory !== found.territory_id)
    throw invalid('#/territory', said('subject_dataset_territory', { territory: found.territory_id }));
  const polygon = content.polygon === undefined ? undefined : polygonIn(content.polygon);
  const { places = [], candidates = [] } = content;
  // Members as they were sent, so that what lies elsewhere is named by its place in the body.
  const where = { lat, lng, places, candidates, ...(area === undefined ? {} : { areas: [area] }), polygon };
  const lease = engine.lease(where, territory ?? found?.territory_id ?? null);
  lease.release();
  const held = lease.generation.territory;
  const pin = kind === 'place' ? { lat: lat!, lng: lng! } : middleOf([...places, ...positionsIn(polygon)]);
  return {
    kind,
    name,
    territoryId: held.manifest.id,
    lat: pin?.lat ?? null,
    lng: pin?.lng ?? null,
    content: { ...content, ...(area === undefined ? {} : { area: areaNamed(held, area) }) },
    datasetId: dataset ?? null,
  };
}

/** A drawn polygon, by the rules of the actions that take one. */
function polygonIn(given: unknown): unknown {
  const parsed = checked(drawnPolygon, given);
  if (parsed.success) return given;
  const [issue] = parsed.error.issues;
  throw invalid(`#/polygon/${issue!.path.map(String).join('/')}`, issue!.message);
}

const positionsIn = (geometry: unknown): Point[] => {
  if (Array.isArray(geometry))
    return typeof geometry[0] === 'number' ? [{ lng: geometry[0], lat: geometry[1] }] : geometry.flatMap(positionsIn);
  return typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry
    ? positionsIn(geometry.coordinates)
    : [];
};

/** The middle of the box around some places; null of none. */
function middleOf(spots: readonly Point[]): Point | null {
  if (spots.length === 0) return null;
  const middle = (axis: keyof Point) => {
    const [least, most] = spots.reduce(
      ([low, high], spot) => [Math.min(low, spot[axis]), Math.max(high, spot[axis])],
      [Infinity, -Infinity],
    );
    return (least + most) / 2;
  };
  return { lat: middle('lat'), lng: middle('lng') };
}

/** An area by its code, by the rules of the actions that take one: "postcode:2000" where several kinds share it. */
function areaNamed(territory: Territory, code: string): { readonly code: string; readonly name: string } {
  try {
    return { code, name: findArea(territory, code, '#/area').name };
  } catch (error) {
    throw error instanceof ActionProblem
      ? new ProblemError(error.code as ProblemCode, error.message, error.fields)
      : error;
  }
}
