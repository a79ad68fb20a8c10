import { fold } from '@hinterland/catalogue';
import { ImportError } from '../errors/importError.ts';
import { type Country, countriesCalled, countryCalled, countryOf } from './countries.ts';
import { type NameParts, namePartsOf, splitsOf, withoutNumbers } from './nameParts.ts';
import { type Candidate, Namesakes } from './namesakes.ts';
import { nearNames } from './nearNames.ts';
import type { Place } from './place.ts';
import { countryPlace, extractCalled, extractPlace, fullName, subdivisionPlace, townPlace } from './places.ts';
import {
  type Subdivision,
  subdivisionsAbbreviated,
  subdivisionsCalled,
  subdivisionText,
  townsOfSubdivision,
} from './subdivisions.ts';
import { isOwnName, type Town, townsCalled } from './towns.ts';

/** A town stands for its name alone where it has so many people, and so many times those of the next one. */
const KNOWN_PEOPLE = 100_000;
const KNOWN_TIMES = 10;
/** Namesakes that a sentence lists. */
const LISTED = 12;
/** Names that a note lists. */
const NOTED = 3;

/**
 * Returns the town, country or region that a name means, with what stands behind it to say which. A town's own name beats a
 * country's in another language. Where two are likely, and wherever a town of 100,000 people would give way to a place in another country,
 * it asks: throws Namesakes with the candidates. Throws ImportError with near names where none has it.
 */
export function namedPlace(text: string, radiusKm: number): Place {
  const extract = text.includes('/') ? extractCalled(text) : undefined;
  if (extract !== undefined) return extractPlace(extract, []);
  // The name itself may have a comma, a bracket or a number: "Halle (Saale)", "Sector 3".
  const readings = [
    { name: text, rest: [] },
    namePartsOf(text),
    withoutNumbers(text),
    ...splitsOf(withoutNumbers(text)),
  ];
  for (const { name, rest } of readings) {
    if (name === '') continue;
    const found = rest.length === 0 ? alone(name, radiusKm) : within(name, rest, radiusKm);
    if (found !== undefined) return found;
  }
  throw unknownPlace(text, withoutNumbers(text));
}

/** A name by itself: undefined where nothing has it. */
function alone(name: string, radiusKm: number): Place | undefined {
  const called = countriesCalled(name);
  const country = countryOf(called?.codes[0] ?? '');
  const named = townsNamed(name);
  const own = named.filter((town) => isOwnName(town, name));
  const states = subdivisionsCalled(name).filter((one) => townsOfSubdivision(one).length > 0);
  if (called !== undefined && called.codes.length > 1)
    throw asked(
      name,
      called.codes.map((code) => candidateOfCountry(countryOf(code)!)),
    );
  if (country !== undefined && (called!.isOwn || own.length === 0)) return countryOr(country, own, states, name);
  const towns = bestNamed(name, named);
  const [largest] = towns;
  const region = regionCalled(name, states);
  if (region !== undefined && (largest === undefined || largest.population < KNOWN_PEOPLE)) {
    return region(alsoCalled(own.map((town) => `"${fullName(town)}"`)));
  }
  if (largest === undefined) return undefined;
  if (country !== undefined && largest.population < KNOWN_PEOPLE) {
    throw asked(name, [candidateOfCountry(country), ...distinct(towns).map(candidateOfTown)]);
  }
  // Ontario is a town in California, and a region elsewhere with many more people.
  const larger = states.filter((one) => one.country !== largest.country && peopleOf(one) > largest.population);
  if (larger.length > 0) throw asked(name, [...larger.map(candidateOfState), ...distinct(towns).map(candidateOfTown)]);
  const also = country === undefined ? [] : [candidateOfCountry(country)];
  return townOf(name, { towns, own, also }, radiusKm, [
    ...(country === undefined ? [] : [`In another language ${country.name} is called so, which is ${country.code}.`]),
    ...(states.length === 0 ? [] : [`A region is called so, too: "${subdivisionText(states[0]!)}".`]),
  ]);
}

