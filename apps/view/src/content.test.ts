import { describe, expect, it } from 'vitest';
import { contentOf } from './content.ts';

const text = (value: unknown) => [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }];

describe('what a view shows', () => {
  it('is the price of a call that has not run, by its lines', () => {
    const lines = [{ label: 'Catchment', credits: 2.5 }];
    const refused = { error: 'quote_required', quotedCredits: 3, quote: { totalCredits: 2.5, lines } };
    expect(contentOf({ isError: true, content: text(refused) })).toEqual({ kind: 'price', quotedCredits: 3, lines });
    expect(contentOf({ isError: true, content: text({ error: 'quote_required', quotedCredits: 3 }) })).toEqual({
      kind: 'price',
      quotedCredits: 3,
      lines: [],
    });
  });

  it('is an answer, as an object or as text, with what it cost', () => {
    const result = { bands: [] };
    const free = { kind: 'answer', result, price: null };
    expect(contentOf({ structuredContent: result })).toEqual(free);
    // Models get a short form, the view the whole.
    expect(contentOf({ structuredContent: { short: 1 }, _meta: { answer: result } })).toEqual(free);
    expect(contentOf({ content: text(result) })).toEqual(free);
    expect(contentOf({ structuredContent: result, _meta: { quotedCredits: 3 } })).toMatchObject({
      price: { credits: 3, isReplayed: false },
    });
    expect(contentOf({ structuredContent: result, _meta: { quotedCredits: 3, replayed: true } })).toMatchObject({
      price: { credits: 3, isReplayed: true },
    });
  });

  it('is the sentence of a problem, and one of its own where nothing can be read', () => {
    const detail = 'The balance does not cover it.';
    expect(contentOf({ isError: true, content: text({ error: 'insufficient_credits', detail }) })).toEqual({
      kind: 'problem',
      detail,
      isHidden: false,
    });
    for (const content of [[], text('no JSON'), text('[1]'), text({}), [{ type: 'image' }]])
      expect(contentOf({ isError: true, content }).kind).toBe('problem');
    expect(contentOf({ content: text('no JSON') }).kind).toBe('problem');
  });
});
