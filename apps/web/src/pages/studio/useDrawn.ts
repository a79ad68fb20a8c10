import type { Feature } from 'geojson';
import { useMemo, useState } from 'react';
import type { DrawnMode } from '../../answer/modes/compared.ts';
import type { PlanState } from '../../answer/pictures/plan.ts';
import { type Box, boxAround, type Drawn } from '../../map/data/drawn.ts';
import { areaFeatures, drawnOf } from '../../map/data/result.ts';
import type { Pin } from '../../map/view/pins.ts';
import { leftOutOnMap } from './leftOutOnMap.ts';
import type { Question, Spot } from './question.ts';
import type { Area } from './useArea.ts';
import type { JobPoint } from './useJobPoints.ts';
import { holds, type TerritoryMap } from './useMaps.ts';

interface Shown {
  readonly map: TerritoryMap;
  readonly area: Area | undefined;
  /** The mode of a comparison that is looked at, in place of the area. */
  readonly compared: DrawnMode | null;
  readonly question: Question;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly plan: PlanState;
  /** Whether the area is that of the stores that a plan closes. */
  readonly isOfClosed: boolean;
  readonly points: readonly JobPoint[];
  /** The polygons that are asked about. */
  readonly outlines: readonly Feature[];
  /** Whether a click on the map draws one of them. */
  readonly isDrawing: boolean;
  /** The places that the answer found, which are pins. */
  readonly found: readonly Pin[];
}

/** What lies on the map beside the places asked about, and the box around it. */
export function useDrawn({
  map,
  area,
  compared,
  question: { places, values },
  result,
  plan,
  isOfClosed,
  points,
  outlines,
  isDrawing,
  found,
}: Shown): {
  readonly drawn: Drawn;
  readonly fit: Box | null;
} {
  const bands = useMemo(() => areaFeatures(compared ?? area, compared?.mode), [compared, area]);
  const lists = useLists(values);
  const still = useMemo(
    () => (isMoved(plan) && !isOfClosed && result !== null ? { ...result, geojson: null } : result),
    [plan, isOfClosed, result],
  );
  const drawn = useMemo(() => {
    const asked = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, CANDIDATES.includes(name) ? withOpened(list, plan) : list]),
    );
    const onMap = drawnOf(isOfClosed ? [] : bands, { asked, points, ...leftOutOnMap(still) }, [
      ...(isDrawing ? [] : places),
      ...found,
    ]);
    const shapes = isOfClosed ? [...onMap.shapes, ...bands.map(leftBy)] : onMap.shapes;
    const all = { ...onMap, shapes, points: withClosed(onMap.points, plan) };
    return outlines.length === 0 ? all : { ...all, shapes: [...outlines, ...all.shapes] };
  }, [bands, places, lists, still, plan, isOfClosed, points, outlines, isDrawing, found]);
  const box = useMemo(() => {
    // Beyond its edge a map shows nothing.
    const seen = places.filter((place) => holds(map, place));
    // The camera goes to what was found, not to the reach of a place that it was asked about.
    return (
      (found.length > 0 ? boxAround([...seen, ...found].map(pointOf)) : boxAround(drawn.area)) ??
      boxAround([...drawn.shapes, ...drawn.points, ...seen.map(pointOf), ...found.map(pointOf)])
    );
  }, [drawn, places, map, found]);
  // The same box is the same value: what is drawn anew in its place moves no map.
  const corners = box?.join();
  const fit = useMemo(
    () => (corners === undefined ? null : (corners.split(',').map(Number) as unknown as Box)),
    [corners],
  );
  // Nothing moves below the hand that draws.
  return { drawn, fit: isDrawing ? null : fit };
}

/** Whether a plan closed or opened something: the areas of the answer no longer hold then, and those that are drawn anew do. */
const isMoved = ({ closed, opened }: PlanState): boolean => closed.size > 0 || opened.size > 0;

/** The values that may hold places: the same object while numbers and words change, which the map does not show. */
function useLists(values: Question['values']): Question['values'] {
  const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => mayHoldPlaces(value)));
  const [kept, keep] = useState(wanted);
  const isSame =
    Object.keys(kept).length === Object.keys(wanted).length &&
    Object.entries(wanted).every(([name, value]) => kept[name] === value);
  if (!isSame) keep(wanted);
  return isSame ? kept : wanted;
}

const mayHoldPlaces = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || typeof value[0] === 'object');

const pointOf = ({ lat, lng }: Pick<Spot, 'lat' | 'lng'>): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

/** The reach of a store that closes, as a part of its network. */
const leftBy = (feature: Feature): Feature => ({ ...feature, properties: { ...feature.properties, part: 'left' } });

/** The stores, those that a plan has closed told from the others. */
const withClosed = (points: readonly Feature[], { closed }: PlanState): readonly Feature[] =>
  closed.size === 0
    ? points
    : points.map((point) =>
        closed.has(String(point.properties?.id))
          ? { ...point, properties: { ...point.properties, state: 'closed' } }
          : point,
      );

/** Members that hold places where no store is open yet. */
const CANDIDATES: readonly string[] = ['candidates', 'plannedPoints'];

/** The candidates, those that a plan has opened told from the others. */
function withOpened(candidates: unknown, { opened }: PlanState): unknown {
  if (!Array.isArray(candidates)) return candidates;
  return candidates.map((one) => ({ ...one, status: opened.has(String(one.id)) ? 'opened' : 'candidate' }));
}
