import { interiorPoint, type MultiPolygonCoordinates, multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { PoleSource } from '../inputs/poles.ts';
import type { Tags } from '../map/osmData.ts';
import { homesOf } from '../osm/buildings.ts';
import { readFeatures } from '../shapes/features.ts';
import type { RawFeature, RawGeometry } from '../shapes/outline.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';

/**
 * GeoParquet as it is published, or GeoJSON: `subtype`, `class`, `num_floors`, `height`, `is_underground`. What people live in,
 * and in how many dwellings, is decided as for buildings of OpenStreetMap, whose values the classes are.
 */
export const overtureBuildings = sourceKind({
  from: 'overture-buildings',
  says: 'Residential buildings of Overture as GeoParquet or GeoJSON, in place of those of the extract',
  schema: fileFields,
  open(entry, context: SourceContext): PoleSource {
    const name = `buildings of ${baseName(entry.file)}`;
    return {
      kind: 'building',
      name,
      async each(push) {
        const counter = context.report.subject(name);
        await readFeatures(fileOf(entry, context), ({ properties, geometry }, number) => {
          const ref = refOf(properties) ?? `feature ${number}`;
          const polygon = polygonOf(geometry);
          const place = polygon === null ? null : interiorPoint(polygon);
          if (polygon === null || place === null) return counter.dropped('no outline with an inside', ref);
          const dwellings = homesOf(tagsOf(properties), multiPolygonAreaSquareKm(polygon) * 1e6);
          if (typeof dwellings === 'string') return counter.dropped(dwellings, ref);
          push({ lng: place[0], lat: place[1], dwellings, ref });
        });
      },
    };
  },
});

function tagsOf({ subtype, class: kind, num_floors, height, is_underground }: RawFeature['properties']): Tags {
  // A subtype other than this one is a use; most buildings have none.
  const building = kind ?? (subtype === undefined || subtype === null ? 'yes' : subtype);
  const tags = new Map([['building', String(building)]]);
  if (num_floors !== undefined && num_floors !== null) tags.set('building:levels', String(num_floors));
  if (height !== undefined && height !== null) tags.set('height', String(height));
  if (is_underground === true) tags.set('location', 'underground');
  return tags;
}

const polygonOf = (geometry: RawGeometry | null): MultiPolygonCoordinates | null =>
  geometry?.type === 'Polygon'
    ? [geometry.coordinates as number[][][]]
    : geometry?.type === 'MultiPolygon'
      ? (geometry.coordinates as MultiPolygonCoordinates)
      : null;

const KINDS: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' };

/** The object of OpenStreetMap that it is, as its address is known by: "w918074282@1" is way 918074282. */
function refOf({ sources }: RawFeature['properties']): string | undefined {
  const [source] = Array.isArray(sources) ? (sources as { dataset?: unknown; record_id?: unknown }[]) : [];
  const [, kind, id] = /^([nwr])(\d+)@/.exec(String(source?.record_id ?? '')) ?? [];
  return source?.dataset === 'OpenStreetMap' && kind !== undefined ? `${KINDS[kind]} ${id}` : undefined;
}
