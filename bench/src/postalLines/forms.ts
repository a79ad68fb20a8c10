import { SeededRandom } from '@hinterland/geo';
import { withTypo } from '../addresses/typed.ts';

/** An address to be written as a line; parts that nothing is known of are "". */
export interface PostalAddress {
  /** With the end of a range: "20-26". */
  readonly number: string;
  readonly unit: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
}

type Form = (address: PostalAddress) => string;
export type Forms = Readonly<Record<string, Form>>;

const line = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .join(', ');

const UNITED_STATES: Forms = {
  'number street, city, state code': (a) => line(`${a.number} ${a.street}`, a.city, `${a.region} ${a.postcode}`),
  'number street, city, state': (a) => line(`${a.number} ${a.street}`, a.city, a.region),
  'number street, Apt, city, state code': (a) =>
    line(`${a.number} ${a.street}`, a.unit === '' ? 'Apt 3B' : a.unit, a.city, `${a.region} ${a.postcode}`),
  'NUMBER STREET, STATE CODE, USA': (a) =>
    line(`${a.number} ${a.street}`, `${a.region} ${a.postcode}`, 'USA').toUpperCase(),
  'number street, 2nd Fl, city code, United States': (a) =>
    line(`${a.number} ${a.street}`, '2nd Fl', `${a.city} ${a.postcode}`, 'United States'),
  'street number, code city': (a) => line(`${a.street} ${a.number}`, `${a.postcode} ${a.city}`),
};

const AUSTRALIA: Forms = {
  'unit/number street, city state code': (a) =>
    line(`${a.unit || '3'}/${a.number} ${a.street}`, `${a.city} ${a.region} ${a.postcode}`),
  'Unit, number street, city state': (a) =>
    line(`Unit ${a.unit || '3'}`, `${a.number} ${a.street}`, `${a.city} ${a.region}`),
  'number street, city state code, Australia': (a) =>
    line(`${a.number} ${a.street}`, `${a.city} ${a.region} ${a.postcode}`, 'Australia'),
  'NUMBER STREET CITY STATE CODE': (a) =>
    `${a.number} ${a.street} ${a.city} ${a.region} ${a.postcode}`.trim().toUpperCase(),
  'Level, number street, city code': (a) => line('Level 3', `${a.number} ${a.street}`, `${a.city} ${a.postcode}`),
  'street number, city': (a) => line(`${a.street} ${a.number}`, a.city),
};

const GERMAN: Forms = {
  'street number, code city': (a) => line(`${a.street} ${a.number}`, `${a.postcode} ${a.city}`),
  'street number, 2. OG, code city': (a) => line(`${a.street} ${a.number}`, '2. OG', `${a.postcode} ${a.city}`),
  'code city, street number': (a) => line(`${a.postcode} ${a.city}`, `${a.street} ${a.number}`),
  'street Nr. number, EG links, city': (a) => line(`${a.street} Nr. ${a.number}`, 'EG links', a.city),
  'STREET NUMBER CODE CITY': (a) => `${a.street} ${a.number} ${a.postcode} ${a.city}`.trim().toUpperCase(),
  'Str. number Whg. 3, city': (a) => line(`${a.street.replace(/stra(?:ß|ss)e\b/i, 'str.')} ${a.number} Whg. 3`, a.city),
};

const FRENCH: Forms = {
  'number, street, code city': (a) => line(a.number, a.street, `${a.postcode} ${a.city}`),
  'number street, bât., étage, code city': (a) =>
    line(`${a.number} ${a.street}`, 'bât. B', '3e étage', `${a.postcode} ${a.city}`),
  'Appt, number street, city': (a) => line('Appt 4', `${a.number} ${a.street}`, a.city),
  'city, number street': (a) => line(a.city, `${a.number} ${a.street}`),
  'NUMBER STREET CODE CITY': (a) => `${a.number} ${a.street} ${a.postcode} ${a.city}`.trim().toUpperCase(),
  'street n° number, city': (a) => line(`${a.street} n° ${a.number}`, a.city),
};

const SPANISH: Forms = {
  'street, number, code city': (a) => line(a.street, a.number, `${a.postcode} ${a.city}`),
  'street number, 2º B, code city': (a) => line(`${a.street} ${a.number}`, '2º B', `${a.postcode} ${a.city}`),
  'street nº number, 3º izq, city': (a) => line(`${a.street} nº ${a.number}`, '3º izq', a.city),
  'code city, street number, esc., floor door': (a) =>
    line(`${a.postcode} ${a.city}`, `${a.street} ${a.number}`, 'esc. A', '2º 1ª'),
  'street, number, piso, puerta, city': (a) => line(a.street, a.number, 'piso 2', 'puerta B', a.city),
  'STREET NUMBER CODE CITY': (a) => `${a.street} ${a.number} ${a.postcode} ${a.city}`.trim().toUpperCase(),
};

