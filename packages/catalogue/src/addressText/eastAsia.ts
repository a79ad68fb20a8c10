/** Scripts that write words without spaces: a number behind one of their letters begins a word. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const NUMERALS = '一二三四五六七八九十';
const NUMERAL = new RegExp(`[${NUMERALS}]{1,3}(?=丁目|番地?|[号號段条條])`, 'gu');
/** Behind these begins the name of the next smaller place or street, as in 上海市黄浦区中山路. */
const BEHIND_PLACE =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}](?:[省市区區县縣镇鎮乡鄉村郡町都府道州]|街道))(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2})/gu;
const BEHIND_STREET = /(?<=\p{sc=Han}(?:路|大道|街|巷|胡同))(?=[\p{sc=Han}])(?![道段])/gu;

/** Numbered side streets, whose number is a part of their name: 테헤란로10길, 세종대로110번길, 中山路10巷. */
const SIDE_STREET = '(?:번?길|가|[弄巷段])(?![\\p{sc=Hangul}])';
const SPACED_SIDE_STREET = new RegExp(
  `(?<=\\p{sc=Hangul}(?:로|길)|\\p{sc=Han}[路街段巷])\\s+(?=\\d+${SIDE_STREET})`,
  'gu',
);
const BEFORE_NUMBER = new RegExp(`(?<=[${UNSPACED}])(?=\\d)(?!\\d+${SIDE_STREET})`, 'gu');

/** Returns the value of a numeral up to 99: 十二 is 12. */
function numeralValue(numeral: string): string {
  const [tens = '', ones = ''] = numeral.includes('十') ? numeral.split('十') : ['', numeral];
  const digit = (text: string) => NUMERALS.indexOf(text) + 1;
  const ten = numeral.includes('十') ? 10 * (tens === '' ? 1 : digit(tens)) : 0;
  return String(ten + (ones === '' ? 0 : digit(ones)));
}

/** Returns the names in a text of East Asia apart from each other: 東京都千代田区丸の内一丁目 has three. */
export function apart(text: string): string {
  if (!HAS_UNSPACED.test(text)) return text;
  return text.replace(NUMERAL, numeralValue).replace(BEHIND_PLACE, ' ').replace(BEHIND_STREET, ' ');
}

/**
 * Returns a line with spaces around its house number where a script has none, and without the words of a number:
 * 中山路123号502室 is 中山路 123 502室, 丸の内1丁目9番1号 is 丸の内 1-9-1.
 */
export function withSpacedNumbers(line: string): string {
  if (!HAS_UNSPACED.test(line)) return line;
  return apart(line)
    .replace(/(?<=\d)\s*丁目\s*(?=\d)/gu, '-')
    .replace(/(?<=\d)\s*(?:番地?の?|[号號]の)\s*(?=\d)/gu, '-')
    .replace(/(?<=\d)\s*(?:番地?|[号號]|호)(?![\p{sc=Hangul}楼樓院棟栋室])/gu, ' ')
    .replace(BEFORE_NUMBER, ' ')
    .replace(SPACED_SIDE_STREET, '')
    .replace(/(?<=\d)ー(?=\d)/g, '-');
}
