import type { FileSource } from '../files/source.ts';
import type { AddressPoint } from '../inputs/poles.ts';
import { readFeatures } from '../shapes/features.ts';
import type { RawFeature } from '../shapes/outline.ts';
import { registerNumber } from './houseNumber.ts';
import type { RegisterContext } from './register.ts';

/** Parts of an address other than number, street, unit and postcode. */
interface FeatureParts {
  readonly locality: string;
  readonly region: string;
  /** The register's own id of the address, where it has one. */
  readonly id: string;
}

/**
 * Reads addresses from points in GeoJSON or GeoParquet with the properties number, street, unit and postcode. Features without coordinates
 * or without number and street are counted as dropped; the rest is handed over.
 */
export async function readAddressFeatures(
  source: FileSource,
  partsOf: (text: (property: string) => string, properties: RawFeature['properties']) => FeatureParts,
  { numberStyle, counter }: Pick<RegisterContext, 'numberStyle' | 'counter'>,
  push: (address: AddressPoint) => void,
): Promise<void> {
  await readFeatures(source, ({ properties, geometry }, row) => {
    const text = (property: string) => String(properties[property] ?? '').trim();
    const { id, ...area } = partsOf(text, properties);
    const ref = id === '' ? `row ${row}` : `row ${row} (${id})`;
    const [lng, lat] = geometry?.type === 'Point' ? (geometry.coordinates as number[]) : [];
    const parsed = registerNumber(text('number'), numberStyle);
    const [street, postcode] = [text('street'), text('postcode')];
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) counter.dropped('no coordinates', ref);
    else if (parsed.number === '' && street === '') counter.dropped('neither number nor street', ref);
    else {
      const unit = text('unit') || parsed.unit;
      push({ lng: lng!, lat: lat!, ...parsed, unit, street, ...area, postcode, dwellings: 1, ref });
    }
  });
}
