import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { FORMS } from '../addresses/typed.ts';
import { percentile } from '../percentile.ts';
import { POSTAL_FORMS, type PostalAddress } from './forms.ts';

const SEED = 20261123;
/** Each is asked in five ways: 2,510 queries. */
const ADDRESSES = 502;
const ROUNDS = 5;

/** What searches cost in one process. */
export interface SearchCost {
  /** Of all threads, per query, in microseconds. */
  readonly processorMicroseconds: number;
  /** Of the tables of the index, as a bundle stores them. */
  readonly indexBytes: number;
}

export interface SearchCostOptions {
  /** The repository's root. */
  readonly root: string;
  readonly territory: string;
  /** Root of a built checkout of older code; empty: this code alone. */
  readonly beside: string;
}

/** Measures processor time of searches and the bytes of their index, in turn with older code on the same bundle. */
export async function searchCost({ root, territory, beside }: SearchCostOptions): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'hinterland-bench-'));
  try {
    const queries = join(scratch, 'queries.json');
    const asked = queriesOf(await loadTerritory(territory));
    await writeFile(queries, JSON.stringify(asked));
    const [now, before]: [SearchCost[], SearchCost[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      now.push(await measure(root, territory, queries));
      if (beside !== '') before.push(await measure(beside, territory, queries));
    }
    return text(asked.length, now, before, beside === '' ? '' : await commitOf(beside));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Commit and date of a checkout, "9670d481, 2026-11-22". */
async function commitOf(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', root, 'log', '-1', '--format=%h, %cs']);
  return stdout.trim();
}

async function measure(root: string, territory: string, queries: string): Promise<SearchCost> {
  const child = fileURLToPath(new URL('./costChild.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child, root, territory, queries]);
  return JSON.parse(stdout) as SearchCost;
}

function text(queries: number, now: readonly SearchCost[], before: readonly SearchCost[], older: string): string {
  const micros = (costs: readonly SearchCost[], share: number) =>
    percentile(
      costs.map((one) => one.processorMicroseconds),
      share,
    );
  const row = (name: string, costs: readonly SearchCost[]) =>
    `| ${name} | ${[0, 0.5, 1].map((share) => micros(costs, share).toFixed(0)).join(' | ')} | ${costs[0]!.indexBytes} |`;
  const ratios = before.map((one, round) => now[round]!.processorMicroseconds / one.processorMicroseconds);
  return [
    `${queries} queries of one bundle (postal lines, as typed, unfinished; seed ${SEED}), asked by one thread in a process of its own, once to`,
    `warm up and once measured; ${now.length} processes of each code, in turn. Processor time of all threads of the process, which other work on the`,
    'machine hardly changes. "Index": bytes of its tables as a bundle stores them, made by the code of the row.',
    '',
    '| code | µs per query, least | median | most | index, bytes |',
    '|---|--:|--:|--:|--:|',
    ...(before.length === 0 ? [] : [row(`commit ${older}`, before)]),
    row('this code', now),
    ...(ratios.length === 0
      ? []
      : ['', `This code ÷ the older, round by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}.`]),
  ].join('\n');
}

/** Addresses of a territory as two postal lines, as typed in two ways, and as one that is still being typed. */
function queriesOf(territory: Territory): string[] {
  const { addresses, texts, manifest } = territory;
  const random = new SeededRandom(SEED);
  const forms = Object.values(POSTAL_FORMS[manifest.countries[0]!] ?? POSTAL_FORMS.US!);
  const typed = Object.values(FORMS);
  const part = (column: 'street' | 'locality' | 'region' | 'postcode', row: number) =>
    texts.text.at(addresses[column][row]!);
  const queries: string[] = [];
  for (let drawn = 0; drawn < ADDRESSES; drawn++) {
    const row = random.int(addresses.rows);
    const address: PostalAddress = {
      number: addresses.number.at(row),
      unit: addresses.unit.at(row),
      street: part('street', row),
      city: part('locality', row),
      region: part('region', row),
      postcode: part('postcode', row),
    };
    const wanted = { ...address, locality: address.city };
    for (const at of [0, 1]) {
      queries.push(`${forms[(2 * drawn + at) % forms.length]!(address)} `);
      queries.push(`${typed[(2 * drawn + at) % typed.length]!(wanted, random)} `);
    }
    const line = `${address.number} ${address.street}`;
    queries.push(line.slice(0, Math.ceil(line.length * (0.5 + 0.5 * random.next()))));
  }
  return queries;
}
