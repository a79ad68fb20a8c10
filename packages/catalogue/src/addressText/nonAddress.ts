/** Words before the number of a post office box, in the languages of the catalogue. */
const BOX = [
  'p\\.?\\s?o\\.?\\s?box',
  'post(?:al)? ?box',
  'g\\.?p\\.?o\\.? box',
  'private bag',
  'postfach',
  'postbus',
  'postboks',
  'postbox',
  'pl\\s\\d+\\s(?=\\d{5})',
  'boite postale',
  'b\\.?p\\.?',
  'c\\.?s\\.?(?=\\s?\\d{4,5})',
  'cedex',
  'apartado(?: de correos| postal| aereo)?',
  'casilla(?: de correo)?',
  'caixa postal',
  'casella postale',
  'casuta postala',
  'skr(?:ytka|\\.)? ?poczt(?:owa|\\.)?',
  'postafiok',
  'postanski pretinac',
  'а/я',
  'абонентский ящик',
  'абонентська скринька',
  'ص\\.?\\s?ب\\.?',
  'صندوق (?:بريد|پستي|پستی)',
  'ת\\.?ד\\.?',
].join('|');

const OTHER_NUMBERS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${BOX})[\\s.:]*(?:n[or]?[.°]?\\s*)?(?:\\d[\\d ]{0,8}\\d|\\d)(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  // A telephone or fax number, with a word or a plus sign before it.
  /(?<![\p{L}\p{N}])(?:tel|telefon|telephone|telefono|telefone|phone|mob|mobile|fax|тел|هاتف|تلفن|電話|电话)[.:\s]*\+?[\d()][\d\s()/.-]{4,}\d/giu,
  // Who receives mail there.
  /(?<![\p{L}\p{N}])c\s?\/\s?o\s+[^,;\d]+(?=[,;]|$)/giu,
  /(?<![\p{L}\p{N}])\+\d[\d\s()/.-]{6,}\d/gu,
];

/** Returns a line without what is no part of a street address: post office boxes, telephone numbers, and "c/o" with its name. */
export function withoutOtherNumbers(line: string): string {
  if (!/\d/.test(line)) return line;
  return OTHER_NUMBERS.reduce((text, pattern) => text.replace(pattern, ' '), line);
}
