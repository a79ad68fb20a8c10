import { wholeNumberOf } from '@hinterland/catalogue/numbers';
import type { Tags } from '../map/osmData.ts';

/** Whether people are likely to live in a building: `yes` and `no` are tagged so, `maybe` is a plain building=yes. */
type Residence = 'yes' | 'maybe' | 'no';

/** Values of `building` for buildings that people live in. */
const RESIDENTIAL_BUILDINGS: ReadonlySet<string> = new Set([
  'apartments',
  'bungalow',
  'cabin',
  'detached',
  'dormitory',
  'farm',
  'ger',
  'hut',
  'house',
  'houseboat',
  'residential',
  'semi',
  'semidetached_house',
  'static_caravan',
  'terrace',
  'tower_block',
  'villa',
]);

/** Keys that say what a building=yes is used for; a shop below flats is tagged on a node of its own. */
const OTHER_USES = [
  'amenity',
  'shop',
  'office',
  'craft',
  'industrial',
  'tourism',
  'leisure',
  'healthcare',
  'man_made',
  'power',
  'public_transport',
  'railway',
  'aeroway',
  'military',
  'historic',
  'emergency',
  'religion',
  'abandoned',
  'ruins',
  'demolished',
];

export function residenceOf(tags: Tags): Residence {
  if (flatsOf(tags) > 0) return 'yes';
  const building = tags.get('building') ?? 'no';
  if (building === 'no' || tags.get('location') === 'underground') return 'no';
  if (RESIDENTIAL_BUILDINGS.has(building)) return 'yes';
  if (building !== 'yes') return 'no';
  if ((tags.get('residential') ?? 'no') !== 'no' || tags.get('building:use') === 'residential') return 'yes';
  return OTHER_USES.some((key) => (tags.get(key) ?? 'no') !== 'no') ? 'no' : 'maybe';
}

/** Dwellings as tagged: `building:flats=12`, `addr:flats=1-8;11`. 0 where the tags do not say. */
export function flatsOf(tags: Tags): number {
  const flats = wholeNumberOf(tags.get('building:flats') ?? '', 1);
  if (flats !== null) return Math.min(flats, 5000);
  let count = 0;
  for (const part of (tags.get('addr:flats') ?? '').split(/[;,]/)) {
    const range = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(part);
    const length = range === null ? 1 : Number(range[2]) - Number(range[1]) + 1;
    if (part.trim() !== '') count += length >= 1 && length <= 500 ? length : 1;
  }
  return count;
}
