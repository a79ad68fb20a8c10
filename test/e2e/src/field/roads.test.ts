import { describe, expect, it } from 'vitest';
import { askField, hasField } from './lab.ts';

describe.skipIf(!hasField)('roads of the field (need ../shared/field)', () => {
  it('people cross a station by its platforms', async () => {
    expect((await askField('platform')).bands).toEqual({ 3600: 2 });
  });

  it.each([
    ['LK', 2],
    ['DE', 2],
    ['NG', 2],
    ['CH', 1],
    ['FR', 1],
    ['DK', 1],
  ])('a trunk road on foot in %s: %i', async (country, poles) => {
    const change = (recipe: string) => recipe.replace(/countries: \[\w+\]/, `countries: [${country}]`);
    expect((await askField('trunk', { change })).bands).toEqual({ 3600: poles });
  });

  it('a train carries cars, and no walkers', async () => {
    expect((await askField('shuttle-train')).bands).toEqual({ 3600: 2 });
    const question = (input: object) => ({ ...input, mode: 'walk' });
    expect((await askField('shuttle-train', { question })).bands).toEqual({ 3600: 1 });
  });

  it.each(['outbound', 'inbound'])('nobody drives through a street for those who live there, %s', async (direction) => {
    const question = (input: object) => ({ ...input, direction });
    const { bands } = await askField('destination', { question });
    expect([bands[300], bands[800]]).toEqual([1, 2]);
  });
});
