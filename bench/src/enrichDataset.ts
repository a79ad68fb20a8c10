import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { signIn } from './datasets.ts';
import { get, onDemo, post, processorMilliseconds, type Served, serve } from './demoService.ts';
import { figuresOf } from './measuredProcess.ts';
import { onNewPostgres } from './testServer.ts';

/** Three parts. */
const ROWS = 12_000;
const OPTIONS = { include: ['people'], bandSeconds: [300, 600] };
const KEYS = 20;
const LOOK_MILLISECONDS = 100;

/** Every row of a dataset by each runner on PostgreSQL: time, processor time, memory. BULK_STORE names another store than a folder. */
export function enrichDataset(root: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const folder = join(demo.home, 'territories', 'demo');
    const table = tableOf(await loadTerritory(folder));
    const store = process.env.BULK_STORE ?? pathToFileURL(join(demo.home, 'files')).href;
    const worker = [process.execPath, join(root, 'apps/cli/bin/hinterland.js'), 'work', '--territory', folder];
    const runners: Record<string, Record<string, string>> = {
      here: {},
      'command, one part at a time': {
        HINTERLAND_BULK_RUNNER: 'command',
        HINTERLAND_BULK_COMMAND: JSON.stringify(worker),
        HINTERLAND_BULK_PARTS_AT_ONCE: '1',
      },
    };
    const lines: string[] = [];
    for (const [name, env] of Object.entries(runners)) {
      const line = await onNewPostgres((DATABASE_URL) =>
        serve(demo, KEYS, { DATABASE_URL, HINTERLAND_BULK_STORE: store, ...env }, 'PostgreSQL', (served) =>
          measure(name, served, table),
        ),
      );
      if (line !== null) lines.push(line);
    }
    return [
      `\`enrich.dataset\` of ${ROWS} rows at poles of the demo: people, bands of 5 and 10 minutes by car. PostgreSQL; one service process with its default threads,`,
      `files in ${store.split(':')[0]}://. The command is \`hinterland work\`, which starts anew for each part of 5,000 rows. Processor time and memory are of the service process and`,
      `of its commands, the largest of them. Client, service and database share the machine; before the start its load average was ${demo.busy}.`,
      '',
      '| runner | s | rows/s | processor ms per row, service | commands | peak memory MB, service | a command | files MB |',
      '|---|--:|--:|--:|--:|--:|--:|--:|',
      ...lines,
    ].join('\n');
  });
}

function tableOf({ poles }: Territory): string {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const pole = Math.floor((i * poles.rows) / ROWS);
    return `home ${i},${poles.latMicrodegrees[pole]! / 1e6},${poles.lngMicrodegrees[pole]! / 1e6}`;
  });
  return `id,lat,lng\n${rows.join('\n')}\n`;
}

async function measure(name: string, { url, pid, secrets }: Served, table: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const ask = async (path: string, body?: object) => {
    const secret = secrets[turn++ % secrets.length]!;
    const sent =
      body === undefined ? get(url, agent, path, secret) : post(url, agent, path, secret, JSON.stringify(body));
    const { status, text } = await sent;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  };
  try {
    const pages = await signIn(url.origin);
    const { id: dataset } = await pages('POST', '?name=Homes', table);
    while ((await pages('GET', `/${dataset}`)).job !== null) await sleep(50);
    const action = '/api/v1/actions/enrich.dataset';
    const { quotedCredits } = await ask(`${action}/quote`, { dataset, ...OPTIONS });
    const before = await processorMilliseconds(pid);
    const maxCredits = quotedCredits * 2;
    const { result } = await ask(`${action}/execute`, { dataset, ...OPTIONS, quotedCredits, maxCredits });
    const commands = new Map<number, NonNullable<Awaited<ReturnType<typeof figuresOf>>>>();
    let job = await ask(`/api/v1/jobs/${result.jobId}`);
    for (let look = 0; job.finishedAt === null; look++) {
      for (const child of await childrenOf(pid)) {
        const figures = await figuresOf(child);
        if (figures !== null) commands.set(child, figures);
      }
      await sleep(LOOK_MILLISECONDS);
      if (look % 5 === 0) job = await ask(`/api/v1/jobs/${result.jobId}`);
    }
    if (job.progress.done !== ROWS) throw new Error(`The job ended with ${JSON.stringify([job.result, job.error])}.`);
    const used = (await processorMilliseconds(pid)) - before;
    const seconds = (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000;
    const { data } = await ask(`/api/v1/jobs/${result.jobId}/parts`);
    const bytes = data.reduce((sum: number, part: { bytes: number }) => sum + part.bytes, 0);
    const all = [...commands.values()];
    const perRow = (milliseconds: number) => (milliseconds / ROWS).toFixed(2);
    const commandSeconds = all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const peak = Math.max(0, ...all.map(({ peakMegabytes }) => peakMegabytes));
    const service = (await figuresOf(pid))?.peakMegabytes ?? Number.NaN;
    return `| ${name} | ${seconds.toFixed(0)} | ${(ROWS / seconds).toFixed(0)} | ${perRow(used)} | ${perRow(1000 * commandSeconds)} | ${service.toFixed(0)} | ${peak.toFixed(0)} | ${(bytes / 1e6).toFixed(1)} |`;
  } finally {
    agent.destroy();
  }
}

/** Processes that a process has started, where the system has /proc. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''));
  return (await Promise.all(lists)).flatMap((text) => text.split(' ').filter(Boolean).map(Number));
}
