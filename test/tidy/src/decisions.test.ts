import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionOf, indexOf } from './decisions.ts';
import { files, read, root } from './tree.ts';

const INDEX = 'docs/decisions/archive/README.md';
const texts = files(/^docs\/decisions\/archive\/\d{4}-.*\.md$/).map((path) => ({ path, text: read(path) }));

describe('decision records', () => {
  it.each(texts)('$path says its status, date and subject', ({ path, text }) => {
    expect(decisionOf(path, text).number).toMatch(/^\d{4}$/);
  });

  it('are numbered once each', () => {
    const numbers = texts.map(({ path, text }) => decisionOf(path, text).number);
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  });

  it('that are replaced are named by the record that replaces them', () => {
    const silent = texts.flatMap(({ path, text }) => {
      const { number, status } = decisionOf(path, text);
      const [, by] = /^replaced by \[(\d{4})\]/.exec(status) ?? [];
      if (by === undefined) return [];
      const successor = texts.find((one) => one.path.includes(`/${by}-`));
      return successor?.text.includes(`[${number}](`) ? [] : [`${by} should name ${number}`];
    });
    expect(silent).toEqual([]);
  });

  it('are all in the index (UPDATE_GOLDEN=1 writes it)', () => {
    const index = indexOf(texts.map(({ path, text }) => decisionOf(path, text)));
    if (process.env.UPDATE_GOLDEN) writeFileSync(join(root, INDEX), index);
    expect(read(INDEX)).toBe(index);
  });
});

describe('pages of what holds', () => {
  const pages = files(/^docs\/decisions\/[a-z-]+\.md$/).map((path) => ({ path, text: read(path) }));

  it.each(pages)('$path says what holds, why, and what was refused, in at most 150 lines', ({ text }) => {
    expect(text.match(/^## .*$/gm)).toEqual(['## What holds', '## Why', '## Refused']);
    expect(text.split('\n').length).toBeLessThanOrEqual(150);
  });

  it('are all in their list', () => {
    const list = read('docs/decisions/README.md');
    expect(pages.filter(({ path }) => !list.includes(`](${path.split('/').at(-1)})`))).toEqual([]);
  });

  it('lead to every record that still holds', () => {
    const named = pages.map(({ text }) => text).join('\n');
    const holding = texts.filter(({ path, text }) => decisionOf(path, text).status === 'accepted');
    const lost = holding.filter(({ path }) => !named.includes(`](archive/${path.split('/').at(-1)})`));
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});

describe('the head of a record', () => {
  const record = (head: string) => decisionOf('docs/decisions/archive/0007-x.md', head);
  const rest = 'Date: 2026-01-02\nSubject: Roads\n\nText';

  it('is read', () => {
    expect(record(`# 0007 Title\n\nStatus: accepted\n${rest}`)).toEqual({
      file: '0007-x.md',
      number: '0007',
      title: 'Title',
      status: 'accepted',
      subject: 'Roads',
    });
  });

  it.each([
    `# 7. Title\n\nStatus: accepted\n${rest}`,
    `# 0007: Title\n\nStatus: accepted\n${rest}`,
    `# 0008 Title\n\nStatus: accepted\n${rest}`,
    `# 0007 Title\n\nStatus: open\n${rest}`,
    `# 0007 Title\n\nStatus: replaced by 0008\n${rest}`,
    `# 0007 Title\n\n${rest}`,
    `# 0007 Title\n\nStatus: accepted\n${rest.replace('Roads', 'Streets')}`,
  ])('is refused: %j', (head) => {
    expect(() => record(head)).toThrow(/docs\/decisions\/archive\/0007-x\.md/);
  });
});
