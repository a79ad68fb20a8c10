import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Action, type ActionContext, findAction } from '@hinterland/actions';
import { buildDemo } from '@hinterland/demo';
import { SeededRandom } from '@hinterland/geo';
import {
  type Corrections,
  correctedTerritory,
  inMemoryTerritory,
  loadTerritory,
  type StoreCorrection,
  type Territory,
} from '@hinterland/territory';
import { percentile } from './percentile.ts';

const CAPITAL = { lat: -36.2, lng: -151.7 };
const ROUNDS = 16;
/** Stores of the island drawn again and again until there are so many: as many as a country has for 10,000 corrections. */
const STORES = 60_000;
const CORRECTIONS = 10_000;
const SPREAD_MICRODEGREES = 4000;
/** Stores of a sector that is asked about. */
const [FEWEST, MOST] = [100, 800];

/** What 10,000 corrections of stores cost a run, on the demo with 60,000 stores. Returns Markdown. */
export async function corrections(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    await buildDemo(dir);
    return correctionsOn(await loadTerritory(dir));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function correctionsOn(demo: Territory): string {
  const territory = withMoreStores(demo);
  const said = drawnCorrections(territory);
  const kept = correctedTerritory(territory, said);
  const sectors = sectorsAsked(territory);
  const arms: readonly { readonly what: string; on(round: number): Territory }[] = [
    { what: 'without corrections', on: () => territory },
    { what: `with ${CORRECTIONS.toLocaleString('en')}`, on: () => kept },
    {
      what: `with ${CORRECTIONS.toLocaleString('en')}, the first run after one of them was made`,
      on: (round) => correctedTerritory(territory, { ...said, revision: `0.${round}` }),
    },
  ];
  const times = arms.map(() => [] as number[]);
  for (let round = 0; round <= sectors.length; round++) {
    // In turns, each time another first; the first round warms what stays warm.
    for (const at of arms.keys()) {
      const arm = (at + round) % arms.length;
      const took = cpuOf(() => run(arms[arm]!.on(round), sectors[round % sectors.length]!));
      if (round > 0) times[arm]!.push(took);
    }
  }
  const medians = times.map((each) => percentile(each, 0.5));
  const rows = arms.map(
    ({ what }, i) => `| ${what} | ${medians[i]!.toFixed(1)} | ${(100 * (medians[i]! / medians[0]! - 1)).toFixed(1)} |`,
  );
  return [
    `\`analysis.markets_sector\`, 15 minutes by car around the capital of the demo, another sector each time; ${STORES.toLocaleString('en')} stores, one`,
    `thread, in turns, median of ${sectors.length} rounds. Goal: less than a tenth of a run.`,
    '',
    '| run | CPU, ms | more, % |',
    '|---|--:|--:|',
    ...rows,
  ].join('\n');
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function run(territory: Territory, sector: string): void {
  const action = findAction('analysis.markets_sector') as Action;
  const context: ActionContext = { territory, channel: 'api', progress: () => undefined, cancelled: () => false };
  action.run(
    context,
    action.input.parse({ origins: [CAPITAL], bandSeconds: [300, 600, 900], mode: 'car', sectors: [sector] }),
  );
}

/** Sectors whose market an action still models on so many stores, in the order of the catalogue. */
function sectorsAsked({ players }: Territory): string[] {
  const { stores, sectors } = players!;
  const counts = new Uint32Array(sectors.rows);
  for (const sector of stores.sector) counts[sector]!++;
  const fitting = [...counts.keys()].filter((row) => counts[row]! >= FEWEST && counts[row]! <= MOST);
  return fitting.slice(0, ROUNDS).map((row) => sectors.code.at(row));
}

function withMoreStores(demo: Territory): Territory {
  const { stores, brands, sectors, supply } = demo.players!;
  const random = new SeededRandom(1);
  const rows = Array.from({ length: STORES }, (_, i) => i % stores.rows);
  const near = () => Math.round((random.next() - 0.5) * SPREAD_MICRODEGREES);
  const { players } = inMemoryTerritory({
    players: {
      sectors: Array.from({ length: sectors.rows }, (_, row) => sectors.code.at(row)),
      brands: {
        name: Array.from({ length: brands.rows }, (_, row) => brands.name.at(row)),
        wikidata: Array.from({ length: brands.rows }, () => ''),
        sector: [...brands.sector],
      },
      stores: {
        id: rows.map((_, i) => `drawn/${i}`),
        name: rows.map((row) => stores.name.at(row)),
        brand: rows.map((row) => stores.brand[row]!),
        sector: rows.map((row) => stores.sector[row]!),
        lngMicrodegrees: rows.map((row) => stores.lngMicrodegrees[row]! + near()),
        latMicrodegrees: rows.map((row) => stores.latMicrodegrees[row]! + near()),
        floorAreaSquareMeters: rows.map((row) => stores.floorAreaSquareMeters[row]!),
        state: rows.map((row) => stores.state[row]!),
      },
      supply,
    },
  });
  return { ...demo, players };
}

/** A fifth each closed, of another floor area, of another brand, elsewhere, and added. */
function drawnCorrections({ players }: Territory): Corrections {
  const { stores, sectors, brands } = players!;
  const step = Math.floor(stores.rows / CORRECTIONS);
  const all = Array.from({ length: CORRECTIONS }, (_, i): StoreCorrection => {
    const row = i * step;
    const [lat, lng] = [stores.latMicrodegrees[row]! / 1e6, stores.lngMicrodegrees[row]! / 1e6];
    const sector = sectors.code.at(stores.sector[row]!);
    const listed = { name: stores.name.at(row), brand: null, sector, lat, lng };
    const id = stores.id.at(row);
    if (i % 5 === 0) return { id, listed, state: 'closed' };
    if (i % 5 === 1) return { id, listed, squareMeters: 400 };
    if (i % 5 === 2) return { id, listed, brand: brands.name.at(0) };
    if (i % 5 === 3) return { id, listed, place: { lat: lat + 0.0003, lng } };
    return { id: `own/${i}`, listed: null, state: 'open', name: 'Own', sector, place: { lat, lng } };
  });
  return { revision: '0.0', of: { organization: all.length, operator: 0 }, stores: all };
}
