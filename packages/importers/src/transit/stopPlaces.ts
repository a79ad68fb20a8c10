import { filled } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';
import { snapPoles } from '../snap/snap.ts';

/** Stops on the walking network, row = stop. */
export interface StopPlaces {
  /** NONE where no street is near. */
  readonly edge: Uint32Array;
  readonly positionMillimeters: Uint32Array;
  readonly accessMillimeters: Uint32Array;
}

/** Puts stops on the walking network by the rule for poles (`snapPoles`). */
export function stopPlaces(graph: RoadGraph, lngMicrodegrees: Int32Array, latMicrodegrees: Int32Array): StopPlaces {
  const { walk } = snapPoles(graph, lngMicrodegrees, latMicrodegrees);
  const rowOf = new Int32Array(lngMicrodegrees.length).fill(-1);
  walk.pole.forEach((stop, row) => {
    rowOf[stop] = row;
  });
  const column = (values: Uint32Array, none: number) =>
    filled(new Uint32Array(rowOf.length), (stop) => (rowOf[stop] === -1 ? none : values[rowOf[stop]!]!));
  return {
    edge: column(walk.edge, NONE),
    positionMillimeters: column(walk.positionMillimeters, 0),
    accessMillimeters: column(walk.accessMillimeters, 0),
  };
}
