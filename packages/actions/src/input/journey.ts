import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { MODES, type Mode } from '@hinterland/catalogue';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { z } from 'zod';
import { choiceMessage, integerIn, kindOf } from './numbers.ts';

/** Modes of actions that know journeys by public transport. */
export const JOURNEY_MODES = [...MODES, 'transit'] as const;

const DAY_KINDS = ['weekday', 'saturday', 'sunday'] as const;

/** Longest window: a travel time is computed for each of its minutes. */
const WINDOW_MINUTES_MAX = 240;
const RIDES_MAX = 5;
const WALK_MINUTES_MAX = 30;
/** Longest ride to the first stop: about as far as the longest walk. */
export const BICYCLE_ACCESS_MINUTES = 10;

const ACCESSES = ['walk', 'bicycle'] as const;

/** Values of the fields that a call leaves out. */
export const JOURNEY_DEFAULTS = {
  departure: { day: 'weekday', from: '07:00', to: '09:00' },
  percentile: 50,
  maxRides: 3,
  maxWalkMinutes: 15,
  access: 'walk',
} as const;

const clock = (name: string, latest: string) =>
  z
    .string({ error: ({ input }) => asMessage(said('time_not', { name, given: kindOf(input) })) })
    .regex(name === 'to' ? /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/ : /^([01]\d|2[0-3]):[0-5]\d$/, {
      error: () => asMessage(said('time_of_day', { name, last: latest })),
    });

const DAYS = `${DAY_KINDS.join(', ')} or a date such as "2026-10-26"`;

/** Two schemas, so that forms can offer the kinds of days, and a calendar. */
const day = z.union(
  [
    z.enum(DAY_KINDS),
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, `day must be ${DAYS}.`)
      .refine(isDate, 'day is no date of the calendar.')
      .meta({ format: 'date' }),
  ],
  { error: ({ input }) => `day must be ${DAYS}, not ${kindOf(input)}.` },
);

/** Says in a schema with which modes a member has an effect, and what holds where it is left out: a `default` would be sent with any mode. */
const withModes = (modes: readonly (typeof JOURNEY_MODES)[number][], usual?: string | number) => ({
  'x-service-modes': modes,
  ...(usual === undefined ? {} : { 'x-service-default': usual }),
});

/** Fields of journeys by public transport. `journeyRule` must be added to the object that includes them. */
export const journeyFields = {
  mode: z
    .enum(JOURNEY_MODES, { error: choiceMessage('mode', JOURNEY_MODES) })
    .default('car')
    .describe('How people travel. transit: on foot and by public transport, where the territory has timetables'),
  departure: z
    .object({
      day: day
        .default(JOURNEY_DEFAULTS.departure.day)
        .describe(
          'weekday, saturday or sunday: the day of that kind with the most trips, which the answer names. Or a date, YYYY-MM-DD',
        )
        .meta(withModes(['transit'])),
      from: clock('from', '23:59').default(JOURNEY_DEFAULTS.departure.from).describe('Start of the window, HH:MM'),
      to: clock('to', '24:00')
        .default(JOURNEY_DEFAULTS.departure.to)
        .describe('End of the window, itself excluded, HH:MM'),
    })
    .superRefine(({ from, to }, context) => {
      const minutes = minuteOf(to) - minuteOf(from);
      if (minutes >= 1 && minutes <= WINDOW_MINUTES_MAX) return;
      const message = asMessage(said('window', { from, to, most: WINDOW_MINUTES_MAX }));
      context.addIssue({ code: 'custom', path: ['to'], message });
    })
    .optional()
    .describe(
      `With mode transit: when people leave (inbound: arrive), at each whole minute of a window of 1 to ${WINDOW_MINUTES_MAX} minutes. Default: a weekday from 07:00 to 09:00. With mode car, where the territory has speeds by hour of the day: cars drive at those of the hour in which the middle of the window lies, on all days the same; left out, at those of traffic alone`,
    )
    .meta({ examples: [{ day: 'saturday', from: '10:00', to: '12:00' }], ...withModes(['transit', 'car']) }),
  percentile: integerIn({ name: 'percentile', unit: 'percent_unit', min: 5, max: 95 })
    .optional()
    .describe(
      `With mode transit: the travel time that this share of the departures, in percent, does not exceed, 5 to 95. Default ${JOURNEY_DEFAULTS.percentile}`,
    )
    .meta(withModes(['transit'], JOURNEY_DEFAULTS.percentile)),
  maxRides: integerIn({ name: 'maxRides', unit: 'rides', min: 1, max: RIDES_MAX })
    .optional()
    .describe(`With mode transit: most vehicles of a journey, 1 to ${RIDES_MAX}. Default ${JOURNEY_DEFAULTS.maxRides}`)
    .meta(withModes(['transit'], JOURNEY_DEFAULTS.maxRides)),
  maxWalkMinutes: integerIn({ name: 'maxWalkMinutes', unit: 'minutes', min: 1, max: WALK_MINUTES_MAX })
    .optional()
    .describe(
      `With mode transit: longest walk to the first stop and longest walk from the last one, 1 to ${WALK_MINUTES_MAX} minutes each. Default ${JOURNEY_DEFAULTS.maxWalkMinutes}. People may walk all the way, as far as the longest travel time allows.`,
    )
    .meta(withModes(['transit'], JOURNEY_DEFAULTS.maxWalkMinutes)),
  access: z
    .enum(ACCESSES, { error: choiceMessage('access', ACCESSES) })
    .optional()
    .describe(
      `With mode transit: how people come to the first stop. bicycle: a ride of at most ${BICYCLE_ACCESS_MINUTES} minutes; it is left there, so the last way is walked. They may ride all the way, too. Outbound the first stop is near the origin, else near the residents. Default ${JOURNEY_DEFAULTS.access}`,
    )
    .meta(withModes(['transit'], JOURNEY_DEFAULTS.access)),
} as const;

