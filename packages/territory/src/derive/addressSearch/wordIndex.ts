import { Utf8Column } from '../../memory/text.ts';

/** Words in the order of their UTF-8 bytes; word w is in the rows postings[firstPosting[w]] .. of the next word. */
export interface WordIndex {
  readonly words: Utf8Column;
  readonly firstPosting: Uint32Array;
  readonly postings: Uint32Array;
}

/** Indexes the words of rows 0 to `rows` - 1; a row is posted once per different word. */
export function wordIndex(rows: number, wordsOf: (row: number) => readonly string[]): WordIndex {
  const idOf = new Map<string, number>();
  const counts: number[] = [];
  const wordsByRow: number[] = [];
  const firstOfRow = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    for (const word of new Set(wordsOf(row))) {
      let id = idOf.get(word);
      if (id === undefined) {
        id = counts.length;
        idOf.set(word, id);
        counts.push(0);
      }
      counts[id]!++;
      wordsByRow.push(id);
    }
    firstOfRow[row + 1] = wordsByRow.length;
  }
  const sorted = [...idOf.keys()]
    .map((word) => ({ word, bytes: Buffer.from(word) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const firstPosting = new Uint32Array(sorted.length);
  const next = new Uint32Array(sorted.length);
  let total = 0;
  sorted.forEach(({ word }, place) => {
    const id = idOf.get(word)!;
    firstPosting[place] = total;
    next[id] = total;
    total += counts[id]!;
  });
  const postings = new Uint32Array(total);
  for (let row = 0; row < rows; row++) {
    for (let i = firstOfRow[row]!; i < firstOfRow[row + 1]!; i++) postings[next[wordsByRow[i]!]!++] = row;
  }
  return { words: Utf8Column.from(sorted.map(({ word }) => word)), firstPosting, postings };
}
