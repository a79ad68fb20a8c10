/** Something with a name, and further words that find it. */
export interface Findable {
  readonly id: string;
  readonly label: string;
  readonly words: string;
}

/** What a typed text asks: "bakery harbourside" has a sector and a place, "who lives in harbourside" a question and a place. */
interface Asked {
  /** Questions whose words were typed, those with the most first. */
  readonly questions: readonly string[];
  /** Code of a sector; null where none was typed. */
  readonly sector: string | null;
  /** Texts that may name the place, the most likely first; empty where nothing is left for one. */
  readonly places: readonly string[];
}

/** Shorter words name no sector and no question. */
const LEAST_LETTERS = 3;

/** The words of a text in small letters without accents. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Letters that an ending of a word may have, by the length of the word: "bakeries" finds "bakery", "rents" finds "rent". */
const endingOf = (word: string): number => (word.length > 7 ? 3 : word.length > 4 ? 1 : 0);

/** Whether a word is the beginning of another, but for its ending. */
export const fits =
  (word: string) =>
  (other: string): boolean =>
    other.startsWith(word.slice(0, word.length - endingOf(word)));

/** Whether each word that was typed begins one of a text. */
export function isFound(text: string, typed: string): boolean {
  const words = wordsIn(text);
  return wordsIn(typed).every((word) => words.some(fits(word)));
}

/** Whether each word that was typed is one of a text, to its last letter. */
export function isSaid(text: string, typed: string): boolean {
  const words = wordsIn(text);
  return wordsIn(typed).every((word) => words.includes(word));
}

/** What was typed without the words that say nothing; all of it where no other is left. */
export function tellingOf(typed: string, fillers: string): string {
  const empty = new Set(wordsIn(fillers));
  return (
    wordsIn(typed)
      .filter((word) => !empty.has(word))
      .join(' ') || typed
  );
}

/** Whether a name is what was typed, or begins with it before a comma: "Harbourside, City of Port Halcyon". */
export const isNamed = (label: string, typed: string): boolean =>
  wordsIn(label.split(',')[0] as string).join(' ') === wordsIn(typed).join(' ');

/** Reads what was typed as a question, a sector and a place; `fillers` are words that say nothing of these. */
export function askedIn(
  typed: string,
  questions: readonly Findable[],
  sectors: readonly Findable[],
  fillers: string,
): Asked {
  const words = wordsIn(typed);
  const empty = new Set(wordsIn(fillers));
  const isTelling = (word: string) => word.length >= LEAST_LETTERS && !empty.has(word);
  const [sector] = bestOf(sectors, words.filter(isTelling));
  const afterSector = words.filter((word) => !(sector?.hits.has(word) ?? false));
  const asked = bestOf(questions, afterSector.filter(isTelling));
  const hits = new Set(asked.flatMap((one) => [...one.hits]));
  const texts = [afterSector, afterSector.filter((word) => !hits.has(word))].map((left) => placeIn(left, empty));
  return {
    questions: asked.map(({ id }) => id),
    sector: sector?.id ?? null,
    places: [...new Set(texts)].filter((text) => text.length >= LEAST_LETTERS),
  };
}

/** Those that the most words find. Of these, those that are called so come first. */
function bestOf(all: readonly Findable[], typed: readonly string[]) {
  const found = all.flatMap(({ id, label, words }) => {
    const [own, further] = [wordsIn(label), wordsIn(words)];
    const named = typed.filter((word) => own.some(fits(word)));
    const hits = new Set([...named, ...typed.filter((word) => further.some(fits(word)))]);
    const exact = typed.filter((word) => own.includes(word) || further.includes(word)).length;
    return hits.size === 0 ? [] : [{ id, hits, named: named.length, exact }];
  });
  const most = Math.max(0, ...found.map(({ hits }) => hits.size));
  return found.filter(({ hits }) => hits.size === most).toSorted((a, b) => b.exact - a.exact || b.named - a.named);
}

/** What is left for the name of a place: without words at its ends that say nothing. */
function placeIn(words: readonly string[], empty: ReadonlySet<string>): string {
  const first = words.findIndex((word) => !empty.has(word));
  const last = words.findLastIndex((word) => !empty.has(word));
  return first < 0 ? '' : words.slice(first, last + 1).join(' ');
}
