import { describe, expect, it } from 'vitest';
import { files, importsOf, read, resolveRelative } from './tree.ts';

const sources = files(/^(packages|apps|bench|test)\/.*\.tsx?$/).filter((path) => !path.endsWith('.d.ts'));

/** Lists as long as their subject, and why. */
const DATA: Readonly<Record<string, string>> = {
  'packages/client/src/schema.ts': 'generated from docs/openapi.json',
  'packages/answers/src/words/service/sentences.ts': 'generated from texts/en.json',
};

describe('files', () => {
  it('every source file is reached from an entry or a test', () => {
    const reached = new Set<string>();
    const config = read('vitest.config.ts');
    const isEntry = (path: string) =>
      config.includes(`'${path}'`) ||
      /\.test\.tsx?$/.test(path) ||
      /\/src\/(index|main)\.tsx?$/.test(path) ||
      path.endsWith('.config.ts');
    const exported = files(/package\.json$/).flatMap((path) =>
      [...read(path).matchAll(/"hinterland-source": "\.\/([^"]+)"/g)].flatMap((m) => {
        const [before, after] = path.replace('package.json', m[1] as string).split('*') as [string, string?];
        return after === undefined
          ? [before]
          : sources.filter((source) => source.startsWith(before) && source.endsWith(after));
      }),
    );
    const bundled = [...read('bundle.mjs').matchAll(/'((?:apps|packages)\/\S+\.ts)'/g)].map((m) => m[1] as string);
    const byUrl = sources.flatMap((path) =>
      [...read(path).matchAll(/new URL\(\s*'([^']+\.js)'/g)].flatMap((m) => {
        const target = resolveRelative(path, m[1] as string);
        return [target.replace(/\.js$/, '.ts'), target.replace('/dist/', '/src/').replace(/\.js$/, '.ts')];
      }),
    );
    const byScript = files(/package\.json$/).flatMap((path) =>
      [...read(path).matchAll(/"node dist\/(\S+)\.js"/g)].map((m) => path.replace('package.json', `src/${m[1]}.ts`)),
    );
    const web = [...read('apps/web/vite.config.ts').matchAll(/'(src\/\S+\.ts)'/g)].map((m) => `apps/web/${m[1]}`);
    const queue = [...sources.filter(isEntry), ...exported, ...bundled, ...web, ...byUrl, ...byScript];
    while (queue.length > 0) {
      const path = queue.pop() as string;
      if (reached.has(path) || !sources.includes(path)) continue;
      reached.add(path);
      for (const specifier of importsOf(path)) {
        if (specifier.startsWith('.')) queue.push(resolveRelative(path, specifier));
      }
    }
    expect(sources.filter((path) => !reached.has(path))).toEqual([]);
  });

  it('no path of a machine and no download host stands in a tracked file', () => {
    // Put together from pieces, so that this file does not find itself.
    const machine = new RegExp(`(?<![\\w.-])(?:${['/wo' + 'rk/', '/ro' + 'ot/', '/ho' + 'me/[a-z]'].join('|')})`);
    const texts = files(/\.(ts|tsx|js|mjs|json|md|ya?ml|sql|css|html|svg)$|^\.ci\/|^\.npmrc$/);
    const wrong = texts.filter((path) => path !== 'package-lock.json' && machine.test(read(path)));
    expect(wrong).toEqual([]);
    expect(/"resolved": "https?:/.test(read('package-lock.json'))).toBe(false);
  });

  it('versions of dependencies are pinned exactly', () => {
    const loose = files(/(^|\/)package\.json$/).flatMap((path) => {
      const manifest = JSON.parse(read(path));
      const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
      return Object.entries(all)
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))
        .map(([name, version]) => `${path}: ${name} ${version}`);
    });
    expect(loose).toEqual([]);
  });

  it('no test is skipped for good or run alone', () => {
    const marks = /\b(it|test|describe)\.(only|todo)\(|\b(it|test|describe)\.skip\(/;
    expect(sources.filter((path) => marks.test(read(path)))).toEqual([]);
  });

  it('no test gives V8 a flag: tests run the program that users run', () => {
    const flag = new RegExp(
      ['setFlagsFrom' + 'String', '--expose[-_]' + 'gc', '--max-(semi|old)-' + 'space'].join('|'),
    );
    const tests = files(/^(\.ci\/run|vitest\.config\.ts)$|^test\/.*\.m?ts$|\.test\.tsx?$/);
    expect(tests.filter((path) => flag.test(read(path)))).toEqual([]);
  });

  it('no file but data has more than 400 lines', () => {
    const code = files(/\.(tsx?|mjs|css)$/).filter((path) => !(path in DATA));
    const long = code.map((path) => [path, read(path).trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > 400)).toEqual([]);
    expect(Object.keys(DATA).filter((path) => !files(/\.ts$/).includes(path))).toEqual([]);
  });

  it('half of the files but tests and data have at most 70 lines, nine in ten at most 180', () => {
    const isTest = (path: string) => /\.test\.tsx?$|\/(testing|testPrograms)\/|^test\//.test(path);
    const code = sources.filter((path) => !(path in DATA) && !isTest(path) && !path.endsWith('Bytes.ts'));
    const lines = code.map((path) => read(path).trimEnd().split('\n').length).sort((a, b) => a - b);
    const ranked = (share: number) => lines[Math.ceil(share * lines.length) - 1]!;
    expect(ranked(0.5)).toBeLessThanOrEqual(70);
    expect(ranked(0.9)).toBeLessThanOrEqual(180);
  });

  it('nothing unfinished is marked in the sources', () => {
    const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'not ' + 'implemented'].join('|'));
    expect(sources.filter((path) => marks.test(read(path)))).toEqual([]);
  });

  it('every workspace says in a README what it is', () => {
    const workspaces = files(/^(packages|apps)\/[^/]+\/package\.json$/).map((path) =>
      path.replace(/package\.json$/, ''),
    );
    const readmes = files(/README\.md$/);
    expect(workspaces.filter((folder) => !readmes.includes(`${folder}README.md`))).toEqual([]);
  });
});