/** A country whose own name this is, unless a region or large town elsewhere has it, too. */
function countryOr(country: Country, own: readonly Town[], states: readonly Subdivision[], name: string): Place {
  const abroad = own.filter((town) => town.country !== country.code);
  const otherStates = states.filter((state) => state.country !== country.code && fold(state.name) === fold(name));
  const isCode = /^[A-Z]{2,3}$/.test(name);
  const large = isCode ? [] : abroad.filter(({ population }) => population >= KNOWN_PEOPLE);
  if (large.length > 0 || otherStates.length > 0) {
    throw asked(name, [
      candidateOfCountry(country),
      ...otherStates.map(candidateOfState),
      ...large.map(candidateOfTown),
    ]);
  }
  return countryPlace(country, alsoCalled(own.map((town) => `"${fullName(town)}"`)));
}

/** A region by its own name in one of several languages, or by that of an extract. */
function regionCalled(name: string, states: readonly Subdivision[]): ((notes: readonly string[]) => Place) | undefined {
  const extract = extractCalled(name);
  const [state, ...others] = states.toSorted((a, b) => peopleOf(b) - peopleOf(a));
  if (state === undefined) return extract === undefined ? undefined : (notes) => extractPlace(extract, notes);
  const rivals = others.filter((other) => peopleOf(state) < KNOWN_TIMES * peopleOf(other));
  if (rivals.length === 0) return (notes) => subdivisionPlace(state, notes);
  return () => {
    throw asked(name, [state, ...rivals].map(candidateOfState));
  };
}

/**
 * The town of a name among its namesakes. Asks where none of them is far larger, or where another country has a large one; `also` are
 * other places that may be meant then.
 */
function townOf(
  name: string,
  { towns, own, also }: { towns: readonly Town[]; own: readonly Town[]; also: readonly Candidate[] },
  radiusKm: number,
  notes: readonly string[],
): Place {
  // Of several in one region the largest is meant: no name says which.
  const [largest, next] = distinct(towns) as [Town, ...Town[]];
  const isKnown =
    next === undefined || (largest.population >= KNOWN_PEOPLE && largest.population >= KNOWN_TIMES * next.population);
  const passed = own.filter((town) => town.country !== largest.country && town.population >= KNOWN_PEOPLE);
  if (!isKnown || passed.length > 0) {
    throw asked(name, [...also, ...distinct([...towns, ...passed]).map(candidateOfTown)]);
  }
  const others = towns
    .filter((town) => town !== largest)
    .slice(0, NOTED)
    .map((other) => (fullName(other) === fullName(largest) ? `${other.lat},${other.lng}` : `"${fullName(other)}"`));
  return townPlace(largest, radiusKm, [
    ...(others.length === 0
      ? []
      : [`The largest of ${towns.length} places of that name is taken; others are ${others.join(', ')}.`]),
    ...notes,
  ]);
}

/** The largest town of each full name. */
const distinct = (towns: readonly Town[]): Town[] =>
  [...new Map(towns.toReversed().map((town) => [fullName(town), town])).values()].sort(
    (a, b) => b.population - a.population,
  );

const alsoCalled = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`${names.length === 1 ? 'A town is' : 'Towns are'} called so, too: ${names.slice(0, NOTED).join(', ')}.`];

/** Letters that a name must have: no town is meant by "12", and few are by two letters, as in Bo. */
const LEAST_LETTERS = 3;

function townsNamed(name: string): readonly Town[] {
  const key = fold(name);
  if (!/\p{L}/u.test(key)) return [];
  const towns = townsCalled(name);
  const isShort = /^[a-z0-9 ]*$/.test(key) && key.length < LEAST_LETTERS;
  return isShort ? towns.filter((town) => isOwnName(town, name)) : towns;
}

/** Of towns, those that bear the name themselves, unless one that has it as another name is far larger. */
function bestNamed(name: string, towns: readonly Town[]): readonly Town[] {
  const own = towns.filter((town) => isOwnName(town, name));
  const isOutgrown = own.length > 0 && towns[0]!.population >= KNOWN_TIMES * own[0]!.population;
  return own.length === 0 || isOutgrown ? towns : own;
}

