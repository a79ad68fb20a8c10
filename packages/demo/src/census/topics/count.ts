import type { People } from '../people.ts';

export const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** Persons from an age class on. */
export function aged(people: People, fromClass: number): number {
  return sum(people.male.slice(fromClass)) + sum(people.female.slice(fromClass));
}
