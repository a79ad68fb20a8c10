import { drawnGround, type Ground } from '@hinterland/engine/testing';
import { loadTerritory } from '@hinterland/territory';
import { type ChainOutcome, KINDS, outcomeOf } from './chains.ts';
import { groundOf } from './territoryGround.ts';

const CHAINS = 1000;
const SIZES = [
  [0, 20],
  [20, 40],
  [40, 90],
  [90, 400],
] as const;

/**
 * Coverage of ranges on simulated chains, by seed 1 to 1000 in turn on each ground: the given territories, and drawn ones beside them up
 * to three. Returns a Markdown table.
 */
export async function salesForecasts(dirs: readonly string[]): Promise<string> {
  const grounds: { name: string; ground: Ground }[] = [];
  for (const dir of dirs) {
    const territory = await loadTerritory(dir);
    grounds.push({ name: territory.manifest.name, ground: groundOf(territory) });
  }
  for (let seed = 1; grounds.length < 3; seed++) grounds.push({ name: `drawn ${seed}`, ground: drawnGround(seed) });
  const outcomes: (ChainOutcome & { readonly ground: string })[] = [];
  for (let seed = 1; seed <= CHAINS; seed++) {
    const { name, ground } = grounds[seed % grounds.length]!;
    outcomes.push({ ...outcomeOf(ground, seed), ground: name });
  }
  const inside = outcomes
    .flatMap(({ places }) => places)
    .filter(({ isBeyond }) => !isBeyond)
    .sort((a, b) => a.sales - b.sales);
  const tenths = Array.from({ length: 10 }, (_, i) =>
    inside.slice(Math.floor((i * inside.length) / 10), Math.floor(((i + 1) * inside.length) / 10)),
  );
  return [
    `${CHAINS} chains of 12 to 300 stores, seeds 1 to ${CHAINS}: true Huff with noise of 0.1 to 0.4 in ln sales, and by kind an attribute of`,
    'utility that nobody recorded, an effect that neighbors share, wrong floor areas, or all of it. Each is asked about 30 new stores. Goals: 76 to 84%',
    'within ranges of 80%, no tenth of the places by expected sales below 70% but for those beyond own stores.',
    '',
    '| chains | number | in 80% | not beyond | beyond | in 95% | width, factor | beats rivals | β in interval | α in interval |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
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
    ...grounds.map(({ name }) =>
      row(
        name,
        outcomes.filter(({ ground }) => ground === name),
      ),
    ),
    '',
    `By tenth of expected sales, not beyond: ${tenths.map((places) => rate(places.map(({ holds80 }) => holds80))).join(', ')}.`,
  ].join('\n');
}

const rate = (held: readonly boolean[]): string =>
  held.length === 0 ? '–' : `${((100 * held.filter(Boolean).length) / held.length).toFixed(1)}%`;

function row(name: string, chains: readonly ChainOutcome[]): string {
  const places = chains.flatMap((chain) => chain.places);
  const widths = places.map(({ width }) => width).sort((a, b) => a - b);
  const termOf = (wanted: string) =>
    chains.flatMap(({ terms }) => terms.filter(({ term }) => term === wanted).map(({ holds }) => holds));
  return `| ${[
    name,
    chains.length,
    rate(places.map(({ holds80 }) => holds80)),
    rate(places.filter(({ isBeyond }) => !isBeyond).map(({ holds80 }) => holds80)),
    rate(places.filter(({ isBeyond }) => isBeyond).map(({ holds80 }) => holds80)),
    rate(places.flatMap(({ holds95 }) => (holds95 === null ? [] : [holds95]))),
    Math.exp(widths[Math.floor(widths.length / 2)] ?? 0).toFixed(2),
    rate(chains.map(({ error, rivals }) => error < rivals)),
    rate(termOf('distance')),
    rate(termOf('floorArea')),
  ].join(' | ')} |`;
}
