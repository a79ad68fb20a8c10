import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vocabularyOf } from './addressText/vocabulary.ts';
import { COUNTRY_CODES } from './countries/countries.ts';
import { ERRAND_PARAMETERS } from './sectors/parameters.ts';
import { SECTOR_GROUPS, SECTORS, sectorOf, sectorOfOsmTag, sectorOfOverture } from './sectors/sectors.ts';
import { AGE_CLASSES, TOPIC_CODES, TOPIC_FIELDS } from './topics/topics.ts';
import { HIERARCHY_MODES, MODE_BIT, MODES, PROFILES, TRAFFICS } from './travelModes.ts';

const golden = new URL('../catalogue.golden.json', import.meta.url);

/** One line per entry, so that a difference names it. */
const lines = (entries: Readonly<Record<string, unknown>>): string =>
  `{\n${Object.entries(entries)
    .map(([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
    .join(',\n')}\n}\n`;

/** Keys in alphabetical order, since the order of a record's members means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function vocabularyText(countries: string | readonly string[]) {
  const { kept, types, endings, joinsApostrophes } = vocabularyOf(countries);
  return {
    kept: Object.fromEntries(kept),
    types: [...types],
    glued: endings.map(({ pattern }) => String(pattern)),
    joinsApostrophes,
  };
}

/** Countries whose names are read with the same words. */
function countriesByWords() {
  const countries = new Map<unknown, string[]>();
  for (const code of COUNTRY_CODES) {
    const words = vocabularyOf(code);
    countries.set(words, [...(countries.get(words) ?? []), code]);
  }
  return countries;
}

test('every record and every lookup is the one that bundles and results were made with', () => {
  const current = lines({
    'travel modes': { MODES, TRAFFICS, PROFILES, MODE_BIT, HIERARCHY_MODES },
    'topic codes': TOPIC_CODES,
    'age classes': AGE_CLASSES,
    ...Object.fromEntries(TOPIC_CODES.map((code) => [`topic ${code}`, TOPIC_FIELDS[code]])),
    'sector groups': SECTOR_GROUPS,
    errands: ERRAND_PARAMETERS,
    ...Object.fromEntries(SECTORS.map((sector) => [`sector ${sector.code}`, sorted(sector)])),
    'words of no country': vocabularyText([]),
    'words of another country': vocabularyText('XX'),
    ...Object.fromEntries(
      [...countriesByWords().values()].map((codes) => [`words of ${codes}`, vocabularyText(codes[0]!)]),
    ),
    'words of IT and FR': vocabularyText(['IT', 'FR']),
  });
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, current);
  expect(current).toBe(readFileSync(golden, 'utf8'));
});

test('codes, tags and categories find the sector that names them', () => {
  for (const sector of SECTORS) {
    expect(sectorOf(sector.code)).toBe(sector);
    for (const tag of sector.mapping.osm) expect(sectorOfOsmTag(tag)).toBe(sector);
    for (const category of sector.mapping.overture) expect(sectorOfOverture(category)).toBe(sector);
  }
  expect(sectorOf('food')).toBeUndefined();
  expect(sectorOfOsmTag('shop=vacant')).toBeUndefined();
  expect(sectorOfOverture('')).toBeUndefined();
});
