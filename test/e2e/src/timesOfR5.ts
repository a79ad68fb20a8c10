import { catchment } from '@hinterland/engine/catchment';
import { placesInBands } from '@hinterland/engine/market';
import { snapOrigins } from '@hinterland/engine/snap';
import { NONE, type Territory } from '@hinterland/territory';

/**
 * Returns how much travel times in Porto Alegre differ from those that the documentation of r5r prints (its article on travel
 * time matrices, since version 2.3), on 2019-05-13 at 14:00, by the rules of R5: people walk 3.6 km/h and are at a stop a minute
 * before the vehicle departs. They may walk farther than 15 minutes to a stop there, which none of these journeys does.
 */
export function differencesFromR5(ours: Territory): { readonly id: string; readonly minutes: number }[] {
  const territory = byRulesOfR5(ours);
  const places = [PUBLIC_MARKET, ...R5_TIMES.map(({ lat, lng }) => ({ lat, lng }))];
  const snaps = snapOrigins(territory, 'walk', places);
  const timesFrom = (from: number, direction: 'inbound' | 'outbound', minute: number, minutes: number) => {
    const of = catchment(territory, {
      origins: [places[from]!],
      measure: 'time',
      mode: 'walk',
      traffic: 'normal',
      direction,
      limits: [3600],
      transit: {
        day: Date.parse('2019-05-13T00:00Z') / 86_400_000,
        fromMinute: minute,
        toMinute: minute + minutes,
        percentile: 50,
        maxRides: 3,
        maxWalkSeconds: 900,
      },
    });
    return placesInBands(
      of,
      places.map((place, i) => ({ place, snap: snaps[i]! })),
    ).map(({ cost }) => cost / 60_000);
  };
  const afternoon = 14 * 60;
  const median = timesFrom(0, 'outbound', afternoon, 10);
  const byMinute = Array.from({ length: 10 }, (_, minute) => timesFrom(0, 'outbound', afternoon + minute, 1));
  return R5_TIMES.flatMap(({ id, median: printed, left, byMinute: printedByMinute = {} }, i) => [
    { id, minutes: median[i + 1]! - printed },
    // Journeys begin at whole minutes there.
    { id: `${id}, arriving`, minutes: Math.ceil(timesFrom(i + 1, 'inbound', afternoon, 1)[0]!) - left },
    ...Object.entries(printedByMinute).map(([minute, time]) => ({
      id: `${id}, 14:0${minute}`,
      minutes: byMinute[Number(minute)]![i + 1]! - time,
    })),
  ]);
}

const PUBLIC_MARKET = { lat: -30.027565, lng: -51.227811 };

/**
 * Minutes from the public market to places: the median of the departures from 14:00 to 14:09, minutes before 14:00 at which one leaves
 * to arrive by then, and those of single departures.
 */
const R5_TIMES: readonly {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly median: number;
  readonly left: number;
  readonly byMinute?: Readonly<Record<number, number>>;
}[] = [
  {
    id: 'bus_central_station',
    lat: -30.023285,
    lng: -51.218856,
    median: 13,
    left: 14,
    byMinute: { 4: 13.2, 5: 13.8, 6: 12.8, 7: 14.7, 8: 15.5, 9: 14.5 },
  },
  {
    id: 'gasometer_museum',
    lat: -30.034038,
    lng: -51.240947,
    median: 12,
    left: 14,
    byMinute: { 0: 10.3, 1: 15.1, 2: 14.1, 3: 13.1, 4: 12.1 },
  },
  { id: 'santa_casa_hospital', lat: -30.030426, lng: -51.222396, median: 13, left: 14 },
  { id: 'townhall', lat: -30.028004, lng: -51.22865, median: 3, left: 4 },
  { id: 'piratini_palace', lat: -30.033625, lng: -51.230681, median: 14, left: 15 },
  { id: 'metropolitan_cathedral', lat: -30.033707, lng: -51.230028, median: 15, left: 16 },
  { id: 'farroupilha_park', lat: -30.036746, lng: -51.216111, median: 18, left: 20 },
  { id: 'moinhos_de_vento_hospital', lat: -30.024909, lng: -51.208565, median: 20, left: 24 },
  { id: 'farrapos_station', lat: -29.997721, lng: -51.197618, median: 20, left: 24 },
];

/** The same territory at the pace of R5's walkers, with a minute between the last moment to be at a stop and the departure. */
function byRulesOfR5(territory: Territory): Territory {
  const slower = (times: Uint32Array) => times.map((time) => (time === NONE ? NONE : Math.round((time * 5) / 3.6)));
  const walk = territory.weights['walk-normal']!;
  const { stops, times, walks } = territory.transit!;
  return {
    ...territory,
    weights: {
      ...territory.weights,
      'walk-normal': {
        ...walk,
        forwardMilliseconds: slower(walk.forwardMilliseconds),
        backwardMilliseconds: slower(walk.backwardMilliseconds),
      },
    },
    transit: {
      ...territory.transit!,
      stops: { ...stops, accessMillimeters: slower(stops.accessMillimeters) },
      times: { ...times, departureSeconds: times.departureSeconds.map((seconds) => seconds - 60) },
      walks: { ...walks, seconds: slower(walks.seconds) },
    },
  };
}
