import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { qgisPlugin, unlisted } from './qgisActions.ts';

const plugin = new URL('../../../clients/qgis/hinterland/', import.meta.url);

it('the algorithms of QGIS are those of the actions, and so are their words (UPDATE_GOLDEN=1 writes them)', () => {
  const { actions, texts } = qgisPlugin();
  expect(actions.length).toBeGreaterThan(18);
  for (const [name, value] of [
    ['actions.json', actions],
    ['texts.json', texts],
  ] as const) {
    const text = `${JSON.stringify(value, null, 1)}\n`;
    if (process.env.UPDATE_GOLDEN) writeFileSync(new URL(name, plugin), text);
    expect(readFileSync(new URL(name, plugin), 'utf8')).toBe(text);
  }
});

it('no action on rows lacks an algorithm', () => {
  expect(unlisted()).toEqual([]);
});
