import { describe, expect, it } from 'vitest';
import { type Change, type History, next } from './history.ts';
import { NOTHING_ASKED, type Question } from './question.ts';

const asking = (actionId: string): Question => ({ ...NOTHING_ASKED, actionId });
const to = (actionId: string, moment = ''): Change => ({ kind: 'change', moment, to: () => asking(actionId) });
const begin: History = { present: NOTHING_ASKED, past: [], future: [], moment: '' };
const after = (...changes: readonly Change[]): History => changes.reduce(next, begin);
const asked = ({ present, past, future }: History) =>
  [past, [present], future].map((all) => all.map((one) => one.actionId));

describe('the history of a question', () => {
  it('goes back and forth, one change at a time', () => {
    expect(asked(after(to('a'), to('b')))).toEqual([[null, 'a'], ['b'], []]);
    expect(asked(after(to('a'), to('b'), { kind: 'undo' }))).toEqual([[null], ['a'], ['b']]);
    expect(asked(after(to('a'), to('b'), { kind: 'undo' }, { kind: 'redo' }))).toEqual([[null, 'a'], ['b'], []]);
  });

  it('undoes the changes of one moment together, as the drag of a pin', () => {
    expect(asked(after(to('a', 'move 0'), to('b', 'move 0'), to('c', 'move 1')))).toEqual([[null, 'b'], ['c'], []]);
    // After an undo the same name is another moment.
    expect(asked(after(to('a', 'move 0'), { kind: 'undo' }, to('b', 'move 0')))).toEqual([[null], ['b'], []]);
  });

  it('forgets what was undone once something else is asked', () => {
    expect(asked(after(to('a'), to('b'), { kind: 'undo' }, to('c')))).toEqual([[null, 'a'], ['c'], []]);
  });

  it('stays the same object where nothing changes', () => {
    const same: Change = { kind: 'change', moment: '', to: (question) => question };
    for (const change of [same, { kind: 'undo' }, { kind: 'redo' }] as const) expect(next(begin, change)).toBe(begin);
  });

  it('keeps the last hundred questions', () => {
    const many = after(...Array.from({ length: 150 }, (_, i) => to(String(i))));
    expect(many.past.map(({ actionId }) => actionId)).toEqual(Array.from({ length: 100 }, (_, i) => String(i + 49)));
  });
});
