/**
 * Street names and house numbers as sources write them, brought into one form, so that "W 23RD ST", "WEST 23 STREET"
 * and "West Twenty-Third Street" are one street. A key is for comparing, never for showing.
 */

/** Letters that Unicode does not take apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Text for comparing: lower case, without accents; apostrophes and dots vanish, everything else but letters and digits becomes one space. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter]!)
    .replace(/['’ʻ`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Kinds of streets with their usual abbreviations: English, French, Spanish, Italian, German. */
const TYPES: Readonly<Record<string, string>> = {
  ...aliases('street', 'str'),
  ...aliases('avenue', 'ave', 'av', 'aven'),
  ...aliases('boulevard', 'blvd', 'bvd', 'bd', 'boul'),
  ...aliases('road', 'rd'),
  ...aliases('drive', 'dr', 'drv'),
  ...aliases('lane', 'ln'),
  ...aliases('place', 'pl', 'plc'),
  ...aliases('court', 'ct', 'crt'),
  ...aliases('square', 'sq'),
  ...aliases('terrace', 'ter', 'tce', 'terr'),
  ...aliases('parkway', 'pkwy', 'pky'),
  ...aliases('highway', 'hwy'),
  ...aliases('crescent', 'cres', 'cr'),
  ...aliases('circle', 'cir'),
  ...aliases('close', 'cl'),
  ...aliases('plaza', 'plz'),
  ...aliases('alley', 'aly'),
  ...aliases('parade', 'pde'),
  ...aliases('esplanade', 'esp'),
  ...aliases('slip', 'slp'),
  ...aliases('expressway', 'expy'),
  ...aliases('turnpike', 'tpke'),
  ...aliases('chemin', 'che', 'chem'),
  ...aliases('route', 'rte'),
  ...aliases('impasse', 'imp'),
  ...aliases('allee', 'all'),
  ...aliases('quai', 'qu'),
  ...aliases('cours', 'crs'),
  ...aliases('faubourg', 'fbg', 'fg'),
  ...aliases('strasse'),
  ...aliases('walk', 'wlk'),
  ...aliases('way', 'wy'),
  ...aliases('row'),
  ...aliases('rue'),
};

/** Short forms of other words of street names. */
const WORDS: Readonly<Record<string, string>> = {
  ft: 'fort',
  mt: 'mount',
  ste: 'sainte',
  gen: 'general',
  pdt: 'president',
  dct: 'docteur',
};

const DIRECTIONS: Readonly<Record<string, string>> = { n: 'north', e: 'east', s: 'south', w: 'west' };

const UNITS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
const TEENS = [
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
];
const TENS = ['twent', 'thirt', 'fort', 'fift', 'sixt', 'sevent', 'eight', 'ninet'];
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, i) => [word, i + 1] as const),
  ...TEENS.map((word, i) => [word, i + 10] as const),
  ...TENS.map((word, i) => [`${word}ieth`, 10 * (i + 2)] as const),
]);
const TENS_BEFORE: ReadonlyMap<string, number> = new Map(TENS.map((word, i) => [`${word}y`, 10 * (i + 2)]));

/**
 * The form in which two spellings of a street's name are equal: folded, kinds of streets and points of the compass spelled
 * out, ordinals as bare numbers ("23rd", "twenty-third": "23"). "" for a text without letters and digits.
 */
export function streetKey(name: string): string {
  const words = foldText(name).split(' ');
  const key: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const tens = TENS_BEFORE.get(word);
    const unit = tens === undefined ? -1 : UNITS.indexOf(words[i + 1] ?? '');
    if (unit >= 0) {
      key.push(String(tens! + unit + 1));
      i++;
    } else key.push(spelledOut(word, i, words));
  }
  return key.join(' ');
}

/** The key without the kind of street and, in front, without the points of the compass: what people leave out. */
export function bareStreetKey(key: string): string {
  const words = key.split(' ').filter((word) => !KINDS.has(word));
  return words.join(' ');
}

const KINDS: ReadonlySet<string> = new Set(Object.values(TYPES));

function spelledOut(word: string, at: number, words: readonly string[]): string {
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (ordinal !== undefined) return String(Number(ordinal));
  if (/^\d+$/.test(word)) return String(Number(word));
  const spelled = ORDINALS.get(word);
  if (spelled !== undefined) return String(spelled);
  const [first, last] = [at === 0, at === words.length - 1];
  // "Avenue S" is a street of that letter, "Avenue S West" is not the south.
  const letter = DIRECTIONS[word];
  if (letter !== undefined && words.length > 1 && (first || (last && words.length > 2))) return letter;
  if (word === 'st') return first || (!last && !isDirection(words[at + 1]!)) ? 'saint' : 'street';
  // A kind of street is a name where it stands alone.
  return (words.length > 1 ? TYPES[word] : undefined) ?? WORDS[word] ?? word;
}

const isDirection = (word: string) => word in DIRECTIONS || Object.values(DIRECTIONS).includes(word);

function aliases(word: string, ...short: readonly string[]): Record<string, string> {
  return Object.fromEntries([word, ...short].map((form) => [form, word]));
}

/** A house number for comparing: without leading zeros and spaces, "0012 a" and "12-A" are "12a", but "10-14" stays. */
export function numberKey(number: string): string {
  return foldText(number)
    .replace(/(\d) (?=\d)/g, '$1-')
    .replaceAll(' ', '')
    .replace(/^0+(?=\d)/, '');
}