/** A name with words behind it that say where. Undefined where nothing has it there. */
function within(name: string, rest: readonly string[], radiusKm: number): Place | undefined {
  const wheres = rest.map(whereOf);
  const towns = bestNamed(
    name,
    wheres.reduce<readonly Town[]>(
      (left, { isIn, isInCountry }) => left.filter((town) => isIn(town) || isInCountry(town)),
      townsNamed(name),
    ),
  );
  if (towns.length === 0) {
    const states = subdivisionsCalled(name).filter(
      (one) => townsOfSubdivision(one).length > 0 && rest.every((word) => countryCalled(word)?.code === one.country),
    );
    return states[0] === undefined ? undefined : subdivisionPlace(states[0], []);
  }
  // "Salem, IN" may be in Indiana and in India.
  for (const { isIn, isInCountry } of wheres) {
    const [inState, inCountry] = [towns.filter(isIn), towns.filter(isInCountry)];
    if (inState.length > 0 && inCountry.length > 0 && !inState.some(isInCountry)) {
      throw asked(name, [inCountry[0]!, inState[0]!].map(candidateOfTown));
    }
  }
  return townOf(name, { towns, own: [], also: [] }, radiusKm, []);
}

interface Where {
  readonly isInCountry: (town: Town) => boolean;
  /** In a state or region. */
  readonly isIn: (town: Town) => boolean;
}

/** What a country, a region or the abbreviation of a state behind a name means. */
function whereOf(word: string): Where {
  const codes = countriesCalled(word)?.codes ?? [];
  const key = fold(word);
  const states = new Set(
    [...subdivisionsCalled(word), ...subdivisionsAbbreviated(word)].map(({ country, name }) => `${country} ${name}`),
  );
  return {
    isInCountry: ({ country }) => codes.includes(country),
    isIn: ({ country, region }) =>
      states.has(`${country} ${region}`) || (key.length >= LEAST_LETTERS && ` ${fold(region)} `.includes(` ${key} `)),
  };
}

const candidateOfTown = (town: Town): Candidate => ({ name: fullName(town), population: town.population });
const candidateOfCountry = ({ name, population }: Country): Candidate => ({ name, population });
const candidateOfState = (one: Subdivision): Candidate => ({ name: subdivisionText(one), population: peopleOf(one) });
const peopleOf = (one: Subdivision): number =>
  townsOfSubdivision(one).reduce((sum, { population }) => sum + population, 0);

const people = (count: number) => (count > 0 ? `, ${count.toLocaleString('en-US')} people` : '');

function asked(name: string, candidates: readonly Candidate[]): Namesakes {
  const sorted = candidates.toSorted((a, b) => b.population - a.population);
  const shown = sorted.slice(0, LISTED).map((one) => `  "${one.name}"${people(one.population)}`);
  const more = sorted.length > LISTED ? `\n  and ${sorted.length - LISTED} more` : '';
  return new Namesakes(
    `${sorted.length} places are called ${name}. Say which, with its region or country, or as a point lat,lng:\n${shown.join('\n')}${more}`,
    sorted.slice(0, LISTED),
  );
}

/** Letters of any script and what stands between words: of anything else no name is a slip away. */
const PLAIN = /^[\p{L}\p{M}\p{N}\s'’.,()/-]+$/u;

function unknownPlace(text: string, { name, rest }: NameParts): ImportError {
  const elsewhere = rest.length > 0 ? townsNamed(name) : [];
  if (elsewhere.length > 0) {
    const names = [...new Set(elsewhere.map(({ country }) => countryOf(country)?.name ?? country))].slice(0, 8);
    return new ImportError(`No place is called "${text}". ${name} is a place in ${names.join(', ')}.`);
  }
  if (name === '')
    return new ImportError(
      `"${text}" is a number, and no place is found by one. Give the name of the town, or a point lat,lng.`,
    );
  const near = PLAIN.test(text) ? nearNames(name) : [];
  if (near.length > 0) {
    const shown = near.map((one) => `  "${one.name}"${people(one.population)}`);
    return new Namesakes(`No place is called "${text}". Near names are:\n${shown.join('\n')}`, near);
  }
  return new ImportError(
    `No place is called "${text}". The table has towns of 5,000 people and more; of a smaller place give a point, such as 48.41,15.61, and a radius.`,
  );
}
