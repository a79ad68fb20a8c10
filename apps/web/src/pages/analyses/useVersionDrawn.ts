import { useMemo } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { Version } from '../../api/types.ts';
import type { Drawn } from '../../map/data/drawn.ts';
import { areaFeatures, drawnOf } from '../../map/data/result.ts';
import { type AskedAction, NOTHING_ASKED, questionOf, type Spot } from '../studio/question.ts';
import { DRAWING, useArea } from '../studio/useArea.ts';

/**
 * What lies on the map of a version: its places, the polygons of its result, and its catchment, which is drawn anew. `hasArea` is
 * whether the roads of the version are those of today: another catchment would not be the one that was counted.
 */
export function useVersionDrawn(
  path: OrganizationPath,
  actions: readonly AskedAction[],
  { actionId, input, results }: Version,
  hasArea: boolean,
) {
  const action = actions.find(({ descriptor }) => descriptor.id === actionId) ?? null;
  const question = useMemo(() => (action === null ? NOTHING_ASKED : questionOf(action, input)), [action, input]);
  const drawing = hasArea ? actions.find(({ descriptor }) => descriptor.id === DRAWING) : undefined;
  const { result: area } = useArea(path, drawing, action, question);
  const drawn = useMemo(
    () => drawnOf(areaFeatures(area), { places: question.places.map(asked), ...results }, []),
    [area, question, results],
  );
  return { drawn, area, places: question.places };
}

/** A place asked about, as the legend names it. */
const asked = (place: Spot) => ({ ...place, status: 'asked' });

/** The layers that both have, so that nothing is told apart that only one of them draws. */
export function inBoth(drawn: Drawn, other: Drawn): Drawn {
  return {
    area: other.area.length > 0 ? drawn.area : [],
    shapes: other.shapes.length > 0 ? drawn.shapes : [],
    points: other.points.length > 0 ? drawn.points : [],
  };
}

export const hasFeatures = ({ area, shapes, points }: Drawn): boolean =>
  area.length + shapes.length + points.length > 0;
