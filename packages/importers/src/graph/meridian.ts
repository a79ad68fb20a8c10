import type { OsmData } from '../map/osmData.ts';

/**
 * Whether two nodes that follow each other lie on either side of 180° longitude. Drawn between them, a road would run round the
 * whole earth, and all that lies at its latitude would stand on it.
 */
export const crossesMeridian = (map: OsmData, a: number, b: number): boolean => Math.abs(map.lng(a) - map.lng(b)) > 180;
