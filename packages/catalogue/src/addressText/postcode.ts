/** Letters of countries before a postcode that differ from their two-letter codes: "A-1010 Wien". */
const LETTERS: Readonly<Record<string, string>> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
};

const patterns = new Map<string, RegExp | null>();

/** Returns a line without the letters of a country before its postcode: "D-64283", "CH 8001", "SE-114 55". */
export function withoutCountryCodes(line: string, countries: readonly string[]): string {
  const key = countries.join();
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const codes = countries.flatMap((country) => [country, LETTERS[country] ?? country]);
    const known = [...new Set(codes)].filter((code) => /^[A-Z]{1,3}$/.test(code));
    pattern =
      known.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})-(?=\\d{2,3}[ -]?\\d{2,3}(?!\\d))`, 'giu');
    patterns.set(key, pattern);
  }
  return pattern === null ? line : line.replace(pattern, '');
}
