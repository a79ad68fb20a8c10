import { fold } from '@hinterland/catalogue';
import { editDistance } from '../errors/nearestName.ts';
import { countryNames, countryOf } from './countries.ts';
import type { Candidate } from './namesakes.ts';
import { fullName } from './places.ts';
import { namedTowns } from './towns.ts';

/** Candidates that are offered. */
const MOST = 5;
/** Letters of a name in which two slips, not one, are likely. */
const LONG_LETTERS = 6;

const FAR_LESS_LIKELY = 100;

/** Places whose names are within one slip of a text, or two of a longer one: the fewest slips first, then the most people. */
export function nearNames(text: string): Candidate[] {
  const key = fold(text);
  const most = key.length < LONG_LETTERS ? 1 : 2;
  if (key.length < 4) return [];
  const found = new Map<string, Candidate & { readonly slips: number }>();
  const offer = (name: string, population: number, slips: number) => {
    const known = found.get(name);
    if (known === undefined || known.slips > slips) found.set(name, { name, population, slips });
  };
  const slipsOf = (name: string) => (Math.abs(name.length - key.length) > most ? most + 1 : editDistance(key, name));
  for (const [name, { codes, isOwn }] of countryNames()) {
    const slips = isOwn ? slipsOf(name) : most + 1;
    if (slips <= most) for (const code of codes) offer(countryOf(code)!.name, countryOf(code)!.population, slips);
  }
  for (const { town, names } of namedTowns()) {
    const slips = Math.min(...names.map(slipsOf));
    if (slips <= most) offer(fullName(town), town.population, slips);
  }
  // A slip more is likelier than a village of which nobody has heard.
  const weight = ({ population, slips }: { population: number; slips: number }) => population / 20 ** slips;
  const sorted = [...found.values()].sort((a, b) => weight(b) - weight(a));
  return sorted
    .filter((one) => weight(one) >= weight(sorted[0]!) / FAR_LESS_LIKELY)
    .slice(0, MOST)
    .map(({ name, population }) => ({ name, population }));
}
