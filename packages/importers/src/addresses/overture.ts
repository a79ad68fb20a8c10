import type { FileSource } from '../files/source.ts';
import type { AddressPoint } from '../inputs.ts';
import type { SubjectCounter } from '../report.ts';
import { readGeoJson } from '../shapes/geojson.ts';
import { registerNumber } from './houseNumber.ts';

interface Level {
  readonly value?: string | null;
}

/**
 * Reads the addresses theme of Overture Maps as GeoJSON, as one feature per line or one collection. Levels go from large to
 * small: the first is the region, the last the locality where no postal city is given.
 */
export async function readOverture(
  source: FileSource,
  unitFirst: boolean,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  await readGeoJson(source, ({ properties, geometry }, row) => {
    const text = (name: string) => String(properties[name] ?? '').trim();
    const ref = text('id') === '' ? `row ${row}` : `row ${row} (${text('id')})`;
    const [lng, lat] = geometry?.type === 'Point' ? (geometry.coordinates as number[]) : [];
    const levels = Array.isArray(properties.address_levels) ? (properties.address_levels as Level[]) : [];
    const names = levels.map((level) => String(level?.value ?? '').trim()).filter((name) => name !== '');
    const parsed = registerNumber(text('number'), unitFirst);
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) counter.dropped('no coordinates', ref);
    else if (parsed.number === '' && text('street') === '') counter.dropped('neither number nor street', ref);
    else {
      push({
        lng: lng!,
        lat: lat!,
        ...parsed,
        unit: text('unit') || parsed.unit,
        street: text('street'),
        locality: text('postal_city') || (names.at(-1) ?? ''),
        region: names.length > 1 ? names[0]! : '',
        postcode: text('postcode'),
        dwellings: 1,
        ref,
      });
    }
  });
}
