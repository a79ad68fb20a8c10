import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../hinterland.ts';
import { EXPLANATIONS } from './explanations.ts';
import { type Group, groupsOf } from './groups.ts';

const ANSWERS = join(root, 'apps/service/examples/worked-answers.json');
/** Groups of the worked answers before roads were joined by one rule; a later change of answers does not renew them. */
const BEFORE = JSON.parse(readFileSync(new URL('before.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly [figures: number, sum: number, digest: string]>
>;
const PAGE = join(root, 'docs/changed-answers.md');

const before = (name: string): Group | undefined => {
  const [figures, sum, digest] = BEFORE[name] ?? [];
  return figures === undefined ? undefined : { figures, sum: sum!, digest: digest! };
};
const now = groupsOf(JSON.parse(readFileSync(ANSWERS, 'utf8')) as object);
/** New members of answers are no change of old ones. */
const changed = Object.keys(now).filter(
  (name) => before(name) !== undefined && now[name]!.digest !== before(name)!.digest,
);
const explanationOf = (name: string) => EXPLANATIONS.find(({ groups }) => groups.test(name));
const ratioOf = (name: string) => (before(name)!.sum === 0 ? 1 : now[name]!.sum / before(name)!.sum);

it('has every group that there was', () => {
  expect(Object.keys(BEFORE).filter((name) => now[name] === undefined)).toEqual([]);
});

it('changes only figures that are explained, and these no further than the explanation says', () => {
  const wrong = changed.filter((name) => {
    const explanation = explanationOf(name);
    const ratio = ratioOf(name);
    return explanation === undefined || !(ratio >= explanation.least && ratio <= explanation.most);
  });
  expect(wrong.map((name) => `${name}: ${ratioOf(name)}`)).toEqual([]);
  expect(EXPLANATIONS.filter((each) => !changed.some((name) => explanationOf(name) === each))).toEqual([]);
});

it('lists the changes on a page', () => {
  const rows = EXPLANATIONS.flatMap((each) => [
    `| **${each.says}** | | |`,
    ...changed
      .filter((name) => explanationOf(name) === each)
      .map((name) => `| ${name} | ${now[name]!.figures} | ${ratioOf(name).toFixed(4)} |`),
  ]);
  const table = ['| group | figures | sum now ÷ before |', '|---|--:|--:|', ...rows].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  const counts = `${changed.length} of ${Object.keys(BEFORE).length} groups differ.`;
  const expected = page.replace(
    /(<!-- changes -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}${counts}\n\n${table}\n${end}`,
  );
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});
