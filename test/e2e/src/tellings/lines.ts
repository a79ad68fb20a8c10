/** Rows of a table that a golden shows. */
const ROWS_MAX = 12;

/** Returns what markup says, a line for each paragraph and row; of long tables the first rows. */
export function linesOf(markup: string): string[] {
  let rows = 0;
  const lines: string[] = [];
  for (const [, tag = '', inner = ''] of withBreaks(markup).matchAll(/\n@(\w+) ([^\n]*)/g)) {
    if (tag === 'table') rows = 0;
    if (tag === 'tr') rows++;
    const said = textOf(inner);
    if (rows <= ROWS_MAX + 1 && /[\p{L}\p{N}–%]/u.test(said)) lines.push(said);
  }
  return lines;
}

const withBreaks = (markup: string): string =>
  `\n@p ${markup.replace(/\s+/g, ' ')}`
    .replace(/<!--.*?-->/g, '')
    .replace(/<(style|title|caption|script)\b[^>]*>.*?<\/\1>/g, '')
    .replace(/<\/(?:td|th|dt)>/g, ' | ')
    .replace(/<\/(?:table|details)>/g, '\n@table ')
    .replace(/<(table|tr|p|h\d|li|dt|figcaption|summary|ol|ul|section|figure|div|text|label)\b/g, '\n@$1 <$1');

const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => SIGNS[name] ?? '')
    .replace(/[ \n]+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .replace(/(?: \|)+ ?$/, '')
    .trim();

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
