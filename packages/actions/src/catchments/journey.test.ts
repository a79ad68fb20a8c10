import { drawnTimetable, withTimetable } from '@hinterland/engine/testing';
import { describe, expect, it } from 'vitest';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { contextOf } from '../testing/island.ts';
import { problem } from '../testing/network.ts';
import { islandWithShops } from '../testing/shops.ts';
import { transitQuery } from './journey.ts';
import { journeyMembers } from './journeyMembers.ts';

/** 2026-03-29: at 2:00 the clocks of Rome go on to 3:00, so that 2:30 is 3:30. */
const NIGHT = 20_541;
const { territory: bare } = islandWithShops();
const trip = { stops: [0, 1], arrivals: [3600, 7200], departures: [3600, 7200], days: [NIGHT] };
const stop = { edge: 0, positionMillimeters: 0, accessMillimeters: 0 };
const territory = withTimetable(bare, drawnTimetable({ zones: ['Europe/Rome'], stops: [stop, stop], trips: [trip] }));

describe('a window that the clocks skip', () => {
  const departure = { day: '2026-03-29', from: '02:30', to: '03:00' };
  const detail = expect.stringMatching(/clocks skip/);
  const refused = { code: 'validation_error', fields: { errors: [{ pointer: '#/departure/from', detail }] } };

  it('is refused at its place, in actions without a catchment of their own, too', () => {
    expect(problem(() => transitQuery(territory, { mode: 'transit', departure }))).toMatchObject(refused);
    const asked = { areas: ['XD'], sectors: ['food.bakery'], mode: 'transit', departure };
    const input = analysisMarketsSector.input.parse(asked);
    expect(problem(() => analysisMarketsSector.run(contextOf(territory), input))).toMatchObject(refused);
  });

  it('is none that reaches over the hour', () => {
    const over = { ...departure, from: '01:50', to: '03:10' };
    expect(transitQuery(territory, { mode: 'transit', departure: over })).toMatchObject({
      day: NIGHT,
      fromMinute: 110,
      toMinute: 190,
    });
  });
});

describe('a window without any trip on a day that has some', () => {
  const warned = (given: object, on = territory) => journeyMembers('territory').warningsIn(on, given);
  const departure = { day: '2026-03-29', from: '07:00', to: '09:00' };

  it('D165 is named with the hours of the day that have trips', () => {
    // From 1:00 to 2:00 of the service day, an hour more than the clock shows before the change.
    const detail =
      'No trip runs in Grid Island from 07:00 to 09:00 on 2026-03-29. There are trips from 00:00 to 01:01.';
    expect(warned({ mode: 'transit', departure })).toMatchObject([{ pointer: '#/departure', detail }]);
    expect(warned({ mode: 'car', compareModes: true, departure })).toMatchObject([{ pointer: '#/departure', detail }]);
    expect(warned({ mode: 'transit', departure: { ...departure, from: '01:01' } })).toHaveLength(1);
    expect(warned({ mode: 'transit', departure: { ...departure, from: '01:00' } })).toEqual([]);
    const monday = withTimetable(
      bare,
      drawnTimetable({ stops: [stop, stop], trips: [{ ...trip, days: [NIGHT - 27] }] }),
    );
    expect(warned({ mode: 'transit' }, monday)).toMatchObject([{ pointer: '#/mode' }]);
  });

  it('is none of other modes, of territories without timetables and of days without trips, which have their own refusals', () => {
    expect(warned({ mode: 'car' })).toEqual([]);
    expect(warned({ mode: 'car', compareModes: true }, bare)).toEqual([]);
    expect(warned({ mode: 'car', compareModes: true, departure: { ...departure, day: '2026-03-30' } })).toEqual([]);
  });
});
