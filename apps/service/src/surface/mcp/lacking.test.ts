import { actions } from '@hinterland/actions';
import type { Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { markLacking } from './lacking.ts';
import { toolName } from './toolName.ts';

/** A territory in force by the families that it has; one with timetables has an earlier list of stores, too. */
const inForce = (name: string, ...families: readonly ('sociodemo' | 'players' | 'realestate' | 'transit')[]) => {
  const has = (family: (typeof families)[number]) => (families.includes(family) ? {} : null);
  const territory = {
    manifest: { name },
    sociodemo: has('sociodemo'),
    players: has('players'),
    realestate: has('realestate'),
    transit: has('transit'),
    earlierStores: families.includes('transit') ? [{}] : [],
  };
  return { territory: territory as unknown as Territory };
};
const tools = actions.map(({ id, description }) => ({ name: toolName(id), description }));
const described = (name: string, ...given: Parameters<typeof markLacking>[2]) =>
  markLacking(tools, actions, given).find((tool) => tool.name === name)!.description;

it('says of tools that answer nothing here what would bring them, and of no other', () => {
  const place = inForce('Krems', 'sociodemo', 'players');
  expect(described('analysis_realestate', place)).toMatch(
    /^Answers nothing here: Krems has no listings or sales \(files of your own .*\)\. /,
  );
  const marked = markLacking(tools, actions, [place]).filter(({ description }) =>
    description.startsWith('Answers nothing'),
  );
  expect(marked.map(({ name }) => name)).toEqual(
    actions
      .filter(
        ({ needs, needsEarlierStores }) =>
          needsEarlierStores === true || needs?.some((one) => one === 'realestate' || one === 'transit'),
      )
      .map(({ id }) => toolName(id)),
  );
});

it('marks none where one of several territories answers, and none without a territory', () => {
  const whole = inForce('Demo', 'sociodemo', 'players', 'realestate', 'transit');
  expect(markLacking(tools, actions, [inForce('Krems'), whole])).toEqual(tools);
  expect(markLacking(tools, actions, [])).toEqual(tools);
});
