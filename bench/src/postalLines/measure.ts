import { houseNumberKey, nameKey } from '@hinterland/catalogue';
import { parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import type { Territory } from '@hinterland/territory';
import { POSTAL_FORMS, type PostalAddress } from './forms.ts';

/** Texts for parts that an address does not hold. */
export type Unsaid = Partial<Pick<PostalAddress, 'city' | 'region'>>;

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

/** Asks for addresses of a territory in each form of a country. `rows` are rows of `addresses`; those without number or street are left out. */
export function measurePostalLines(
  territory: Territory,
  country: string,
  rows: Iterable<number>,
  unsaid: Unsaid,
): FormFigures[] {
  const { countries } = territory.manifest;
  const asked = [...rows].map((row) => addressAt(territory, row)).filter(({ number, street }) => number && street);
  const street = (address: PostalAddress) => nameKey(address.street, countries);
  const isNumber = (found: PostalAddress, wanted: PostalAddress) =>
    houseNumberKey(found.number) === houseNumberKey(wanted.number);
  return Object.entries(POSTAL_FORMS[country]!).map(([form, write]) => {
    let [exact, otherNumber, ambiguous] = [0, 0, 0];
    const lineOf = (address: PostalAddress) =>
      write({
        ...address,
        city: address.city || (unsaid.city ?? ''),
        region: address.region || (unsaid.region ?? ''),
      });
    const milliseconds: number[] = [];
    const misses: string[] = [];
    for (const wanted of asked) {
      const text = lineOf(wanted);
      const started = performance.now();
      const [best] = searchAddresses(territory, parseQuery(`${text} `, countries), { limit: 5 });
      milliseconds.push(performance.now() - started);
      const found = best?.kind === 'address' ? addressAt(territory, best.address) : null;
      const isStreet = found !== null && street(found) === street(wanted);
      if (isStreet && isNumber(found, wanted) && isInOnePlace(found, wanted, text)) {
        exact++;
        continue;
      }
      if (found !== null && isSame(lineOf(found), text, countries)) {
        ambiguous++;
        continue;
      }
      if (isStreet && !isNumber(found, wanted)) otherNumber++;
      misses.push(`${text} → ${found === null ? (best?.kind ?? 'nothing') : Object.values(found).join('|')}`);
    }
    return { form, lines: asked.length - ambiguous, exact, ambiguous, otherNumber, milliseconds, misses };
  });
}

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
