import { expect, it } from 'vitest';
import { read } from './tree.ts';

/** An address as a pattern of one kind: "/datasets/*". */
const pattern = (path: string): string => path.replace(/:\w+/g, '*').replace(/\/$/, '');

it('every page of the web app is served at its address, also when it is opened first', () => {
  const pages = [...read('apps/web/src/app.tsx').matchAll(/^ {2}'(\/[^']*)': lazy/gm)].map(
    ([, path]) => path as string,
  );
  const served = [...read('apps/service/src/surface/app/routes.ts').matchAll(/page\('([^']+)'/g)].map(
    ([, path]) => new RegExp(`^${pattern(path as string).replaceAll('*', '[^/]+')}$`),
  );
  expect(pages.length).toBeGreaterThan(15);
  // An optional part is two addresses.
  const addresses = pages.flatMap((path) =>
    path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path],
  );
  expect(addresses.filter((path) => !served.some((one) => one.test(pattern(path))))).toEqual([]);
});
