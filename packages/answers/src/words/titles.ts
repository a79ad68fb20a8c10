import type { Texts } from './keys.ts';
import { LANGUAGES } from './languages.ts';
import type { Words } from './words.ts';

/** What is asked, as the app titles it: "Is there room for another shop? Bakeries · Harbourside". */
interface AskedTitle {
  /** Id of the action that answers. */
  readonly actionId: string;
  /** Codes of the sectors that are named. */
  readonly sectors: readonly string[];
  /** The place by its name, or how many places; empty where nothing is said of them. */
  readonly where: string | number;
}

const QUESTION = 'ask.';
const SECTOR = 'sector.';
const BETWEEN = ' · ';

/** Reads a title that the app made, in whichever language it did; null for a name that somebody gave. */
export function askedTitleOf(name: string, textsOf: (language: string) => Texts): AskedTitle | null {
  for (const language of LANGUAGES) {
    const texts = textsOf(language);
    const question = keysOf(texts, QUESTION)
      .filter((key) => name === texts[key] || name.startsWith(`${texts[key]} `))
      .toSorted((a, b) => (texts[b] ?? '').length - (texts[a] ?? '').length)[0];
    if (question === undefined) continue;
    const rest = name.slice((texts[question] ?? '').length).trim();
    const [what, ...where] = rest.split(BETWEEN) as [string, ...string[]];
    const sectors = sectorsOf(what, texts);
    const actionId = question.slice(QUESTION.length);
    if (sectors.length > 0) return { actionId, sectors, where: placesIn(where.join(BETWEEN), texts) };
    return { actionId, sectors, where: placesIn(rest, texts) };
  }
  return null;
}

/** Returns the title without its question: "Bakeries · Harbourside"; empty where it says no more. */
export function subjectOfTitle({ sectors, where }: AskedTitle, words: Words): string {
  const what = sectors.map((code) => words.title({ sector: code, name: code })).join(', ');
  const place = typeof where === 'number' ? words.say('title.places', { count: where }) : where;
  return [what, place].filter(Boolean).join(BETWEEN);
}

/** Returns a name in a language, where the app made it; one that somebody gave stays as it is. */
export function titleIn(name: string, words: Words, textsOf: (language: string) => Texts): string {
  const asked = askedTitleOf(name, textsOf);
  if (asked === null) return name;
  return `${words.say(`ask.${asked.actionId}` as 'ask.site.rank')} ${subjectOfTitle(asked, words)}`.trim();
}

const keysOf = (texts: Texts, beginning: string): string[] =>
  Object.keys(texts).filter((key) => key.startsWith(beginning));

/** The sectors that a text names, one or two of them; names have commas of their own. */
function sectorsOf(text: string, texts: Texts): string[] {
  const keys = keysOf(texts, SECTOR);
  const codeOf = (name: string) => keys.find((key) => texts[key] === name)?.slice(SECTOR.length);
  const alone = codeOf(text);
  if (alone !== undefined) return [alone];
  return keys.flatMap((key) => {
    const first = `${texts[key]}, `;
    const second = text.startsWith(first) ? codeOf(text.slice(first.length)) : undefined;
    return second === undefined ? [] : [key.slice(SECTOR.length), second];
  });
}

/** How many places a text says, where it says that. */
function placesIn(text: string, texts: Texts): string | number {
  const count = /\d+/.exec(text)?.[0];
  const said = ['one', 'other'].map((form) => texts[`title.places_${form}`]?.replace('{{count}}', count ?? ''));
  return count !== undefined && said.includes(text) ? Number(count) : text;
}
