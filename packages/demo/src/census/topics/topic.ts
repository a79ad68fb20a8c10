import type { TopicCode } from '@hinterland/catalogue';
import type { SeededRandom } from '@hinterland/geo';
import type { TopicInput } from '@hinterland/importers';
import type { Distribution } from '@hinterland/territory';
import type { Columns } from '../columns.ts';
import type { People } from '../people.ts';
import type { Profile } from '../profile.ts';

/** A unit to be counted. Each topic draws from the same random numbers, so topics have an order. */
export interface Counted {
  /** Columns of the topic. */
  readonly columns: Columns;
  readonly row: number;
  readonly profile: Profile;
  readonly people: People;
  readonly random: SeededRandom;
  /** A figure of the unit in an earlier topic. */
  readonly of: (topic: TopicCode, field: string) => number;
}

/** A topic of the census: what it says of itself, and how its fields are filled in. */
export interface Topic {
  readonly note: string;
  readonly distributions?: readonly Distribution[];
  readonly lists?: TopicInput['entry']['lists'];
  fill(counted: Counted): void;
}

/** A distribution by the lower limits of its classes, the last of them open. */
export const classes = (name: string, unit: string, meaning: string, lower: readonly number[]): Distribution => ({
  name,
  unit,
  meaning,
  limits: lower.map((limit, i) => [limit, lower[i + 1] ?? null]),
});

type Labels = readonly (readonly [key: string, title: string])[];

export const titled = (list: Labels) => list.map(([key, title]) => ({ key, title }));

export const keysOf = (list: Labels) => list.map(([key]) => key);
