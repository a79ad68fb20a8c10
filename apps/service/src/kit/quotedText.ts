/** Most characters of a caller's own text within a sentence or a pointer. */
const QUOTED_CHARACTERS = 100;

/** Most characters of a sentence: lists of what there is are cut, too. */
const SENTENCE_CHARACTERS = 2000;

/** A caller's text within a sentence: cut, so that an answer does not grow with the request. */
export const cut = (text: string): string => cutTo(text, QUOTED_CHARACTERS);

/** The same in quotation marks. */
export const quoted = (text: string): string => JSON.stringify(cut(text));

export const cutSentence = (text: string): string => cutTo(text, SENTENCE_CHARACTERS);

/** Never splits a surrogate pair. */
function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 2] as string) ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
