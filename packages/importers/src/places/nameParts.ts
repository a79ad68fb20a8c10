/** A name, and what stands behind it to say which place of that name is meant. */
export interface NameParts {
  readonly name: string;
  readonly rest: readonly string[];
}

/** Takes a text apart at commas, slashes and brackets: "Graz, Austria", "Graz/Austria", "Graz (Austria)". */
export function namePartsOf(text: string): NameParts {
  const [name = '', ...rest] = text
    .replace(/[()[\]/;]/g, ',')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { name, rest };
}

/** The same without words that have digits, such as postcodes, of which the table knows none: "8010 Graz", "Austin, TX 78701". */
export const withoutNumbers = (text: string): NameParts =>
  namePartsOf(
    text
      .split(/\s+/)
      .map((word) => (/\d/.test(word) ? word.replace(/[^,()/]/g, '') : word))
      .join(' '),
  );

/** Words of a country or region at most. */
const MOST_WORDS = 4;

/** Ways to read "Graz Austria": its last word, or words, say where. */
export function* splitsOf({ name, rest }: NameParts): Generator<NameParts> {
  if (rest.length > 0) return;
  const words = name.split(/\s+/);
  for (let count = 1; count < words.length && count <= MOST_WORDS; count++) {
    yield { name: words.slice(0, -count).join(' '), rest: [words.slice(-count).join(' ')] };
  }
}
