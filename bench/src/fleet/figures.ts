import type { Measured } from './measured.ts';

export const CONNECTIONS = 50;
/** Places in turn, so many that no process still has the answer when one comes again. */
export const PLACES = 4000;

/** Kinds of calls, as `callsFrom` has them. */
export const CALLS = ['free', 'onePlace', 'manyPlaces'] as const;
export type CallKind = (typeof CALLS)[number];

/** As tables name them. */
export const NAMES: Readonly<Record<CallKind, string>> = {
  free: 'free',
  onePlace: 'charged, one place',
  manyPlaces: `charged, ${PLACES} places`,
};

/** Everything that was measured, all rounds together. */
export interface FleetFigures {
  /** One process, most connections first. */
  readonly one: Readonly<Record<CallKind, readonly Measured[]>>;
  readonly two: Readonly<Record<CallKind, Measured>>;
  /** Two processes by the clock, times one, round by round. */
  readonly ratios: Readonly<Record<CallKind, readonly number[]>>;
  /** A process at rest, per second: milliseconds of the database and of its own thread, statements. */
  readonly rest: { readonly database: number; readonly main: number; readonly statements: number };
  readonly accountPerSecond: number;
  /** Most memory of a process. */
  readonly megabytes: number;
}
