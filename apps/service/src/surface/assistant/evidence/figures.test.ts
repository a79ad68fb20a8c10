import { describe, expect, it } from 'vitest';
import { resolveReference } from './figures.ts';
import { KnownNumbers, numbersIn } from './numbers.ts';

const result = {
  bands: [
    { limitSeconds: 300, residents: 10, cumulativeResidents: 10 },
    { limitSeconds: 400, residents: 20, cumulativeResidents: 30 },
    { limitSeconds: 900, residents: 5, cumulativeResidents: 35 },
  ],
};
const results = new Map([['r1', { tool: 'analysis.isochrone', input: {}, result, analysis: null, version: null }]]);
const labelOf = (path: string) => {
  const part = resolveReference(results as never, { ref: 'r1', path }, 'f1');
  return part.type === 'figure' ? part.label : part;
};

describe('a figure that the assistant cites', () => {
  it('says the limits of its ring, or how far it reaches with the inner ones', () => {
    expect(labelOf('/bands/0/residents')).toMatch(/ · up to 5 min$/);
    expect(labelOf('/bands/1/residents')).toMatch(/ · 5 to 6\.67 min$/);
    expect(labelOf('/bands/2/residents')).toMatch(/ · 6\.67 to 15 min$/);
    expect(labelOf('/bands/2/cumulativeResidents')).toMatch(/ · up to 15 min$/);
  });
});

describe('numbers that follow from an input', () => {
  const known = new KnownNumbers();
  known.add({ bandSeconds: [300, 5400], radiusMeters: [1500], minutes: 90, maxRides: 420 });
  const isKnown = (text: string) => numbersIn(text, false).map((one) => known.has(one));

  it('are known in the units that people say', () => {
    expect(isKnown('within 5 minutes, 90 minutes or 1.5 hours, and 1.5 km')).toEqual([true, true, true, true]);
  });

  it('are not known where the member is no time or length, or the number is another', () => {
    expect(isKnown('within 7 minutes')).toEqual([false]);
    expect(isKnown('at 6 minutes')).toEqual([false]);
  });
});
