/**
 * What a newcomer does, timed: a fresh clone of the last commit, the one line that starts it, then the first charged
 * answer by curl, by the client and by a tool call, each letter by letter as the guides say. Writes the seconds into
 * docs/benchmarks.md. Needs port 8080, because the guides name it.
 *
 *   npm run newcomer
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSection } from './dist/page.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const SERVICE = 'http://127.0.0.1:8080';
const PATIENCE_MILLISECONDS = 600_000;

/** Code blocks of a guide that begin with this mark, such as "sh run". */
async function samples(folder, guide, mark) {
  const text = await readFile(join(folder, 'docs/guides', `${guide}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => ({ info, code }));
  return blocks.filter(({ info }) => info === mark).map(({ code }) => code);
}

/** The sample with a line in it; a guide that no longer has it is a fault. */
async function sample(folder, guide, mark, line) {
  const found = (await samples(folder, guide, mark)).find((code) => code.includes(line));
  if (found === undefined) throw new Error(`${guide}.md has no block "${mark}" with ${line}`);
  return found;
}

/** Runs a shell's lines to their end and answers what they printed. */
async function shell(lines, cwd, environment = {}) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', lines], { cwd, env: { ...process.env, ...environment } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${output}${errors}`);
  return output;
}

const rows = [];
/** Does a step, and keeps its seconds. */
async function timed(step, work) {
  const started = performance.now();
  const value = await work();
  const seconds = (performance.now() - started) / 1000;
  rows.push([step, seconds]);
  process.stderr.write(`${step}: ${seconds.toFixed(2)} s\n`);
  return value;
}

const free = await fetch(SERVICE).then(
  () => false,
  () => true,
);
if (!free) throw new Error(`Something listens on ${SERVICE} already; the guides name this address. End it first.`);

const load = loadavg()[0];
const scratch = await mkdtemp(join(tmpdir(), 'hinterland-newcomer-'));
const clone = join(scratch, 'hinterland');
let service;
try {
  await timed('clone', () => shell(`git clone --quiet "${root}" "${clone}"`, scratch));

  const [start] = await samples(clone, 'first-call', 'sh');
  // Settings of the npm that runs this, such as --silent, are no newcomer's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  service = spawn('bash', ['-c', start], { cwd: clone, env, detached: true });
  let printed = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const seen = async (pattern) => {
    const deadline = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const match = pattern.exec(printed);
      if (match !== null) return match;
      if (service.exitCode !== null || Date.now() > deadline) throw new Error(`${start}\ndid not come up:\n${printed}`);
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };
  await timed('`npm ci`', () => seen(/added \d+ packages/));
  const [key] = await timed('`npm start`: build, demo territory, service', () =>
    seen(/hl_test_\w+(?=[\s\S]*quotedCredits)/),
  );

  const environment = { HINTERLAND_KEY: key };
  const balance = async () => {
    const answer = await fetch(`${SERVICE}/api/v1/credits`, { headers: { Authorization: `Bearer ${key}` } });
    return (await answer.json()).balance;
  };
  /** A step that must cost three credits. */
  const charged = async (step, work) => {
    const before = await balance();
    const answer = await timed(step, work);
    const credits = before - (await balance());
    if (credits !== 3) throw new Error(`${step} cost ${credits} credits instead of 3:\n${answer}`);
    return answer;
  };

  const curl = await sample(clone, 'first-call', 'sh run', '/execute');
  const byCurl = JSON.parse(await charged('first charged answer by curl', () => shell(curl, scratch, environment)));

  const app = join(scratch, 'app');
  await mkdir(app);
  const [pack, install] = (await sample(clone, 'sdk', 'sh', 'npm pack')).trim().split('\n');
  await timed('the client packed and installed elsewhere', async () => {
    await shell(pack, clone);
    const file = /\S+\.tgz/.exec(install)[0];
    await copyFile(join(clone, file), join(app, file));
    await shell(install, app);
  });
  await writeFile(join(app, 'first.mjs'), await sample(clone, 'first-call', 'ts run', 'analysis.isochrone'));
  const byClient = await charged('first charged answer by the client', () => shell('node first.mjs', app, environment));

  const asked = await sample(clone, 'mcp', 'sh run', '"bandSeconds": [600]}}}');
  const paid = await sample(clone, 'mcp', 'sh run', '"quotedCredits": 3}}}');
  const price = await timed('price by a tool call', () => shell(asked, scratch, environment));
  if (!price.includes('quote_required')) throw new Error(`No price: ${price}`);
  const byTool = JSON.parse(
    await charged('first charged answer by a tool call', () => shell(paid, scratch, environment)),
  );

  // The three channels found the same people.
  const people = [
    byCurl.result.bands[1].cumulativeResidents,
    Number(/^600 ([\d.]+)$/m.exec(byClient)[1]),
    byTool.result.structuredContent.bands[0].residents,
  ].map(Math.round);
  if (new Set(people).size !== 1) throw new Error(`The channels disagree: ${people}`);

  const whole = rows.slice(0, 4).reduce((sum, [, seconds]) => sum + seconds, 0);
  await writeSection(
    join(root, 'docs/benchmarks.md'),
    'The first answer',
    `${cpus().length} × ${cpus()[0].model.replace(/ \d.*/, '')}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.

By \`npm run newcomer\`: a fresh clone and the lines of the guides, letter by letter. Before the start, the machine's load
average was ${load.toFixed(1)}; packages came from npm's registry or its cache. From nothing to the first charged answer: ${whole.toFixed(0)} s.

| step | seconds |
|---|--:|
${rows.map(([step, seconds]) => `| ${step} | ${seconds.toFixed(2)} |`).join('\n')}

All three answers name ${people[0].toLocaleString('en-GB')} residents within 10 minutes, at 3 credits each.`,
  );
} finally {
  if (service?.pid !== undefined && service.exitCode === null) {
    // The whole group: the shell, npm and the service.
    process.kill(-service.pid, 'SIGTERM');
    await once(service, 'close');
  }
  await rm(scratch, { recursive: true, force: true });
}
