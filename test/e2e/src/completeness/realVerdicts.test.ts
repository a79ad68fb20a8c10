import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { findAction } from '@hinterland/actions';
import { SECTORS } from '@hinterland/catalogue';
import { loadTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { dataFolder, hasData } from '../hinterland.ts';
import { newYorkBundle } from '../newYorkBundle.ts';
import { oahuBundle } from './oahuBundle.ts';
import { bundleOf } from './recipeBundle.ts';

/** Places that people know, with real stores, people and spend; the first is Honolulu, where 44 of 54 sectors were "yes, in all variants". */
const PLACES = {
  oahu: { bundle: oahuBundle, mode: 'car', bandSeconds: [600], origins: [{ lat: 21.3069, lng: -157.8583 }] },
  'new-york': { bundle: newYorkBundle, mode: 'walk', bandSeconds: [900], origins: [{ lat: 40.7209, lng: -74.0007 }] },
  sydney: {
    bundle: bundleOf('sydney-2023'),
    mode: 'walk',
    bandSeconds: [900],
    origins: [{ lat: -33.862, lng: 151.208 }],
  },
  monaco: { bundle: bundleOf('monaco'), mode: 'walk', bandSeconds: [900], origins: [{ lat: 43.7396, lng: 7.4274 }] },
  liechtenstein: {
    bundle: bundleOf('liechtenstein'),
    mode: 'car',
    bandSeconds: [600],
    origins: [{ lat: 47.1411, lng: 9.5209 }],
  },
  andorra: { bundle: bundleOf('andorra'), mode: 'car', bandSeconds: [600], origins: [{ lat: 42.5069, lng: 1.5218 }] },
  'centre-mifflin': {
    bundle: bundleOf('centre-mifflin'),
    mode: 'car',
    bandSeconds: [600],
    origins: [{ lat: 40.7934, lng: -77.86 }],
  },
} as const;

describe.skipIf(!hasData || !existsSync(dataFolder))('is there room, in every sector (needs ../shared/data)', () => {
  it.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('%s: what an expert would sign', async (name) => {
    const { bundle, ...place } = PLACES[name];
    const territory = await loadTerritory(await bundle());
    const action = findAction('analysis.markets_sector')!;
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    const lines = SECTORS.flatMap(({ code }) => {
      const { result } = action.run(context, action.input.parse({ ...place, sectors: [code] })) as any;
      const { verdict, sectors, supplyData } = result;
      if (!sectors[0].available) return [];
      const measured = supplyData.measured?.[0];
      // Nobody can open more stores than a register knows.
      const more = Number(/about (\d+) more/.exec(verdict.text)?.[1] ?? 0);
      if (measured !== undefined) expect([code, more]).toEqual([code, Math.min(more, measured.expected)]);
      const counted = measured === undefined ? 'not counted' : `${measured.mapped} of ${measured.expected}`;
      return [[code, verdict.outcome, counted, verdict.text, verdict.sure].join(' | ')];
    });
    const golden = new URL(`${name}Verdicts.txt`, import.meta.url);
    const text = `${lines.join('\n')}\n`;
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, text);
    expect(text).toBe(await readFile(golden, 'utf8'));
  });
});
