import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Action, type ActionContext, findAction } from '@hinterland/actions';
import { buildDemo } from '@hinterland/demo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { percentile } from './percentile.ts';

const CAPITAL = { lat: -36.2, lng: -151.7 };
const ROUNDS = 15;
const reach = { bandSeconds: [300, 600, 900], mode: 'car', traffic: 'normal' };
const around = { origins: [CAPITAL], ...reach };
const place = (id: string, lat: number, lng: number) => ({ id, lat, lng });
const SITES = [place('centre', -36.2, -151.7), place('north', -36.185, -151.705), place('east', -36.2, -151.675)];

/** Calls of each action; the sector or brand changes from round to round, so that no market is at hand already. */
const CALLS: readonly { readonly id: string; readonly what: string; input(round: number): object }[] = [
  {
    id: 'analysis.markets_sector',
    what: 'one sector, another each time',
    input: (round) => ({ ...around, sectors: [sector(round)] }),
  },
  {
    id: 'analysis.markets_sector',
    what: 'one sector again',
    input: () => ({ ...around, sectors: ['food.supermarket'] }),
  },
  {
    id: 'analysis.category_mix',
    what: 'neighbours of a sector',
    input: (round) => ({ ...around, neighboursOf: sector(round) }),
  },
  {
    id: 'analysis.category_mix',
    what: '15 categories',
    input: () => ({ ...around, categories: SECTORS.slice(0, 15) }),
  },
  { id: 'analysis.markets_brands', what: 'one brand', input: () => ({ ...around, brands: ['Halcyon Fare'] }) },
  {
    id: 'analysis.brand_coverage',
    what: '3 own and 3 planned points, 15 min',
    input: () => ({
      ownPoints: SITES,
      plannedPoints: SITES.map((site) => ({ ...site, lat: site.lat - 0.01 })),
      minutes: 15,
    }),
  },
  { id: 'analysis.site_comparison', what: '3 sites', input: () => ({ ...reach, candidates: SITES }) },
  {
    id: 'analysis.site_comparison',
    what: '3 sites and a sector, another each time',
    input: (round) => ({ ...reach, candidates: SITES, sectorCode: sector(round) }),
  },
];

const SECTORS = [
  'food.supermarket',
  'food.bakery',
  'food.butcher',
  'food.convenience',
  'food.drinks',
  'general.variety_store',
  'fashion.clothing',
  'fashion.shoes',
  'home.furniture',
  'home.diy',
  'home.electronics',
  'health.pharmacy',
  'services.hairdresser',
  'services.bank',
  'horeca.restaurant',
  'horeca.cafe',
];
const sector = (round: number): string => SECTORS[round % SECTORS.length]!;

/** Actions on markets around the capital of the demo, the catchment at hand, one thread. Returns Markdown. */
export async function markets(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    await buildDemo(dir);
    const territory = await loadTerritory(dir);
    const rows = CALLS.map((call) => measure(territory, call));
    return [
      `Port Halcyon, the capital of the demo territory, 15 minutes by car; one thread, catchment computed before, median of ${ROUNDS}`,
      'calls. "Another each time" asks for a sector whose travel times are not at hand. CPU is the median of processor time:',
      'what a call takes on a machine that does nothing else. Goal: 300 ms.',
      '',
      '| action | call | CPU, ms | median, ms | slowest, ms | bytes of the answer |',
      '|---|---|--:|--:|--:|--:|',
      ...rows,
    ].join('\n');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function measure(territory: Territory, { id, what, input }: (typeof CALLS)[number]): string {
  const action = findAction(id) as Action;
  const context: ActionContext = { territory, channel: 'api', progress: () => undefined, cancelled: () => false };
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let bytes = 0;
  // The first call warms what stays warm in a service: the catchment, compiled code.
  for (let round = 0; round <= ROUNDS; round++) {
    const given = action.input.parse(input(round));
    const start = performance.now();
    const cpuBefore = process.cpuUsage();
    const { result } = action.run(context, given);
    const { user, system } = process.cpuUsage(cpuBefore);
    if (round > 0) times.push(performance.now() - start);
    if (round > 0) cpuTimes.push((user + system) / 1000);
    bytes = JSON.stringify(result).length;
  }
  return `| \`${id}\` | ${what} | ${percentile(cpuTimes, 0.5).toFixed(1)} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 1).toFixed(1)} | ${bytes.toLocaleString('en')} |`;
}
