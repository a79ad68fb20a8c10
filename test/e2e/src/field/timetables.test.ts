import { describe, expect, it } from 'vitest';
import { askField, hasField } from './lab.ts';

const withFeed = (feed: string) => (recipe: string) => recipe.replace('feed.zip', feed);

describe.skipIf(!hasField)('timetables of the field (need ../shared/field)', () => {
  it('a night of a typical day has the trips of the day before', async () => {
    const { bands } = await askField('timetable', { ask: 'ask-night.json', change: withFeed('night.zip') });
    expect(bands[3000]).toBe(2);
  });

  it('an archive with two folders is two timetables', async () => {
    const one = await askField('timetable');
    const both = await askField('timetable', { change: withFeed('two-folders.zip') });
    expect(both.bands).toEqual(one.bands);
    expect(both.warnings.join()).toMatch(/holds 2 timetables in folders of their own, which are all read: bus, rail\./);
  });

  it('F15: nobody boards at S0 where the code is written "1.0"', async () => {
    const { bands } = await askField('timetable', { change: withFeed('pickup-decimal.zip') });
    expect(bands[3000]).toBe(1);
  });

  it('a trip whose frequency is left out does not run at the times of its template', async () => {
    const { bands } = await askField('timetable', { change: withFeed('frequency-over-midnight.zip') });
    expect(bands[3000]).toBe(1);
  });
});
