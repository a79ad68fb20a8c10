import { type JoinKind, joinKindOf, MODE_BIT, type Mode } from '@hinterland/catalogue';
import { NONE, ROAD_CLASSES, type RoadClass, type Territory } from '@hinterland/territory';

/** Classes that nobody enters from a door, in territories that do not say more of their edges. */
const AVOIDED_CLASSES: Readonly<Record<Mode, readonly RoadClass[]>> = {
  car: ['motorway', 'motorway_link', 'trunk_link', 'ferry'],
  walk: ['ferry'],
  bicycle: ['ferry'],
};

/** Returns the kind of an edge to a place that joins the roads. */
export function edgeKindOf({ joins, edges }: Territory, mode: Mode, edge: number): JoinKind {
  if (joins === null)
    return joinKindOf(false, AVOIDED_CLASSES[mode].includes(ROAD_CLASSES[edges.roadClass[edge]!]!), false);
  const has = (flags: Uint8Array) => (flags[edge]! & MODE_BIT[mode]) !== 0;
  return joinKindOf(has(joins.privateTo), has(joins.avoidedBy), has(joins.apartFor));
}

/** Whether the mode may use the edge at least one way, in whatever component it lies. */
export function isOpen(territory: Territory, mode: Mode, edge: number): boolean {
  const weights = territory.weights[`${mode}-normal`];
  if (weights === undefined) return false;
  return weights.forwardMilliseconds[edge] !== NONE || weights.backwardMilliseconds[edge] !== NONE;
}

/** Whether the mode may use the edge both ways. */
export function isTwoWay(territory: Territory, mode: Mode, edge: number): boolean {
  const weights = territory.weights[`${mode}-normal`];
  if (weights === undefined) return false;
  return weights.forwardMilliseconds[edge] !== NONE && weights.backwardMilliseconds[edge] !== NONE;
}
