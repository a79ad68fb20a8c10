import { SeededRandom } from '@hinterland/geo';

export type Language = 'en' | 'de';

const HEADS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Store no',
    'Store',
    'Latitude',
    'Longitude',
    ...['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => `Sales ${quarter} 2025`),
    'Floor area',
    'Customers',
    'Parking spaces',
  ],
  de: [
    'Filialnummer',
    'Filiale',
    'Breitengrad',
    'Längengrad',
    ...['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => `Umsatz ${quarter} 2025`),
    'Verkaufsfläche',
    'Kunden',
    'Parkplätze',
  ],
};
const [LAT, LNG] = [-36.2, -151.7];
const QUARTERS = [0.23, 0.25, 0.24, 0.28];

/** Columns of the sheet by their heads. */
export const columnsIn = (language: Language) => {
  const [number, store, , , , , third, , area, customers, parking] = HEADS[language];
  return { number: number!, store: store!, third: third!, area: area!, customers: customers!, parking: parking! };
};

/**
 * A sheet of 40 rows as people have them: thousands of euros and square meters in its cells, a column that follows from sales, a store that has
 * closed (row 30, without sales in the last two quarters), an amount with a letter in it (12), a row that is there twice (37), one store under
 * two numbers (38), a store in the sea (39) and a sum (40).
 */
export function faultySheet(language: Language): string {
  const random = new SeededRandom(61);
  const text = (value: number, digits: number) =>
    language === 'de' ? value.toFixed(digits).replace('.', ',') : value.toFixed(digits);
  const stores = Array.from({ length: 36 }, (_, i): string[] => {
    const area = Math.round(random.between(400, 2000));
    const year = 3.2 * area ** 0.95 * Math.exp(0.12 * random.normal());
    const [lat, lng] = [LAT + random.between(-0.01, 0.04), LNG + random.between(-0.05, 0.05)];
    const sales = QUARTERS.map((share, quarter) => (i === 29 && quarter > 1 ? '0 T€' : `${text(year * share, 1)} T€`));
    if (i === 11) sales[2] = '1o5 T€';
    const [customers, parking] = [Math.round(27 * year), Math.round(random.between(20, 80))];
    const name = `${language === 'de' ? 'Markt' : 'Market'} ${i + 1}`;
    return [`${101 + i}`, name, text(lat, 5), text(lng, 5), ...sales, `${area} m²`, `${customers}`, `${parking}`];
  });
  const [third, seventh, ninth] = [stores[2]!, stores[6]!, stores[8]!];
  const rows = [
    HEADS[language],
    ...stores,
    third,
    ['190', ...seventh.slice(1)],
    ['191', language === 'de' ? 'Seemarkt' : 'Sea market', text(-36.9, 5), text(-150.2, 5), ...ninth.slice(4)],
    ['', language === 'de' ? 'Summe' : 'Total', '', '', ...QUARTERS.map(() => '99999 T€'), '', '', ''],
  ];
  return `${rows.map((cells) => cells.join(';')).join('\n')}\n`;
}
