import { houseNumberKey, nameKey } from '@hinterland/catalogue';
import { parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import { NearPlaces } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type Forms, POSTAL_FORMS, type PostalAddress } from './forms.ts';

/** Texts for parts that an address does not hold. */
export interface Unsaid {
  /** For all, or by the first characters of the postcode; an address without one lies in the town of its nearest neighbor. */
  readonly city?: string | Readonly<Record<string, string>>;
  readonly region?: string;
}

/** How the lines of one form fared. */
export interface FormFigures {
  readonly form: string;
  readonly lines: number;
  /** Lines whose address comes first, with its number found as it stands. */
  readonly exact: number;
  /** Lines that another address of the file writes, too, in another place: it comes first. They are not in `lines`. */
  readonly ambiguous: number;
  /** Lines that are put on another number of the same street. */
  readonly otherNumber: number;
  readonly milliseconds: readonly number[];
  /** Lines that do not find their address, with the address that comes first. */
  readonly misses: readonly string[];
}

/** Asks for addresses of a territory in each of these forms, those of its country where none are given. `rows` are rows of `addresses`; those without number or street are left out. */
export function measurePostalLines(
  territory: Territory,
  country: string,
  rows: Iterable<number>,
  unsaid: Unsaid,
  forms: Forms = POSTAL_FORMS[country]!,
): FormFigures[] {
  const { countries } = territory.manifest;
  const asked = [...rows].filter((row) => {
    const { number, street } = addressAt(territory, row);
    return number !== '' && street !== '';
  });
  const cityOf = unsaidCity(territory, unsaid.city);
  const street = (address: PostalAddress) => nameKey(address.street, countries);
  const isNumber = (found: PostalAddress, wanted: PostalAddress) =>
    houseNumberKey(found.number) === houseNumberKey(wanted.number);
  return Object.entries(forms).map(([form, write]) => {
    let [exact, otherNumber, ambiguous] = [0, 0, 0];
    const lineOf = (row: number) => {
      const address = addressAt(territory, row);
      return write({ ...address, city: address.city || cityOf(row), region: address.region || (unsaid.region ?? '') });
    };
    const milliseconds: number[] = [];
    const misses: string[] = [];
    for (const row of asked) {
      const wanted = addressAt(territory, row);
      const text = lineOf(row);
      const started = performance.now();
      const [best] = searchAddresses(territory, parseQuery(`${text} `, countries), { limit: 5 });
      milliseconds.push(performance.now() - started);
      const found = best?.kind === 'address' ? addressAt(territory, best.address) : null;
      const isStreet = found !== null && street(found) === street(wanted);
      if (isStreet && isNumber(found, wanted) && isInOnePlace(found, wanted, text)) {
        exact++;
        continue;
      }
      if (found !== null && isSame(lineOf(best!.address), text, countries)) {
        ambiguous++;
        continue;
      }
      if (isStreet && !isNumber(found, wanted)) otherNumber++;
      misses.push(`${text} → ${found === null ? (best?.kind ?? 'nothing') : Object.values(found).join('|')}`);
    }
    return { form, lines: asked.length - ambiguous, exact, ambiguous, otherNumber, milliseconds, misses };
  });
}

/** Returns the town of an address that names none, "" where nothing says it. */
function unsaidCity({ addresses, poles, texts }: Territory, city: Unsaid['city'] = ''): (row: number) => string {
  if (typeof city === 'string') return () => city;
  const cityOf = (row: number) => {
    const postcode = texts.text.at(addresses.postcode[row]!);
    return Object.entries(city).find(([beginning]) => postcode.startsWith(beginning))?.[1] ?? '';
  };
  const placeOf = (row: number) => {
    const pole = addresses.pole[row]!;
    return [poles.lngMicrodegrees[pole]! / 1e6, poles.latMicrodegrees[pole]! / 1e6] as const;
  };
  const known = [...Array(addresses.rows).keys()].filter((row) => cityOf(row) !== '');
  const near = new NearPlaces(
    known.length,
    (i) => placeOf(known[i]!)[0],
    (i) => placeOf(known[i]!)[1],
  );
  return (row) => {
    const own = cityOf(row);
    if (own !== '') return own;
    const neighbor = near.nearest(...placeOf(row), NEIGHBOR_METERS);
    return neighbor < 0 ? '' : cityOf(known[neighbor]!);
  };
}

const NEIGHBOR_METERS = 1_000;

/** Whether two lines differ in case, signs and abbreviations at most. */
const isSame = (a: string, b: string, countries: readonly string[]): boolean =>
  nameKey(a, countries) === nameKey(b, countries);

/** Whether two addresses are not in different towns or postcodes, as far as the line says these. */
function isInOnePlace(a: PostalAddress, b: PostalAddress, text: string): boolean {
  return (['city', 'postcode'] as const).every((part) => {
    const isSaid = text.toUpperCase().includes(b[part].toUpperCase());
    return a[part] === '' || b[part] === '' || !isSaid || a[part] === b[part];
  });
}

function addressAt({ addresses, texts }: Territory, row: number): PostalAddress {
  const text = (column: 'street' | 'locality' | 'region' | 'postcode') => texts.text.at(addresses[column][row]!);
  const last = addresses.numberLast.at(row);
  return {
    number: `${addresses.number.at(row)}${last && `-${last}`}`,
    unit: addresses.unit.at(row),
    street: text('street'),
    city: text('locality'),
    region: text('region'),
    postcode: text('postcode'),
  };
}
