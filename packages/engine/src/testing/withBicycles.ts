import { MODE_BIT } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';

/** The same town with bicycles on the roads of another mode, which take this share of its times. */
export function withBicycles(territory: Territory, like: 'car' | 'walk', share = 1): Territory {
  const { edges, weights, snaps } = territory;
  const mainComponent = edges.mainComponent.map((modes) =>
    (modes & MODE_BIT[like]) === 0 ? modes : modes | MODE_BIT.bicycle,
  );
  const times = weights[`${like}-normal`]!;
  const shared = (column: Uint32Array) => column.map((time) => (time === NONE ? NONE : Math.round(time * share)));
  const bicycle = {
    ...times,
    forwardMilliseconds: shared(times.forwardMilliseconds),
    backwardMilliseconds: shared(times.backwardMilliseconds),
  };
  return {
    ...territory,
    edges: { ...edges, mainComponent },
    weights: { ...weights, 'bicycle-normal': bicycle },
    snaps: { ...snaps, bicycle: snaps[like]! },
  };
}
