/**
 * Lanes of the tests. `npm test` is the lane `newcomer`: does it work? A run of CI takes it, the tests that a change reaches, and one of
 * five slices, so that five landings in a row run every test. `.ci/run all` runs all slices.
 *
 *   node tools/lanes.mjs newcomer | all | rest | slice NUMBER | landing NUMBER COMMIT   [options of vitest]
 *
 * `rest` is all that `newcomer` leaves, `landing` of it the slice and what the changes since the commit reach.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** Names below a folder. */
const below = (folder, ...names) => names.map((name) => `${folder}/${name}`);

/** The engine and the actions with their words, the demo as a newcomer starts it, and the rules of the tree. */
export const NEWCOMER = [
  ...below('packages', 'geo/', 'actions/', 'answers/', 'catalogue/', 'contract/', 'tables/'),
  ...below('packages/engine/src', 'search/', 'catchment/', 'isochrone/', 'market/', 'tables/', 'census/'),
  'test/e2e/src/demo.test.ts',
  'test/tidy/',
];

/** Every file of tests is below exactly one of these prefixes. */
export const SLICES = {
  figures: [
    ...below('packages', 'geo/', 'engine/', 'territory/', 'tiles/', 'actions/', 'answers/', 'catalogue/', 'contract/'),
    ...below('packages', 'client/', 'tables/'),
    'bench/',
    'test/tidy/',
  ],
  data: [
    ...below('packages', 'importers/', 'storage/', 'demo/'),
    ...below(
      'test/e2e/src',
      'field/',
      'completeness/',
      'money/',
      'anyPlace',
      'border',
      'classSpeeds',
      'cli',
      'joinRoads',
      'newYork',
      'postalLines',
      'realExtract',
    ),
    ...below('test/e2e/src', 'storeChanges', 'territoryByAddress', 'transit', 'twoExtracts', 'work'),
  ],
  service: ['apps/service/', 'apps/cli/'],
  fleets: below('test/e2e/src', 'service/', 'simulation/', 'strangers/', 'deploy/', 'fuzz/', 'qgisActions'),
  surfaces: [
    ...below('apps', 'web/', 'view/'),
    ...below(
      'test/e2e/src',
      'web/',
      'accounts/',
      'developers/',
      'reports/',
      'figures/',
      'tellings/',
      'published/',
      'answersBefore/',
    ),
    ...below('test/e2e/src', 'assistant', 'demo', 'every', 'python', 'afterwards/'),
  ],
};

export const sliceOf = (number) => Object.keys(SLICES)[number % Object.keys(SLICES).length];

export const isBelow = (file, prefixes) => prefixes.some((prefix) => file.startsWith(prefix));

const testFiles = () =>
  execFileSync('git', ['ls-files', '--', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

/** Files of tests that import, directly or not, what has changed since a commit; all where a file changed that each depends on. */
function reachedSince(commit) {
  const listed = execFileSync(process.execPath, [VITEST, 'list', '--filesOnly', '--json', '--changed', commit], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return new Set(JSON.parse(listed.slice(listed.indexOf('['))).map(({ file }) => file.slice(ROOT.length)));
}

/** What has run in the first lane. The tests that others look back at run where these do. */
const hasRun = (file) => isBelow(file, NEWCOMER) && !file.startsWith('test/e2e/');

function filesOf(lane, number, commit) {
  const files = testFiles();
  const slice = SLICES[sliceOf(Number(number))];
  if (lane === 'newcomer') return files.filter((file) => isBelow(file, NEWCOMER));
  if (lane === 'all') return files;
  if (lane === 'rest') return files.filter((file) => !hasRun(file));
  if (lane === 'slice') return files.filter((file) => isBelow(file, slice));
  const reached = reachedSince(commit);
  return files.filter((file) => !hasRun(file) && (isBelow(file, slice) || reached.has(file)));
}

/** Processor seconds of the processes that have ended below this one; NaN where the system has no /proc. Linux counts hundredths. */
function childrenSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

const PARAMETERS = { newcomer: 0, all: 0, rest: 0, slice: 1, landing: 2 };

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [lane, ...rest] = process.argv.slice(2);
  const count = PARAMETERS[lane];
  if (count === undefined || rest.length < count) {
    process.stderr.write(
      'usage: node tools/lanes.mjs newcomer | all | rest | slice NUMBER | landing NUMBER COMMIT [options of vitest]\n',
    );
    process.exit(2);
  }
  const files = filesOf(lane, ...rest.slice(0, count));
  process.stdout.write(`${files.length} of ${testFiles().length} files of tests\n`);
  const before = childrenSeconds();
  const run = [VITEST, 'run', ...rest.slice(count), ...files];
  const { status } = spawnSync(process.execPath, run, { cwd: ROOT, stdio: 'inherit' });
  const seconds = childrenSeconds() - before;
  if (!Number.isNaN(seconds)) process.stdout.write(`   Processor time ${seconds.toFixed(0)} s\n`);
  process.exit(status ?? 1);
}
