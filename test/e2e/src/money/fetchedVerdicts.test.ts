import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, hasData } from '../hinterland.ts';
import { fetchPlace, makePlacesFolder } from './fetchPlaces.ts';

const GOLDEN = new URL('fetchedVerdicts.txt', import.meta.url);
const SECTORS = ['food.bakery', 'food.supermarket', 'fashion.clothing', 'services.hairdresser', 'home.furniture'];

/** Places of one command with what is asked there; the first is the bakery in Vaduz. */
const PLACES: Readonly<Record<string, { readonly lat: number; readonly lng: number } | null>> = {
  Liechtenstein: { lat: 47.1394, lng: 9.5228 },
  Malta: { lat: 35.8989, lng: 14.5146 },
  'Krems an der Donau, Austria': null,
  // Squares of France with their incomes, and cells of Monaco, in the form of their publishers: moneyMirror.ts.
  '7.39,43.71,7.46,43.76': { lat: 43.7395, lng: 7.4275 },
  '-74.02,40.70,-73.975,40.728': null,
};

/** The first question on places that one command makes: answered in a currency, with how sure it is. */
describe.skipIf(!hasData || !existsSync(dataFolder))('money on fetched places (needs ../shared/data)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fetched-'));
    await makePlacesFolder(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says what an expert would sign', async () => {
    const action = findAction('analysis.markets_sector')!;
    const blocks: string[] = [];
    for (const [name, at] of Object.entries(PLACES)) {
      const { territory } = await fetchPlace(folder, name);
      const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
      const lines = SECTORS.map((code) => {
        const { lat, lng } = at ?? territory.manifest.center;
        const input = action.input.parse({ origins: [{ lat, lng }], bandSeconds: [600], mode: 'car', sectors: [code] });
        const { result } = action.run(context, input) as any;
        const [sector] = result.sectors;
        if (!sector.available) return `${code} | ${sector.reason}`;
        expect(sector.demandUnit, `${name} ${code}`).toBe('currency_per_year');
        expect(sector.demandErrorShare).toBeGreaterThan(0);
        const { outcome, text, because, sure } = result.verdict;
        return [code, outcome, text, ...because, sure].join(' | ');
      });
      const { currency, topics } = territory.descriptors.sociodemo!;
      const spend = topics!.find(({ code }) => code === 'consumption')!;
      expect(spend).toMatchObject({ available: true, comparability: 'modelled' });
      blocks.push([`${name}, ${currency}: ${spend.note}`, ...lines].join('\n'));
    }
    const text = `${blocks.join('\n\n')}\n`;
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(GOLDEN, text);
    expect(text).toBe(await readFile(GOLDEN, 'utf8'));
  });
});