/** The fields after parsing. */
export type JourneyInput = z.output<z.ZodObject<typeof journeyFields>>;

export const TRANSIT_FIELDS = ['departure', 'percentile', 'maxRides', 'maxWalkMinutes', 'access'] as const;

/** Says where fields of public transport come without it, or a departure with distances, and where it comes with a reach that is no time. */
export function journeyRule(
  input: Partial<JourneyInput> & {
    readonly bandMeters?: unknown;
    readonly radiusMeters?: unknown;
    readonly compareModes?: boolean;
  },
  context: z.RefinementCtx,
): void {
  const issue = (name: string, sentence: Sentence) =>
    context.addIssue({ code: 'custom', path: [name], message: asMessage(sentence) });
  if (input.mode === 'transit' || input.compareModes === true) {
    const measures = input.mode === 'transit' ? 'transit_time' : 'compare_time';
    for (const name of ['bandMeters', 'radiusMeters'] as const) {
      if (input[name] !== undefined) issue(name, said(measures, { name }));
    }
    return;
  }
  for (const name of TRANSIT_FIELDS) {
    if (input[name] === undefined) continue;
    if (input.mode !== 'car') {
      issue(name, said('only_transit', { name, mode: { word: String(input.mode) } }));
    } else if (name !== 'departure') {
      issue(name, said('only_transit_car', { name }));
    } else if (input.bandMeters !== undefined || input.radiusMeters !== undefined) {
      const given = input.bandMeters === undefined ? 'radiusMeters' : 'bandMeters';
      issue(name, said('departure_time', { name: given }));
    }
  }
}

/** Says where fields of public transport come without origins, in actions that travel to and from origins alone. */
export function noJourneyRule(input: Partial<JourneyInput>, context: z.RefinementCtx): void {
  for (const name of TRANSIT_FIELDS) {
    if (input[name] === undefined) continue;
    const message = asMessage(said('needs_origins', { name }));
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

export const isDayKind = (text: string): text is (typeof DAY_KINDS)[number] => DAY_KINDS.some((kind) => kind === text);

/** The mode of the leg at the residents, who set out by bicycle where they travel inbound; every mode but transit is its own. */
export const roadModeOf = ({
  mode,
  access,
  direction = 'inbound',
}: Pick<JourneyInput, 'mode' | 'access'> & { readonly direction?: CatchmentQuery['direction'] }): Mode =>
  mode !== 'transit' ? mode : access === 'bicycle' && direction === 'inbound' ? 'bicycle' : 'walk';

/** Minutes after midnight of "07:30". */
export function minuteOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** The time of day of minutes after midnight, "07:30". */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Days from 1970-01-01 to a date, and the date of such a day. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const dateOf = (dayNumber: number): string => new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);

function isDate(text: string): boolean {
  const at = dayOf(text);
  return !Number.isNaN(at) && dateOf(at) === text;
}
