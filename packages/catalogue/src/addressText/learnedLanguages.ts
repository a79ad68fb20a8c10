import { countryHabits, LANGUAGE_MARK } from '../countries/countries.ts';
import { LANGUAGES, type LanguageCode } from '../languages/languages.ts';
import { fold } from './fold.ts';

/** Names that are looked at. */
const MOST_NAMES = 2_000;
/** The least share of names that have kinds of streets of a language. */
const LEAST_SHARE = 0.3;
/** Languages with as much of the best one's share are taken, too: some share their kinds of streets. */
const AS_GOOD = 0.8;
/** Shorter words are abbreviations, and mean different things in different languages. */
const SHORTEST_KIND = 4;

/**
 * Returns countries for the reading of addresses: those given, and behind a country whose languages the catalogue does not know, the
 * languages whose kinds of streets its own street names have, as "@en".
 */
export function withLearnedLanguages(
  countries: readonly string[],
  streetNames: () => readonly string[],
): readonly string[] {
  const isKnown = (code: string) => countryHabits(code).streetLanguages.length > 0;
  if (countries.length === 0 || countries.some(isKnown)) return countries;
  const learned = languagesOfNames(streetNames());
  return learned.length === 0 ? countries : [...countries, ...learned.map((code) => `${LANGUAGE_MARK}${code}`)];
}

function languagesOfNames(names: readonly string[]): LanguageCode[] {
  const step = Math.max(1, Math.floor(names.length / MOST_NAMES));
  const words = names.filter((_, i) => i % step === 0).map((name) => fold(name).split(' '));
  const shares = (Object.keys(LANGUAGES) as LanguageCode[]).map((code) => {
    const { types, glued = [] } = LANGUAGES[code];
    const kinds = new Set(
      types.flatMap((group) => group.split(' ').map(fold)).filter((word) => word.length >= SHORTEST_KIND),
    );
    const endings = glued.flatMap((group) => group.split(' ')).filter((word) => word.length >= SHORTEST_KIND);
    const has = (word: string) =>
      kinds.has(word) || endings.some((ending) => word.length > ending.length && word.endsWith(ending));
    return { code, share: words.filter((one) => one.some(has)).length / Math.max(1, words.length) };
  });
  const best = Math.max(...shares.map(({ share }) => share));
  return shares
    .filter(({ share }) => share >= LEAST_SHARE && share >= AS_GOOD * best)
    .sort((a, b) => b.share - a.share)
    .map(({ code }) => code);
}
