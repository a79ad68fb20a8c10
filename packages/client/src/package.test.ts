import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const source = fileURLToPath(new URL('.', import.meta.url));
const compiler = join(project, 'node_modules/typescript/bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'hinterland-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of some files, with nothing at hand but what is named. */
function compile(files: readonly string[], options: object): string {
  const path = join(folder, 'tsconfig.json');
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
    ...options,
  };
  writeFileSync(path, JSON.stringify({ compilerOptions, files }));
  try {
    return execFileSync(process.execPath, [compiler, '-p', path], { encoding: 'utf8', cwd: folder });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
const BROWSER = { lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'] };

describe('types', () => {
  it('need nothing of Node in a browser', () => {
    expect(compile([join(source, 'index.ts')], BROWSER)).toBe('');
    // Only those who receive webhooks need it.
    expect(compile([join(source, 'webhooks/index.ts')], BROWSER)).toContain("'node:crypto'");
  });

  it('of events are those of the contract', () => {
    const files = [join(source, 'webhooks/events.test.ts')];
    const options = {
      types: ['node'],
      typeRoots: [join(project, 'node_modules/@types')],
      skipLibCheck: true,
      customConditions: ['hinterland-source'],
    };
    expect(compile(files, options)).toBe('');
  });
});

describe('the packed package', () => {
  let packed: string[];
  beforeAll(() => {
    if (!existsSync(join(source, '../dist/index.js'))) throw new Error('Build first: npm run build');
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: join(source, '..'), encoding: 'utf8' });
    const [report] = JSON.parse(npm('pack', '--json', '--silent', '--pack-destination', folder));
    packed = report.files.map(({ path }: { path: string }) => path);
    execFileSync('tar', ['-xzf', join(folder, report.filename), '-C', folder]);
  });

  it('holds the build, the readme and the licence', () => {
    expect(packed.filter((path) => !path.startsWith('dist/')).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(packed.filter((path) => path.startsWith('dist/') && !/\.(js|d\.ts)$/.test(path))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    const entries = Object.values(manifest.exports as Record<string, { types: string; default: string }>);
    for (const entry of entries) expect(packed).toEqual(expect.arrayContaining([entry.types.slice(2)]));
    const licence = (path: string) => readFileSync(join(path, 'LICENSE'), 'utf8');
    expect(licence(join(folder, 'package'))).toBe(licence(project));
  });

  it('runs and type-checks by itself, in a folder without anything else', () => {
    const run = `import { Hinterland } from './package/dist/index.js';
import { verifyWebhook } from './package/dist/webhooks/index.js';
const client = new Hinterland({ apiKey: 'k', baseUrl: 'https://x.example', fetch: async () => Response.json({ balance: 7 }) });
const credits = await client.credits();
let fault = '';
try { verifyWebhook('{}', null, 's'); } catch (error) { fault = error.fault; }
process.stdout.write(credits.balance + ' ' + fault);`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', run], { cwd: folder, encoding: 'utf8' })).toBe(
      '7 missing_signature',
    );
    const file = join(folder, 'consumer.mts');
    const written = (topic: string, member: string) =>
      writeFileSync(
        file,
        `import { type ActionId, type ActionInput, type ActionResult, Hinterland } from './package/dist/index.js';
const client = new Hinterland({ apiKey: 'k', baseUrl: 'https://x.example' });
const input: ActionInput<'analysis.people_economy'> = {
  origins: [{ lat: 1, lng: 2 }],
  bandSeconds: [300],
  topics: ['${topic}'],
};
const { result } = await client.run('analysis.people_economy', input, { maxCredits: 2 });
export const residents: number | null | undefined = result.${member}[0]?.residents;
// Every action has a result of its own; one that the types did not find would be never.
type Unknown = { [Id in ActionId]: [ActionResult<Id>] extends [never] ? Id : never }[ActionId];
export const none: [Unknown] extends [never] ? true : Unknown = true;`,
      );
    written('residents', 'parts');
    expect(compile([file], BROWSER)).toBe('');
    written('everything', 'bands');
    const faults = compile([file], BROWSER);
    expect(faults).toContain(`Type '"everything"' is not assignable`);
    expect(faults).toContain("Property 'bands' does not exist");
  });
});
