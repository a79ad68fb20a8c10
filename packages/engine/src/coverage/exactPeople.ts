import { NONE, type Territory } from '@hinterland/territory';

/** Steps per person: 2^22, so that sums up to 2^31 people are exact in the 53 bits of a Float64. */
const STEPS = 2 ** 22;

/**
 * Persons on one pole rounded to whole steps of 2^-22. Sums of such numbers are exact, so they depend neither on the order
 * of the terms nor on how the work was divided: identities between the figures of a network hold to the last bit, two
 * stores of equal load are truly tied, and a lazy plan is the eager one. The rounding moves the people of ten million
 * poles by about a thousandth of a person in all.
 */
export function exactPeople(persons: number): number {
  return Math.round(persons * STEPS) * (1 / STEPS);
}

/** Returns a function that gives the persons (or families) of a measure on a pole, exact to sum. In: the measure by unit. */
export function peopleOfPoles(territory: Territory, unitValues: Float64Array): (pole: number) => number {
  const { unit, share } = territory.sociodemo!.poleUnits;
  return (pole) => {
    const row = unit[pole]!;
    return row === NONE ? 0 : exactPeople(unitValues[row]! * share[pole]!);
  };
}
