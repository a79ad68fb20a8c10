import { createHash } from 'node:crypto';
import type { Territory } from '@hinterland/territory';
import { LAYERS, MAX_ZOOM, seaBeyond, TILES_REVISION } from '@hinterland/tiles';
import type { Generation } from '../../engine/territoriesInForce.ts';
import type { Basemap } from './basemap.ts';

/**
 * Name of everything that tiles are cut from: the versions in force with the checksums of their files, and how tiles are
 * cut. Tiles at an address with it never change.
 */
export function tilesVersion({ territory }: Generation, basemap: Basemap | null): string {
  const families = cutFrom(territory).map(({ family, version, files }) => [
    family,
    version,
    files.map(({ name, sha256 }) => [name, sha256]),
  ]);
  const hash = createHash('sha256').update(JSON.stringify([TILES_REVISION, families, basemap?.fingerprint]));
  return `${territory.dataVersion.territory}-${hash.digest('hex').slice(0, 12)}`;
}

/** Families that tiles are cut from: a new timetable leaves them as they are. */
const cutFrom = ({ descriptors }: Pick<Territory, 'descriptors'>) =>
  Object.values(descriptors).filter(({ family }) => family !== 'transit');

/** Zoom at which a map of a whole territory begins. */
const FIRST_ZOOM = 11;

/**
 * TileJSON 3.0.0 of a territory. Addresses of tiles begin at the service's own: a page resolves them by its origin.
 * `query` is added to them.
 */
export function tileJson(
  generation: Generation,
  basemap: Basemap | null,
  pathOf: (path: string) => string,
  query: string,
) {
  const { manifest, dataVersion } = generation.territory;
  const descriptors = cutFrom(generation.territory);
  const { west, south, east, north } = manifest.bbox;
  const version = tilesVersion(generation, basemap);
  const base = pathOf(`/tiles/${manifest.id}/${version}`);
  return {
    tilejson: '3.0.0',
    id: manifest.id,
    name: manifest.name,
    tiles: [`${base}/{z}/{x}/{y}${query}`],
    areas: `${base}/areas/{code}${query}`,
    tilesVersion: version,
    dataVersion,
    /** Where the ground behind data comes from. */
    background: basemap !== null ? 'basemap' : dataVersion.backdrop === undefined ? 'none' : 'bundle',
    attribution: [...new Set([...attributionsOf(descriptors), ...shownOf(basemap)])].join(' · '),
    sources: descriptors.flatMap(({ family, sources }) => sources.map((source) => ({ family, ...source }))),
    bounds: [west, south, east, north],
    /** Where the sea goes on beyond the bounds. */
    sea: { type: 'MultiPolygon', coordinates: basemap === null ? seaBeyond(generation.territory) : [] },
    center: [manifest.center.lng, manifest.center.lat, FIRST_ZOOM],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    vector_layers: LAYERS.map(({ name: id, description, fields, minZoom }) => ({
      id,
      description,
      fields,
      minzoom: minZoom,
      maxzoom: MAX_ZOOM,
    })),
  };
}

/** What must be shown beside the map, as HTML. */
function attributionsOf(descriptors: ReturnType<typeof cutFrom>): string[] {
  const texts = descriptors.flatMap(({ sources }) => sources.map(({ attribution }) => attribution));
  return texts.map(escaped);
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A background map is the operator's own: its attribution is HTML already. */
const shownOf = (basemap: Basemap | null): string[] => (basemap?.attribution == null ? [] : [basemap.attribution]);
