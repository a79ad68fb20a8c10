import { drawnGround } from '@hinterland/engine/testing';
import { oncePer } from '@hinterland/geo';
import { loadTerritory } from '@hinterland/territory';
import { type ChainOutcome, KINDS } from './chains.ts';
import { type GroundOutcome, type NamedGround, slicedOutcomes } from './slices.ts';
import { groundOf } from './territoryGround.ts';

const CHAINS = 1000;
const SIZES = [
  [0, 20],
  [20, 40],
  [40, 90],
  [90, 400],
] as const;

type Place = ChainOutcome['places'][number] & { readonly stores: number };
const GROUPS: readonly (readonly [string, (place: Place) => number])[] = [
  ['expected sales', ({ sales }) => sales],
  ['floor area', ({ squareMeters }) => squareMeters],
  ['way to the next own store', ({ meters }) => meters],
  ['own stores of the chain', ({ stores }) => stores],
];

/**
 * Coverage of ranges on simulated chains, seeds 1 to 1000 on each ground: the given territories, or three drawn ones. Returns a Markdown table.
 * With `dir` the outcomes are kept there by slices of seeds, which several processes share.
 */
export async function salesForecasts(dirs: readonly string[], dir: string): Promise<string> {
  const grounds: NamedGround[] = [];
  for (const folder of dirs) {
    const territory = await loadTerritory(folder);
    const once = oncePer(() => Promise.resolve(groundOf(territory)));
    grounds.push({ name: territory.manifest.name, ground: () => once(territory) });
  }
  if (grounds.length === 0) {
    for (const seed of [1, 2, 3]) {
      grounds.push({ name: `drawn ${seed}`, ground: () => Promise.resolve(drawnGround(seed)) });
    }
  }
  return tableOf(
    grounds.map(({ name }) => name),
    await slicedOutcomes(grounds, CHAINS, dir),
  );
}

function tableOf(grounds: readonly string[], outcomes: readonly GroundOutcome[]): string {
  const inside = outcomes
    .flatMap(({ places, stores }) => places.map((place) => ({ ...place, stores })))
    .filter(({ isBeyond }) => !isBeyond);
  const told = grounds.map((name) => {
    const seeds = outcomes.flatMap(({ ground, seed }) => (ground === name ? [seed] : []));
    return `${name} ${seeds.length} (seeds ${Math.min(...seeds)} to ${Math.max(...seeds)})`;
  });
  return [
    `Chains of 12 to 300 stores: ${told.join(', ')}. True Huff with noise of 0.1 to 0.4 in ln sales, and by kind an attribute of`,
    'utility that nobody recorded, an effect that neighbors share, wrong floor areas, or all of it. Each is asked about 30 new stores. Goals: 76 to 84%',
    'within ranges of 80%, no tenth of the places below 70% but for those beyond own stores.',
    '',
    '| chains | number | in 80% | not beyond | beyond | share beyond | in 95% | width, factor | beats rivals | β in interval | α in interval |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    row('all', outcomes),
    ...KINDS.map((kind) =>
      row(
        kind,
        outcomes.filter((one) => one.kind === kind),
      ),
    ),
    ...SIZES.map(([from, to]) =>
      row(
        `${from} to ${to - 1} stores`,
        outcomes.filter(({ stores }) => stores >= from && stores < to),
      ),
    ),
    ...grounds.map((name) =>
      row(
        name,
        outcomes.filter(({ ground }) => ground === name),
      ),
    ),
    '',
    `| tenths of ${inside.length.toLocaleString('en-US')} places not beyond, by | least first: in 80% |`,
    '|---|---|',
    ...GROUPS.map(([name, of]) => `| ${name} | ${tenthsOf(inside, of).join(', ')} |`),
  ].join('\n');
}

function tenthsOf(places: readonly Place[], of: (place: Place) => number): string[] {
  const sorted = [...places].sort((a, b) => of(a) - of(b));
  return Array.from({ length: 10 }, (_, i) => {
    const from = Math.floor((i * sorted.length) / 10);
    return rate(sorted.slice(from, Math.floor(((i + 1) * sorted.length) / 10)).map(({ holds80 }) => holds80));
  });
}

const rate = (held: readonly boolean[]): string =>
  held.length === 0 ? '–' : `${((100 * held.filter(Boolean).length) / held.length).toFixed(1)}%`;

function row(name: string, chains: readonly ChainOutcome[]): string {
  const places = chains.flatMap((chain) => chain.places);
  const widths = places.map(({ width }) => width).sort((a, b) => a - b);
  const termOf = (wanted: string) => {
    const held = chains.flatMap(({ terms }) => terms.filter(({ term }) => term === wanted).map(({ holds }) => holds));
    return `${rate(held)} of ${held.length}`;
  };
  return `| ${[
    name,
    chains.length,
    rate(places.map(({ holds80 }) => holds80)),
    rate(places.filter(({ isBeyond }) => !isBeyond).map(({ holds80 }) => holds80)),
    rate(places.filter(({ isBeyond }) => isBeyond).map(({ holds80 }) => holds80)),
    rate(places.map(({ isBeyond }) => isBeyond)),
    rate(places.flatMap(({ holds95 }) => (holds95 === null ? [] : [holds95]))),
    Math.exp(widths[Math.floor(widths.length / 2)] ?? 0).toFixed(2),
    rate(chains.map(({ error, rivals }) => error < rivals)),
    termOf('distance'),
    termOf('floorArea'),
  ].join(' | ')} |`;
}
