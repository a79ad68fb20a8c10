import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { get, onDemo, onEachDatabase, PASSWORD, processorMilliseconds, type Served, USER } from './demoService.ts';
import { figuresOf } from './measuredProcess.ts';
import { percentile } from './percentile.ts';

const IMPORTED = 100_000;
const GEOCODED = 10_000;
/** One read after the other begins this long after the one before. */
const READ_EVERY_MILLISECONDS = 25;
const REST_MILLISECONDS = 5_000;
const KEYS = 20;

/** Import, geocoding and snapping of datasets on the demo's territory, and how long reads of others take meanwhile. */
export function datasets(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const territory = await loadTerritory(join(demo.home, 'territories/demo'));
    const [many, some] = [tableOf(territory, IMPORTED), tableOf(territory, GEOCODED)];
    const rows = await onEachDatabase(demo, KEYS, (served) => measure(served, many, some));
    return [
      `A CSV of ${IMPORTED} rows (${(many.length / 1e6).toFixed(1)} MB, 8 columns) uploaded and imported; one of ${GEOCODED} addresses of the`,
      'territory imported, geocoded and snapped to roads for cars. One service process with its default threads; client, service',
      `and database share the machine. Reads are of the credits and of the data in force, one every ${READ_EVERY_MILLISECONDS} ms all the while.`,
      `Processor time and memory are those of the service process. Before the start, the machine's load average was ${demo.busy}.`,
      '',
      '| database | step | rows | s | rows/s | processor s | matched | peak memory MB | reads p50 ms | p99 ms |',
      '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|',
      ...rows,
    ].join('\n');
  });
}

/** Addresses as held, every tenth of a street that there is not. */
function tableOf({ addresses, texts }: Territory, rows: number): string {
  const random = new SeededRandom(20_261_121);
  const lines = ['id,name,street,number,city,zip,sales,note'];
  for (let i = 0; i < rows; i++) {
    const row = random.int(addresses.rows);
    const text = (column: 'street' | 'locality' | 'postcode') => texts.text.at(addresses[column][row] as number);
    const street = i % 10 === 9 ? `Qwxz ${i} Alley` : text('street');
    const sales = random.int(1_000_000);
    lines.push(
      `${i},"Customer ${i}, Ltd.",${street},${addresses.number.at(row)},${text('locality')},${text('postcode')},${sales},""`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function measure({ database, url, pid, secrets }: Served, many: string, some: string) {
  const browser = await signIn(url.origin);
  const rows: string[] = [];
  const step = async (title: string, count: number, work: () => Promise<string>) => {
    const [started, usedBefore] = [performance.now(), await processorMilliseconds(pid)];
    let id = '';
    const reads = await readWhile(url, secrets, async () => {
      id = await work();
      while ((await browser('GET', `/${id}`)).job !== null) await sleep(50);
    });
    const seconds = (performance.now() - started) / 1000;
    const used = ((await processorMilliseconds(pid)) - usedBefore) / 1000;
    const { matched, status } = await browser('GET', `/${id}`);
    if (status !== 'ready') throw new Error(`${title} left the dataset ${status}.`);
    rows.push(
      `| ${database} | ${title} | ${count} | ${seconds.toFixed(1)} | ${(count / seconds).toFixed(0)} | ${used.toFixed(1)} | ${matched} | ${await peakMegabytes(pid)} | ${timesOf(reads)} |`,
    );
    return id;
  };
  const idle = await readWhile(url, secrets, () => sleep(REST_MILLISECONDS));
  rows.push(`| ${database} | at rest | | | | | | ${await peakMegabytes(pid)} | ${timesOf(idle)} |`);
  await step('import', IMPORTED, async () => (await browser('POST', '?name=Many', many)).id);
  const id = (await browser('POST', '?name=Some', some)).id as string;
  while ((await browser('GET', `/${id}`)).job !== null) await sleep(50);
  const order = async (deed: string, body: object) => (await browser('POST', `/${id}/${deed}`, body)).datasetId;
  await step('geocode', GEOCODED, () => order('geocode', {}));
  await step('snap', GEOCODED, () => order('snap', { mode: 'car' }));
  return rows;
}

/** Asks as a page of the service does, below the datasets of the one organization. */
export async function signIn(url: string) {
  const headers = { Origin: url, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: USER, password: PASSWORD });
  const answer = await fetch(`${url}/web/v1/sign-in`, { method: 'POST', headers, body });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const session = JSON.parse(await (await fetch(`${url}/web/v1/session`, { headers: { Cookie: cookie } })).text());
  const organization = session.organizations[0].organization.id;
  return async (method: string, path: string, sent?: string | object) => {
    const isFile = typeof sent === 'string';
    const reply = await fetch(`${url}/web/v1/organizations/${organization}/datasets${path}`, {
      method,
      headers: { Origin: url, Cookie: cookie, 'Content-Type': isFile ? 'text/csv' : 'application/json' },
      body: sent === undefined ? null : isFile ? sent : JSON.stringify(sent),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text);
  };
}

const timesOf = (milliseconds: readonly number[]): string =>
  [0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1)).join(' | ');

/** Milliseconds of reads that were made while something was done. */
async function readWhile(url: URL, secrets: readonly string[], work: () => Promise<void>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const milliseconds: number[] = [];
  const reads: Promise<void>[] = [];
  let isDone = false;
  const worked = work().finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn++) {
    const started = performance.now();
    const path = turn % 2 === 0 ? '/api/v1/credits' : '/api/v1/data';
    const read = get(url, agent, path, secrets[turn % secrets.length] as string);
    reads.push(
      read.then(({ status }) => {
        if (status !== 200) throw new Error(`${path} answered ${status}.`);
        milliseconds.push(performance.now() - started);
      }),
    );
    await sleep(READ_EVERY_MILLISECONDS);
  }
  await Promise.all([worked, ...reads]);
  agent.destroy();
  return milliseconds;
}

/** Peak memory of a process, 10^6 bytes; "-" where the system does not report it. */
const peakMegabytes = async (pid: number): Promise<string> => (await figuresOf(pid))?.peakMegabytes.toFixed(0) ?? '-';
