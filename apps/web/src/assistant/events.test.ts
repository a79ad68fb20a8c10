import { describe, expect, it } from 'vitest';
import { after, type Told } from './events.ts';
import type { Conversation, TurnHead } from './types.ts';

const EMPTY: Conversation = {
  id: 'c',
  title: '',
  analysis: null,
  createdAt: '2026-11-23T00:00:00Z',
  updatedAt: '2026-11-23T00:00:00Z',
  expiresAt: '2026-11-23T00:00:00Z',
  creditCap: 50,
  creditsSpent: 0,
  turns: [],
  lastEventId: 0,
};
const turn = (state: TurnHead['state']): TurnHead => ({ id: 't', state, question: 'Who?', startedAt: EMPTY.updatedAt });
const head = (state: TurnHead['state']): Told => ({ event: 'turn', data: { turn: turn(state) } });
const words = (text: string): Told => ({
  event: 'part',
  data: { turnId: 't', index: 0, part: { type: 'text', text } },
});
const delta = (text: string): Told => ({ event: 'text', data: { turnId: 't', index: 0, delta: text } });
const step = (state: 'running' | 'done'): Told => ({
  event: 'part',
  data: {
    turnId: 't',
    index: 1,
    part: { type: 'tool', id: 'x', tool: 'areas.list', title: 'Areas', state, input: {}, free: true },
  },
});
const STORY: readonly Told[] = [
  head('running'),
  words('It '),
  delta('is '),
  step('running'),
  delta('so.'),
  step('done'),
  { event: 'conversation', data: { analysis: 'abc' } },
  head('done'),
  { event: 'done', data: { turnId: 't' } },
];
const told = (from: Conversation, events: readonly (readonly [number, Told])[]) =>
  events.reduce((before, [no, event]) => after(before, no, event), from);
const numbered = STORY.map((event, i) => [i + 1, event] as const);

describe('events of a conversation', () => {
  it('build turns of text, steps and states', () => {
    expect(told(EMPTY, numbered)).toEqual({
      ...EMPTY,
      analysis: 'abc',
      lastEventId: STORY.length,
      turns: [
        {
          ...turn('done'),
          parts: [
            { type: 'text', text: 'It is so.' },
            { type: 'tool', id: 'x', tool: 'areas.list', title: 'Areas', state: 'done', input: {}, free: true },
          ],
        },
      ],
    });
  });

  it.each(STORY.map((_, cut) => cut))(
    'say the same where the stream broke behind event %i and began again earlier',
    (cut) => {
      const whole = told(EMPTY, numbered);
      for (let from = 0; from <= cut; from++) {
        const broken = told(EMPTY, numbered.slice(0, cut));
        expect(told(broken, numbered.slice(from))).toEqual(whole);
      }
    },
  );

  it('leave turns alone that the page does not have', () => {
    expect(told(EMPTY, [[4, words('lost')]])).toEqual({ ...EMPTY, lastEventId: 4 });
    expect(
      told(EMPTY, [
        [1, head('running')],
        [2, delta('no part')],
      ]).turns[0]?.parts,
    ).toEqual([]);
  });
});
