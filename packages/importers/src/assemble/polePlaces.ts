import type { PolePlaces } from '../areas/areaRows.ts';
import type { MadePoles } from '../poles/makePoles.ts';
import type { OrderedPoles } from './tables/orderedPoles.ts';

/** Places of the bundle's poles, and their postcodes as addresses name them. */
export function polePlaces({ draft, rows, merged }: MadePoles, { draftOf }: OrderedPoles): PolePlaces {
  /** Numbers of texts; that of "" is 0. */
  const postcodes = new Uint32Array(draft.count);
  for (let row = 0; row < rows.count; row++) {
    const pole = merged.poleOf[row]!;
    if (postcodes[pole] === 0) postcodes[pole] = rows.textNumber(row, 'postcode');
  }
  return {
    count: draft.count,
    lng: (row: number) => draft.lng(draftOf[row]!),
    lat: (row: number) => draft.lat(draftOf[row]!),
    postcode: (row: number) => rows.texts.at(postcodes[draftOf[row]!]!),
  };
}
