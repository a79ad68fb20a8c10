import type { ActionResult } from '@hinterland/client';

type Result = ActionResult<'analysis.isochrone'>;
type Compared = NonNullable<Result['modes']>[number];

/** A mode of a comparison with its area. */
export interface DrawnMode extends Pick<Compared, 'mode'>, Required<Pick<Compared, 'bands' | 'geojson' | 'method'>> {
  /** Where it stands in the result. */
  readonly pointer: string;
}

/** The modes of a comparison that can lie on the map. */
export const drawnModes = (modes: readonly Compared[]): DrawnMode[] =>
  modes.flatMap(({ mode, bands, geojson, method }, i) =>
    bands === undefined || geojson === undefined || method === undefined
      ? []
      : [{ mode, bands, geojson, method, pointer: `/modes/${i}` }],
  );

/** The mode of a comparison that lies on the map: the one looked at, else that of the question; null where the answer compares none. */
export function shownMode({ modes = [], method }: Partial<Result>, looked: string | null): DrawnMode | null {
  const drawn = drawnModes(modes);
  return drawn.find(({ mode }) => mode === looked) ?? drawn.find(({ mode }) => mode === method?.mode) ?? null;
}
