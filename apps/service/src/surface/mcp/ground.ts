import { type Box, viewOf } from '@hinterland/answers';
import type { Viewing } from '../../engine/map.ts';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { groundOf } from '../../work/tiles/ground.ts';
import type { ToolServices } from './services.ts';

const ADDRESS = /^hinterland:\/\/ground\/([-\d.e,]+)$/;
/** Farthest from the equator that Web Mercator shows, in degrees. */
const LATITUDE_MAX = 85;

/**
 * The ground behind the view of an answer as a resource, `hinterland://ground/<west>,<south>,<east>,<north>` in degrees: shapes
 * of the picture in which the box fills the map. Null where the address is another, or no territory is there.
 */
export async function readGround({ territories, tiles }: ToolServices, uri: string, viewing: Viewing) {
  const box = boxIn(uri);
  const found = box === null ? undefined : territories().find((one) => holds(one, box));
  if (box === null || found === undefined) return null;
  const { manifest, descriptors } = found.territory;
  const view = viewOf(box);
  const ground = groundOf(await tiles.behind(manifest.id, view, viewing), view, []);
  const sources = Object.values(descriptors).flatMap((descriptor) => descriptor.sources);
  const attributions = [...new Set(sources.map(({ attribution }) => attribution))];
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ ...ground, attributions }) }] };
}

function boxIn(uri: string): Box | null {
  const numbers = ADDRESS.exec(uri)?.[1]?.split(',').map(Number) ?? [];
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const isBox = numbers.length === 4 && -180 <= west && west <= east && east <= 180;
  return isBox && -LATITUDE_MAX <= south && south <= north && north <= LATITUDE_MAX ? [west, south, east, north] : null;
}

/** Whether the middle of a box lies in a territory. */
function holds({ territory }: Generation, [west, south, east, north]: Box): boolean {
  const { bbox } = territory.manifest;
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  return bbox.west <= lng && lng <= bbox.east && bbox.south <= lat && lat <= bbox.north;
}
