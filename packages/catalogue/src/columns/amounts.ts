import { isCurrency } from '../numbers/units.ts';

/** What a unit beside an amount says: how many it stands for, and which currency where it names one. */
export interface AmountUnit {
  readonly factor: number;
  /** ISO 4217; null where none is named. */
  readonly currency: string | null;
}

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words for thousands, millions and billions in heads and cells, in lower case without points. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ...wordsOf("k t tsd tausend thousand thousands tds miles milliers migliaia 000 000s '000 1000 1,000 1.000").map(
    (word) => [word, 1e3] as const,
  ),
  ...wordsOf('m mm mn mio mill million millions millionen millones millon milioni milione').map(
    (word) => [word, 1e6] as const,
  ),
  ...wordsOf('bn mrd milliarden milliards miliardi').map((word) => [word, 1e9] as const),
]);

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
  zł: 'PLN',
  kč: 'CZK',
  us$: 'USD',
  a$: 'AUD',
  c$: 'CAD',
  nz$: 'NZD',
  r$: 'BRL',
  sfr: 'CHF',
  'fr.': 'CHF',
};

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'];
let names: ReadonlyMap<string, string> | null = null;

/** Returns the ISO 4217 code of a currency by its code, its sign or its name in five languages ("Euro", "US dollars"); null for other texts. */
export function currencyCodeOf(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const sign = SIGNS[plain];
  if (sign !== undefined) return sign;
  if (/^[a-z]{3}$/.test(plain) && isCurrency(plain)) return plain.toUpperCase();
  names ??= new Map(
    LANGUAGES.flatMap((language) => {
      const shown = new Intl.DisplayNames(language, { type: 'currency' });
      return Intl.supportedValuesOf('currency').map((code) => [shown.of(code)!.toLowerCase(), code] as const);
    }),
  );
  return names.get(plain) ?? names.get(plain.replace(/s$/, '')) ?? names.get(plain.replace(/s\b/g, '')) ?? null;
}

/** Reads "T€", "k", "Mio. EUR", "USD", "$"; null for a text that is no unit of amounts. */
export function amountUnitOf(text: string): AmountUnit | null {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const scale = SCALES.get(plain.replace(/\.$/, ''));
  if (scale !== undefined) return { factor: scale, currency: null };
  const whole = currencyCodeOf(plain);
  if (whole !== null || isCurrency(plain)) return { factor: 1, currency: whole };
  // A scale and a currency, in either order: "t€", "teur", "€m", "mio. chf".
  for (let at = 1; at < plain.length; at++) {
    const [first, second] = [plain.slice(0, at).trim(), plain.slice(at).trim()];
    for (const [scaled, money] of [
      [first, second],
      [second, first],
    ] as const) {
      const factor = SCALES.get(scaled.replace(/\.$/, ''));
      if (factor !== undefined && isCurrency(money)) return { factor, currency: currencyCodeOf(money) };
    }
  }
  return null;
}
