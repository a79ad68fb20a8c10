import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { problems } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { files, read, root } from './tree.ts';

describe('documents', () => {
  it('every relative link of a Markdown file leads somewhere', () => {
    const broken = files(/\.md$/).flatMap((path) =>
      [
        ...read(path)
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ]
        .map((match) => (match[1] as string).split('#')[0] as string)
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target) && !target.startsWith('/'))
        .filter((target) => !existsSync(resolve(root, dirname(path), target)))
        .map((target) => `${path} links to ${relative(root, join(root, dirname(path), target))}`),
    );
    expect(broken).toEqual([]);
  });

  it('every figure that the page of benchmarks names stands in the file of its run', () => {
    const rows = [
      ...read('docs/benchmarks.md').matchAll(/^\| [^|]+ \| ([^|]+) \|([^|]*)\| \[[^\]]+\]\(([^)]+\.json)\) \|$/gm),
    ];
    expect(rows.length).toBeGreaterThan(30);
    const unknown = rows.flatMap(([, figure, beside, file]) => {
      const run = read(`docs/${file}`);
      return [...`${figure} ${beside}`.matchAll(/(?<!\bp)\d[\d.,]*\d|(?<!\bp)\d/g)]
        .map(([number]) => number)
        .filter((number) => !['99', '95'].includes(number) && !run.includes(number))
        .map((number) => `${file} has no ${number}`);
    });
    expect(unknown).toEqual([]);
  });

  it('every place that docs/style.md answers with is there', () => {
    const table = read('docs/style.md').split('## Where is it?')[1]!;
    const places = [...table.matchAll(/`([\w.@-]+\/[^`\s]+)`/g)].map(([, place]) => place!);
    expect(places.length).toBeGreaterThan(30);
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });

  it('English writes a percentage without a space, in documents, schemas, answers and the web app', () => {
    const english = files(/\.md$|^docs\/openapi[\w-]*\.json$|^apps\/service\/examples\/.*\.json$|(^|\/)en\.json$/);
    expect(english.length).toBeGreaterThan(300);
    expect(english.filter((path) => /[\d}]\s%(?![\w{])/.test(read(path)))).toEqual([]);
  });

  it('every problem has a page and every page a problem', () => {
    const pages = files(/^docs\/problems\/[a-z_]+\.md$/).map((path) =>
      path.replace(/^docs\/problems\/(.*)\.md$/, '$1'),
    );
    expect(pages.sort()).toEqual(Object.keys(problems).sort());
  });

  it('the glossary has each term once, in alphabetical order', () => {
    const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, term]) => term!.toLowerCase());
    expect(terms.length).toBeGreaterThan(40);
    expect(terms).toEqual([...new Set(terms)].sort());
  });
});
