import type { Figure } from './figure.ts';

export type { Figure };

/** How the numbers of a unit are shown beside a title. */
export interface Measure {
  /** The same in every language; empty where the title says the unit, or where there is none. */
  readonly sign: string;
  /** A value times this has the sign. */
  readonly factor: number;
}

/** What is counted: whole numbers, whose titles say of what. */
const COUNTED = /^(persons|families|households|stores|listings|addresses|rows|areas|points|places|count)$/;
export const isWhole = ({ unit = '' }: Figure): boolean => COUNTED.test(unit);

/** Units that are no word beside a number: it is counted, or has none. */
export const isSilent = (figure: Figure): boolean =>
  isWhole(figure) ||
  /^(none|of_holder|described|own|credits|index|score|degrees|per_10000|times)?$/.test(figure.unit ?? '');

const NONE: Measure = { sign: '', factor: 1 };
const SIGNS: ReadonlyMap<string, Measure> = new Map([
  ['share', { sign: '%', factor: 100 }],
  ['percent', { sign: '%', factor: 1 }],
  ['seconds', { sign: 'min', factor: 1 / 60 }],
  ['minutes', { sign: 'min', factor: 1 }],
  ['meters', { sign: 'm', factor: 1 }],
  ['square_meters', { sign: 'm²', factor: 1 }],
  ['square_km', { sign: 'km²', factor: 1 }],
]);

/** Returns how a figure is shown. Money and other units that a sign cannot say have none: `unitName` has their words. */
export const measureIn = ({ unit = '' }: Figure): Measure => SIGNS.get(unit) ?? NONE;