const AUSTRIAN: Forms = {
  'street number/staircase/door, code city': (a) => line(`${a.street} ${a.number}/2/17`, `${a.postcode} ${a.city}`),
  'street number/staircase/floor/door, city': (a) => line(`${a.street} ${a.number}/4/5/30`, a.city),
  'street number, Stiege Tür, code city': (a) =>
    line(`${a.street} ${a.number}`, 'Stiege 2 Tür 17', `${a.postcode} ${a.city}`),
  'street number, 2. Stock Top 5, city': (a) => line(`${a.street} ${a.number}`, '2. Stock Top 5', a.city),
  'code city, street number': (a) => line(`${a.postcode} ${a.city}`, `${a.street} ${a.number}`),
  'STREET NUMBER CODE CITY': (a) => `${a.street} ${a.number} ${a.postcode} ${a.city}`.trim().toUpperCase(),
};

const MALTESE: Forms = {
  'number, street, city code': (a) => line(a.number, a.street, `${a.city} ${a.postcode}`),
  'Flat, number, street, city': (a) => line('Flat 3', a.number, a.street, a.city),
  'number, street, Floor, city code': (a) => line(a.number, a.street, '2nd Floor', `${a.city} ${a.postcode}`),
  'street number, Apt, city': (a) => line(`${a.street} ${a.number}`, 'Apt 4', a.city),
  'NUMBER STREET CITY CODE': (a) => `${a.number} ${a.street} ${a.city} ${a.postcode}`.trim().toUpperCase(),
  'city, street number': (a) => line(a.city, `${a.street} ${a.number}`),
};

const NORWEGIAN: Forms = {
  'street number, code city': (a) => line(`${a.street} ${a.number}`, `${a.postcode} ${a.city}`),
  'street number H0203, code city': (a) => line(`${a.street} ${a.number} H0203`, `${a.postcode} ${a.city}`),
  'street number, etasje, city': (a) => line(`${a.street} ${a.number}`, '3. etasje', a.city),
  'code city, street number': (a) => line(`${a.postcode} ${a.city}`, `${a.street} ${a.number}`),
  'STREET NUMBER CODE CITY': (a) => `${a.street} ${a.number} ${a.postcode} ${a.city}`.trim().toUpperCase(),
  'street number, leil., code city': (a) => line(`${a.street} ${a.number}`, 'leil. 302', `${a.postcode} ${a.city}`),
};

const BRAZILIAN: Forms = {
  'street, number, city, code': (a) => line(a.street, a.number, a.city, a.postcode),
  'street, number, apto, city': (a) => line(a.street, a.number, 'apto 302', a.city),
  'street, number, bloco apto, city, code': (a) => line(a.street, a.number, 'bloco B apto 12', a.city, a.postcode),
  'street, nº number, andar, city': (a) => line(a.street, `nº ${a.number}`, '3º andar', a.city),
  'STREET NUMBER CITY CODE': (a) => `${a.street} ${a.number} ${a.city} ${a.postcode}`.trim().toUpperCase(),
  'street number sala, city': (a) => line(`${a.street} ${a.number} sala 5`, a.city),
};

/** Six ways in which people of a country write an address in one line, each with units of that country. */
export const POSTAL_FORMS: Readonly<Record<string, Forms>> = {
  AD: SPANISH,
  AT: AUSTRIAN,
  AU: AUSTRALIA,
  BR: BRAZILIAN,
  DE: GERMAN,
  LI: GERMAN,
  MC: FRENCH,
  MT: MALTESE,
  NO: NORWEGIAN,
  US: UNITED_STATES,
};

const SEED = 20261127;

/** The six lines of a country, and the first of them with one letter of the street left out, replaced, put in or swapped. */
export function formsWithMistyped(country: string): Forms {
  const forms = POSTAL_FORMS[country]!;
  const [[name, write]] = Object.entries(forms) as [[string, Form]];
  const random = new SeededRandom(SEED);
  return { ...forms, [`${name}, one wrong letter`]: (a) => write({ ...a, street: withTypo(a.street, random) }) };
}
