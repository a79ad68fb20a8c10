import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import type { Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, hasData } from '../hinterland.ts';
import { fetchPlace, makePlacesFolder, type Sources } from './fetchPlaces.ts';
import { MAPPED } from './morePlaces.ts';
import { whatAnswers } from './whatAnswers.ts';

const GOLDEN = new URL('fetchedPlaces.txt', import.meta.url);
const PAGE = new URL('../../../../docs/data/what-answers.md', import.meta.url);

/** One of each kind of source: cells of a kilometer, cells with incomes beside a raster, areas of a census. */
const OF_EACH_KIND: Readonly<Record<string, string>> = {
  Liechtenstein: 'Liechtenstein',
  '7.39,43.71,7.46,43.76': 'Monaco and around',
  '-74.02,40.70,-73.975,40.728': 'Lower Manhattan',
};

/** Every extract at hand by the words that a newcomer asks with; how many people live there where the map holds the whole country. */
const PLACES: Readonly<Record<string, readonly [least: number, most: number] | null>> = {
  Liechtenstein: [36_000, 41_000],
  Malta: [515_000, 525_000],
  Andorra: null,
  'Krems an der Donau, Austria': null,
  '7.39,43.71,7.46,43.76': null,
  '10.76,59.90,10.85,59.95': null,
  '8.62,49.935,8.67,49.97': null,
  '-74.02,40.70,-73.975,40.728': null,
  '9.17,45.45,9.21,45.48': null,
  '-157.87,21.28,-157.80,21.33': null,
  '80.93,26.835,80.96,26.86': null,
  Nauru: [10_000, 10_500],
  ...Object.fromEntries(Object.keys(MAPPED).map((text) => [text, null])),
};

/** Honolulu without the files of its census, Lucknow with stores and buildings of Overture. */
const SOURCES: Readonly<Record<string, Sources>> = {
  '-157.87,21.28,-157.80,21.33': { raster: 'worldpop' },
  '80.93,26.835,80.96,26.86': { overture: ['places', 'buildings'] },
};

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'not known' : Number(value.toPrecision(4)).toLocaleString('en-US');

/** What a newcomer gets of any place: people, money, what they stand beside, a verdict, a place to open at. */
describe.skipIf(!hasData || !existsSync(dataFolder))('every fetched place (needs ../shared/data)', () => {
  let folder: string;
  const ofEachKind: { name: string; territory: Territory }[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'));
    await makePlacesFolder(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('answers who lives there, what they spend, beside what, whether there is room and where', async () => {
    const blocks: string[] = [];
    for (const [name, range] of Object.entries(PLACES)) {
      const territory = await fetchPlace(folder, name, SOURCES[name]).then(
        (one) => one.territory,
        (error: unknown) => String(error),
      );
      if (typeof territory === 'string') {
        blocks.push(`${name}\n  ${territory.replaceAll(folder, '')}`);
        continue;
      }
      const kind = OF_EACH_KIND[name];
      if (kind !== undefined) ofEachKind.push({ name: kind, territory });
      const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
      const run = (code: string, given: object): any => {
        const action = findAction(code)!;
        return (action.run(context, action.input.parse(given)) as { result: any }).result;
      };
      const { lat, lng } = territory.manifest.center;
      const people = run('analysis.people_economy', {
        origins: [{ lat, lng }],
        bandSeconds: [1200],
        mode: 'car',
        topics: ['residents', 'age_classes', 'income', 'consumption'],
      });
      const [residents] = people.topics;
      const inReach = residents.figures.band_1.values.total as number;
      expect(inReach, name).toBeGreaterThan(0);
      const total = territory.sociodemo!.topics.get('residents')!.columns.get('total')!;
      const { unit, share } = territory.sociodemo!.poleUnits;
      let all = 0;
      for (let pole = 0; pole < unit.length; pole++) {
        const row = unit[pole]!;
        if (row < total.length && total[row]! > 0) all += total[row]! * share[pole]!;
      }
      expect(all, name).toBeGreaterThan(range?.[0] ?? 0);
      if (range !== null) expect(all, name).toBeLessThan(range[1]);
      const topic = (code: string) => people.topics.find((one: any) => one.code === code);
      const beside = people.benchmarks.map((one: any) => (one.available ? one.name : `${one.level}: ${one.reason}`));
      // Cells that the border cuts count in part, of a country as of its homes.
      const national = residents.figures.country?.values.total;
      if (range !== null) expect(national / all, name).toBeCloseTo(1, 2);
      const age = topic('age_classes');
      const ages = age?.available ? ['band_1', 'local_government_area', 'state', 'country'] : [];
      const medians = ages.flatMap((id) => {
        const median = age.figures[id]?.values.median_age;
        return median === null || median === undefined ? [] : [`${id} ${figure(median)}`];
      });
      const spend = topic('consumption');
      const market = run('analysis.markets_sector', {
        origins: [{ lat, lng }],
        bandSeconds: [600],
        mode: 'car',
        sectors: ['food.bakery'],
      });
      const searched = (given: object): string => {
        const { verdict } = run('site.search', { sectorCode: 'food.bakery', ...given });
        return [verdict.outcome, verdict.text, ...verdict.because].join(' | ');
      };
      let where: string;
      try {
        where = searched({ listCount: 2 });
      } catch (error) {
        // Its next step answers.
        expect((error as Error).message).toMatch(/Try candidates "addresses"/);
        where = `addresses: ${searched({ listCount: 2, candidates: 'addresses' })}`;
      }
      blocks.push(
        [
          name,
          `  ${figure(all)} residents, ${figure(inReach)} within 20 minutes by car`,
          `  beside ${beside.join('; ')}`,
          `  median age: ${medians.length > 0 ? medians.join(', ') : (age?.reason ?? age?.note ?? 'not known')}`,
          `  income: ${topic('income')?.available ? 'known' : (topic('income')?.reason ?? topic('income')?.note)}`,
          `  food per head: ${figure(spend?.figures?.band_1?.values.cp01_per_resident)} ${territory.descriptors.sociodemo!.currency}`,
          `  bakery: ${market.verdict === null ? market.sectors[0].reason : `${market.verdict.outcome}, ${market.sectors[0].demandUnit}`}`,
          `  where: ${where}`,
        ].join('\n'),
      );
    }
    const text = `${blocks.join('\n\n')}\n`;
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(GOLDEN, text);
    expect(text).toBe(await readFile(GOLDEN, 'utf8'));
  });

  it('keeps the page of what answers', async () => {
    expect(ofEachKind.map(({ name }) => name)).toEqual(Object.values(OF_EACH_KIND));
    const text = whatAnswers(ofEachKind);
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(PAGE, text);
    expect(text).toBe(await readFile(PAGE, 'utf8'));
  });
});
