import type { Figure, Role } from '@hinterland/answers/plan';
import { z } from 'zod';

// The members of answers, each with its meaning: unit, base, role. They stand as `x-figure` in the published schemas, and every reader
// (tables, files, map, web app, assistant, clients) takes title and unit from there. Add `.describe(…)` for what people read of it.

type More = Figure;

/** Makes the helper of a unit: a number with it, and `whole` for a number that is an integer. */
function measured(unit: string, common: More = {}) {
  const meta = (more: More) => ({ 'x-figure': { unit, ...common, ...more } satisfies Figure });
  return Object.assign((more: More = {}) => z.number().meta(meta(more)), {
    whole: (more: More = {}) => z.int().meta(meta(more)),
  });
}

/** People, families or whoever is counted; not whole, since shares of census units are added up. */
export const people = measured('persons');
/** What is a part of something; `base` says of what: a member beside it, or words. */
type Part = More & { readonly base: string };
/** A part of 1. */
export const share = (more: Part) => measured('share')(more);
/** A part of 100. */
export const percent = (more: Part) => measured('percent')(more);
/** A part of 100 of what the answer itself gives as the base of its field. */
export const percentOfBase = measured('percent');
export const percentPerYear = (more: Part) => measured('percent_per_year')(more);
/** How often something is another: a quotient around 1. */
export const times = measured('times');
export const seconds = measured('seconds');
export const minutes = measured('minutes');
export const days = measured('days');
export const months = measured('months');
export const meters = measured('meters');
export const squareMeters = measured('square_meters');
export const squareKm = measured('square_km');
/** Degrees of latitude or longitude, WGS 84. */
export const degrees = measured('degrees');
/** Money of a year in the currency of the answer. `unitFrom` names the member that says otherwise. */
export const money = measured('currency_per_year');
/**
 * Money that people spend, or the part of it that a model gives to stores, in the unit that `unitFrom` names; `demandErrorShare` of the same object
 * or of one around it says how far off modelled spend is.
 */
export const spend = (unitFrom: string, more: More = {}) => money({ unitFrom, errorFrom: 'demandErrorShare', ...more });
/** Credits of the service. */
export const credits = measured('credits');
/** A number around 100 or between −100 and 100, which has no unit. */
export const index = measured('index');
/** From 0 to 100, the best of an answer has 100. */
export const score = measured('score');
/** Of things per 10,000 residents. */
export const per10000 = measured('per_10000', { base: 'residents' });
/** A number that has no unit: a rank, a position, an exponent, a year. */
export const plain = measured('none');

type Counted = 'stores' | 'listings' | 'addresses' | 'rows' | 'areas' | 'points' | 'places' | 'rooms' | 'count';
/** A whole number of things. */
export const count = (of: Counted = 'count', more: More = {}) =>
  z.int().meta({ 'x-figure': { unit: of, ...more } satisfies Figure });

/** A number whose unit a member says, in the same object or in one around it. */
export const inUnitOf = (unitFrom: string, more: More = {}) =>
  z.number().meta({ 'x-figure': { unitFrom, ...more } satisfies Figure });
/** A number in the unit of the member that holds it. */
export const ofHolder = measured('of_holder');
/** A number in the unit that the answer itself gives for its field. */
export const described = measured('described');

const inRole =
  (role: Role) =>
  (more: Omit<Figure, 'role'> = {}) => ({ 'x-figure': { role, ...more } satisfies Figure });

// Roles, for `.meta(…)` of any schema.
/** What people call the row. */
export const name = inRole('name');
/** What identifies the row. */
export const key = inRole('key');
/** A word of the service that tells rows apart. */
export const kind = inRole('kind');
/** A geometry, which maps draw. */
export const shape = inRole('shape');
/** What says how the rest was computed. */
export const background = inRole('background');
/** The place on a road. */
export const snapped = inRole('snapped');
/** Versions of the data. */
export const versions = inRole('versions');
/** What pages show elsewhere, or not at all. */
export const elsewhere = inRole('elsewhere');
/** A rule by which the rest was computed, as a figure. */
export const basis = inRole('basis');
/** What programs read beside the figures. */
export const aside = inRole('aside');
/** Sentences beside the figures. */
export const note = inRole('note');
/** What repeats the question, or names a band. */
export const echo = inRole('echo');
/** What ends the names of columns of its members. */
export const suffix = inRole('suffix');
// Roles of members of inputs.
/** A list of places that rows of a table can be. */
export const places = inRole('places');
/** Latitude or longitude of the place of a call. */
export const place = inRole('place');
/** Limits of bands. */
export const limit = inRole('limit');
/** Areas by code, or a drawn one. */
export const area = inRole('area');

/** What only holds others together. */
export const group = inRole('group');

/** A list whose items `key` tells apart for good: each has columns of its own in a table with a row per answer. */
export const list = (key: string) => ({ 'x-figure': { key } satisfies Figure });
